// SPDX-License-Identifier: MIT
// What a time-lapse is to be, read off a command line; nothing is opened for it.

import PrismCapture
import PrismCore

/// One time-lapse.
@dynamicMemberLookup
struct TimelapseRequest: Equatable, Sendable {
    let picture: PictureRequest
    /// From one shot to the next, in nanoseconds.
    let interval: Int64
    /// How many shots; nil until a signal.
    let count: Int?
    let resumes: Bool
    /// Longest wait for a synchronised clock after a reboot, in nanoseconds.
    let clockWait: Int64
    let durability: Durability
    /// Longest wait for exposure and colours before the first shot, in nanoseconds.
    let settling: Int64
    /// What shapes the pictures, by option name, as it was written.
    let texts: [String: String]
    let filters: FilterOptions.Request
    /// Whether shots in the dark are made of several frames.
    let stacksAtNight: Bool
    let housekeeping: Housekeeping
    /// When it ends, in nanoseconds since 1970.
    let stopTime: Int64?

    /// Reads and checks the options against each other.
    init(_ arguments: Arguments) throws(PrismError) {
        picture = try PictureRequest(arguments, output: OutputOptions.template)
        interval = arguments[GridOptions.every]?.wholeNanoseconds ?? 0
        count = try GridOptions.count(of: arguments)
        resumes = arguments[GridOptions.resume]
        let wait = arguments[GridOptions.waitForTime]
        guard wait == nil || resumes else {
            throw PrismError(.usage, "--wait-for-time is for --resume")
        }
        clockWait = (wait ?? .seconds(60)).wholeNanoseconds
        durability = arguments[GridOptions.durability] ?? .automatic(forInterval: interval)
        settling = (arguments[OutputOptions.timeout] ?? .seconds(5)).wholeNanoseconds
        texts = arguments.texts(
            of: ExposureOptions.all + PictureOptions.all + [ModeOptions.mode.spec]
                + PhotoOptions.all + FilterOptions.chainOptions + [GridOptions.night.spec])
        filters = FilterOptions.Request(arguments)
        stacksAtNight = arguments[GridOptions.night] == .auto
        let isFiltered = FilterOptions.chainOptions.contains { arguments.has($0.name) }
        guard !stacksAtNight || !isFiltered else {
            throw PrismError(.usage, "--night auto and filters exclude each other")
        }
        housekeeping = Housekeeping(
            minimumFree: arguments[HookOptions.minimumFree] ?? 0,
            keepLast: arguments[HookOptions.keepLast])
        stopTime = arguments[HookOptions.stopAt]?.next(after: KernelClock().read().utc)
    }

    /// What is common to all pictures, as if it were written here.
    subscript<Value>(dynamicMember member: KeyPath<PictureRequest, Value>) -> Value {
        picture[keyPath: member]
    }
}
