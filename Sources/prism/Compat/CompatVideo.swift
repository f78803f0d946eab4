// SPDX-License-Identifier: MIT
// What a video of the other suites is to be, as far as frames can be written one by one.

import PrismCore

/// One recording.
struct CompatVideo: Equatable, Sendable {
    enum Codec: Equatable, Sendable {
        case mjpeg, yuv420, raw
    }

    let codec: Codec
    /// nil writes nothing; `-` is standard output.
    let output: CompatPattern?
    let isStandardOutput: Bool
    let wrap: Int
    /// Frames at most.
    let frames: Int?
    /// Nanoseconds of each file; nil for one.
    let segment: Int64?
    let splits: Bool
    let beginsPaused: Bool
    let savePTS: String?

    init(_ arguments: CompatArguments, app: CompatApp) throws(PrismError) {
        codec = try CompatVideo.codec(arguments, app)
        let path = arguments["output"] ?? ""
        for scheme in ["tcp://", "udp://", "unix://"] where path.hasPrefix(scheme) {
            throw PrismError(
                .unsupported, "--output \(path): network outputs are not there; send a pipe on")
        }
        output = path.isEmpty ? nil : try CompatPattern(path)
        isStandardOutput = path == "-"
        wrap = try arguments.whole("wrap", in: 0...999_999_999) ?? 0
        let count = try arguments.whole("frames", in: 0...999_999_999) ?? 0
        frames = count > 0 ? count : nil
        let length = try arguments.time("segment", bare: .millisecond) ?? 0
        segment = length > 0 ? length : nil
        splits = arguments.has("split")
        beginsPaused = try CompatVideo.beginsPaused(arguments)
        savePTS = arguments["save-pts"]
        try check(arguments)
    }

    private func check(_ arguments: CompatArguments) throws(PrismError) {
        if let mode = arguments["sync"], mode != "off" {
            throw PrismError(.unsupported, "--sync \(mode): cameras cannot be synchronised")
        }
        guard segment == nil || !splits else {
            throw PrismError(.usage, "--segment excludes --split")
        }
    }

    private static func beginsPaused(_ arguments: CompatArguments) throws(PrismError) -> Bool {
        switch arguments["initial"] ?? "record" {
        case "record": return false
        case "pause": return true
        case let other:
            throw PrismError(.usage, "--initial: \"\(other)\": use record or pause")
        }
    }

    private static func codec(
        _ arguments: CompatArguments, _ app: CompatApp
    ) throws(PrismError) -> Codec {
        if app == .raw { return .raw }
        switch arguments["codec"] ?? "h264" {
        case "mjpeg": return .mjpeg
        case "yuv420": return .yuv420
        case let name where ["h264", "libav", "hevc"].contains(name):
            throw PrismError(
                .unsupported,
                "--codec \(name): prism-video will encode it; mjpeg and yuv420 are there")
        case let other: throw PrismError(.usage, "--codec: \"\(other)\": use mjpeg or yuv420")
        }
    }
}
