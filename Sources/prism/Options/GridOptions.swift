// SPDX-License-Identifier: MIT
// The grid of a time-lapse, and what happens after a break.

import PrismCapture
import PrismCore

enum GridOptions {
    static let every = Option<Duration>(
        "every", "TIME", "From one shot to the next.", examples: ["10s", "1m30s"]
    ) { (text: String) throws(PrismError) in
        let interval = try DurationReader.read(text)
        guard interval >= .milliseconds(1) else {
            throw PrismError(.usage, "\"\(text)\": the shortest interval is 1ms")
        }
        return interval
    }.required

    static let count = Option<Int>(
        "count", "NUMBER",
        "How many shots; excludes --for. With neither, shots go on until a signal.",
        examples: ["100"]
    ) { (text: String) throws(PrismError) in try NumberReader.whole(text, in: 1...100_000_000) }

    static let length = Option<Duration>(
        "for", "TIME", "How long; excludes --count.", examples: ["2h", "1d"]
    ) { (text: String) throws(PrismError) in
        let length = try DurationReader.read(text)
        guard length > .zero else { throw PrismError(.usage, "\"\(text)\": is no time at all") }
        return length
    }

    static let resume = Option(
        flag: "resume",
        "Goes on with the run in the directory: same grid, next index. Pictures that are missing or damaged"
            + " are named.")

    static let waitForTime = Option<Duration>(
        "wait-for-time", "TIME",
        "With --resume after a reboot: longest wait for the clock to be synchronised.",
        fallback: "60s", examples: ["60s", "0"]
    ) { (text: String) throws(PrismError) in try DurationReader.read(text) }

    static let durability = Option<Durability>(
        choice: "durability", "WHEN",
        "When files are made safe: each one, every two seconds (a kill or a power cut costs"
            + " those since), or never.",
        fallback: "each from an interval of 1s up, else batch")

    /// When shots are made of several frames.
    enum Night: String, CaseIterable, Sendable {
        case off, auto
    }

    static let night = Option<Night>(
        choice: "night", "WHEN",
        "Whether shots in the dark are made of several frames, as many as make them clean within three"
            + " seconds and half the interval.",
        fallback: "off")

    static let all = [
        every.spec, count.spec, length.spec, resume.spec, waitForTime.spec, durability.spec,
    ]

    /// How many shots: the count, or as many as begin within the length; nil without end.
    static func count(of arguments: Arguments) throws(PrismError) -> Int? {
        switch (arguments[count], arguments[length]) {
        case (let count, nil): return count
        case (nil, let length?):
            return TimelapseGrid.count(
                during: length.wholeNanoseconds,
                interval: arguments[every]?.wholeNanoseconds ?? 1)
        case (.some, .some): throw PrismError(.usage, "--count and --for exclude each other")
        }
    }
}
