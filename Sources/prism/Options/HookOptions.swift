// SPDX-License-Identifier: MIT
// What happens around shots: a command after each, a wait for the camera, and limits of disk and time.

import PrismCapture
import PrismCore

enum HookOptions {
    static let command = Option<String>(
        "on-shot", "COMMAND",
        "Run by the shell for each picture, with PRISM_FILE and others in its environment and JSON on its"
            + " standard input. One at a time, in order; \(ShotHook.capacity) pictures may wait for it, of more the"
            + " newest are left out and counted. It can neither delay nor lose a shot.",
        examples: ["'scp \"$PRISM_FILE\" nas:'"]
    ) { (text: String) throws(PrismError) in
        guard !text.isEmpty else { throw PrismError(.usage, "the command is empty") }
        guard !text.contains("\0") else { throw PrismError(.usage, "a command cannot hold a NUL") }
        return text
    }

    static let limit = Option<Duration>(
        "hook-timeout", "TIME",
        "Longest time that one such command may take; then it is killed with its process group, which a"
            + " program that made itself a session of its own survives. Commands that wait at the end of a run"
            + " get this time all together; the rest are left out and counted.",
        fallback: "30s", examples: ["5s"]
    ) { (text: String) throws(PrismError) in
        let limit = try DurationReader.read(text)
        guard limit >= .milliseconds(10) else {
            throw PrismError(.usage, "\"\(text)\": the shortest is 10ms")
        }
        return limit
    }

    static let cameraWait = Option<Duration>(
        "wait-camera", "TIME",
        "Longest wait for a camera that is not there yet, or busy: for services that start with the machine.",
        fallback: "0", examples: ["1m"]
    ) { (text: String) throws(PrismError) in try DurationReader.read(text) }

    static let minimumFree = Option<Int64>(
        "min-free", "BYTES",
        "No picture is written where less than this is free on its disk; the status is 7 then.",
        fallback: "0", examples: ["500M"]
    ) { (text: String) throws(PrismError) in try ByteCount.read(text) }

    static let keepLast = Option<Int>(
        "keep-last", "NUMBER", "Keeps so many of the run's newest pictures and removes older ones.",
        fallback: "all", examples: ["1000"]
    ) { (text: String) throws(PrismError) in try NumberReader.whole(text, in: 1...100_000_000) }

    static let stopAt = Option<StopTime>(
        "stop-at", "TIME", "Ends the run at the next such local time.",
        examples: ["06:30", "23:15:30"]
    ) { (text: String) throws(PrismError) in try StopTime(text) }

    /// For one still.
    static let still = [command.spec, limit.spec, cameraWait.spec, minimumFree.spec]
    /// For time-lapses.
    static let all = still + [keepLast.spec, stopAt.spec]

    /// The hook of a command line; nil where none is asked for.
    static func hook(of arguments: Arguments) throws(PrismError) -> ShotHook? {
        guard let command = arguments[command] else {
            guard arguments[limit] == nil else {
                throw PrismError(.usage, "--hook-timeout needs --on-shot")
            }
            return nil
        }
        return try ShotHook(
            command, limit: (arguments[limit] ?? .seconds(30)).wholeNanoseconds)
    }

    /// Longest wait for the camera, in nanoseconds.
    static func cameraWait(of arguments: Arguments) -> Int64 {
        arguments[cameraWait]?.wholeNanoseconds ?? 0
    }
}
