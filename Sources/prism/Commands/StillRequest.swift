// SPDX-License-Identifier: MIT
// What one still is to be, read off a command line; nothing is opened for it.

import PrismCore

/// One still.
@dynamicMemberLookup
struct StillRequest: Equatable, Sendable {
    let picture: PictureRequest
    /// Level of the board's lamp while the picture is taken.
    let torch: Double?
    /// Longest wait for exposure and colours, in nanoseconds; nil takes the first frame.
    let settling: Int64?
    let overwrites: Bool
    /// Whether the lens finds its place before the picture.
    let focusesFirst: Bool
    /// Whether the picture is a frame that was exposed before it was asked for.
    let hasNoLag: Bool
    /// Where the raw image goes; nil where none is asked for.
    let rawOutput: String?
    let filters: FilterOptions.Request
    /// Bytes that stay free on the picture's disk.
    let minimumFree: Int64

    /// Reads and checks the options against each other.
    init(_ arguments: Arguments) throws(PrismError) {
        picture = try PictureRequest(arguments, output: OutputOptions.file)
        torch = arguments[TorchOption.torch]
        overwrites = arguments[OutputOptions.overwrite]
        focusesFirst = arguments[OutputOptions.focusesFirst]
        hasNoLag = arguments[OutputOptions.zeroLag]
        rawOutput =
            arguments[OutputOptions.raw] ? try StillRequest.rawPath(beside: picture.output) : nil
        filters = FilterOptions.Request(arguments)
        minimumFree = arguments[HookOptions.minimumFree] ?? 0
        let timeout = arguments[OutputOptions.timeout]
        let isImmediate = arguments[OutputOptions.immediate]
        guard timeout == nil || !isImmediate else {
            throw PrismError(.usage, "--immediate waits for nothing, so --timeout has no meaning")
        }
        settling = isImmediate ? nil : (timeout ?? .seconds(5)).wholeNanoseconds
    }

    /// What is common to all pictures, as if it were written here.
    subscript<Value>(dynamicMember member: KeyPath<PictureRequest, Value>) -> Value {
        picture[keyPath: member]
    }

    /// `photo.dng` beside `photo.jpg`.
    static func rawPath(beside output: String) throws(PrismError) -> String {
        guard output != "-" else {
            throw PrismError(.usage, "--raw writes a file beside the picture, and -o - has no name")
        }
        let start = output.lastIndex(of: "/").map(output.index(after:)) ?? output.startIndex
        let name = output[start...]
        let stem = name.lastIndex(of: ".").map { name[..<$0] } ?? name
        let path = output[..<start] + (stem.isEmpty ? name : stem) + ".dng"
        guard path != output else {
            throw PrismError(.usage, "\(output): the raw image would have the picture's name")
        }
        return String(path)
    }
}
