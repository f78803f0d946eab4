// SPDX-License-Identifier: MIT
// What one still is to be, read off a command line; nothing is opened for it.

import PrismCore

/// One still.
@dynamicMemberLookup
struct StillRequest: Equatable, Sendable {
    let picture: PictureRequest
    let mode: SensorModeWish?
    let transform: CameraTransform?
    /// Longest wait for exposure and colours, in nanoseconds; nil takes the first frame.
    let settling: Int64?
    let overwrites: Bool

    /// Reads and checks the options against each other.
    init(_ arguments: Arguments) throws(PrismError) {
        picture = try PictureRequest(arguments, output: OutputOptions.file)
        mode = arguments[ModeOptions.mode]
        transform = ModeOptions.transform(of: arguments)
        overwrites = arguments[OutputOptions.overwrite]
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
}
