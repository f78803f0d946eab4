// SPDX-License-Identifier: MIT
// What prism night is to write, read off a command line, and how its result is told.

internal import Glibc
import PrismCore
import PrismNight

/// What one run is to do, read off a command line.
struct NightRequest: Sendable {
    let job: NightJob

    /// Reads the options for files; nothing is opened.
    init(_ arguments: Arguments) throws(PrismError) {
        if let name = NightCameraOptions.given(arguments).first {
            throw PrismError(.usage, "--\(name) is for a camera, and --from names files")
        }
        try self.init(outputsOf: arguments)
    }

    /// Reads what files and a camera have in common.
    init(outputsOf arguments: Arguments) throws(PrismError) {
        guard arguments[OutputOptions.file] != nil else {
            throw PrismError(.usage, "--output is missing")
        }
        var outputs = NightOutputs(picture: arguments[OutputOptions.file] ?? "")
        let ending = outputs.picture.split(separator: ".").last?.lowercased()
        guard ending == "jpg" || ending == "jpeg" else {
            throw PrismError(
                .usage, "\"\(outputs.picture)\" does not end in .jpg: the picture is a JPEG")
        }
        outputs.merged = arguments[NightOptions.merged]
        if arguments[NightOptions.raw] {
            guard outputs.merged == nil else {
                throw PrismError(.usage, "--raw and --merged both name the merged mosaic")
            }
            outputs.merged = try StillRequest.rawPath(beside: outputs.picture)
        }
        outputs.denoised = arguments[NightOptions.denoised]
        outputs.report = arguments[NightOptions.report]
        outputs.rejection = arguments[NightOptions.rejection]
        outputs.overwrites = arguments[OutputOptions.overwrite]
        let first = arguments[NightOptions.from].map { [$0] } ?? []
        var job = NightJob(frames: first + arguments.operands, outputs: outputs)
        job.quality = arguments[NightOptions.quality] ?? job.quality
        job.brightening = arguments[NightOptions.brightening]
        job.finish.localContrast = arguments[NightOptions.local] ?? job.finish.localContrast
        job.finish.denoising = arguments[NightOptions.denoise] ?? job.finish.denoising
        job.reference = arguments[NightOptions.reference] ?? job.reference
        job.stack.threads = arguments[NightOptions.threads] ?? NightRequest.processors
        job.finish.threads = job.stack.threads
        if arguments[NightOptions.isFixed] {
            job.stack.merge = .kappaSigma
            job.stack.restarts = true
        }
        if arguments[NightOptions.isStars] {
            job.stack = .stars
            job.stack.threads = job.finish.threads
        }
        if let decay = NightOptions.trails(arguments) {
            (job.stack.merge, job.stack.decay, job.stack.aligns) = (.brightest, decay, false)
        }
        if arguments[NightOptions.isPlain] {
            job.stack.aligns = false
            job.stack.findsHotPixels = false
        }
        job.software = "Prism \(Version.text)"
        self.job = job
    }

    /// Processors that are online.
    static let processors = max(1, min(64, sysconf(Int32(_SC_NPROCESSORS_ONLN))))

    /// Refuses what cannot be written before frames are read.
    func checkOutputs() throws(PrismError) {
        for path in job.outputs.paths {
            try AtomicFile.check(path: path, overwrites: job.outputs.overwrites)
        }
        AtomicFile.removeStale(of: job.outputs.paths)
    }
}

extension NightReport {
    /// `night.jpg: 8 of 8 frames, as good as 7.9, 3.1 MB, after 1.20 s`, and what was left out.
    var text: String {
        let written = outputs.map { output in
            "  \(output.file): \(output.bytes.map(ByteCount.text) ?? output.note ?? "")\n"
        }
        let median = effectiveFrames["50"].map { ", as good as \(Self.tenths($0))" } ?? ""
        let left = frames.filter { !$0.used }.map { frame in
            "  left out \(frame.file): \(frame.note ?? frame.rejected ?? "")\n"
        }
        return "\(used) of \(frames.count) frames\(median)\n" + ending + (left + written).joined()
    }

    /// Why a capture ended before its time, and what else a person should know of it.
    private var ending: String {
        guard let capture else { return "" }
        var lines: [String] = []
        switch capture.end {
        case .complete: break
        case .time: lines.append("  the time was over before all frames had come")
        case .enough, .cancelled: lines.append("  ended early: the best so far")
        case .failed: lines.append("  the best so far: \(capture.note ?? "the camera failed")")
        }
        if let refusal = capture.plan.reasons.first(where: { $0.code == "refused" }) {
            lines.append("  " + refusal.text)
        }
        if capture.dropped > 0 {
            lines.append("  \(capture.dropped) frames came faster than they could be merged")
        }
        return lines.map { $0 + "\n" }.joined()
    }

    /// The last line of JSON output.
    var event: JSONValue {
        let facts: JSONValue =
            capture.map { capture -> JSONValue in
                [
                    "end": .string(capture.end.rawValue),
                    "note": capture.note.map { .string($0) } ?? .null,
                    "dropped": .integer(Int64(capture.dropped)),
                    "refused": .integer(Int64(capture.refused)),
                    "restored": .bool(capture.isRestored), "seconds": .number(capture.seconds),
                ]
            } ?? .null
        return [
            "event": "saved", "capture": facts, "frames": .integer(Int64(frames.count)),
            "used": .integer(Int64(used)),
            "reference": .integer(Int64(reference)),
            "effectiveFrames": .object(
                effectiveFrames.sorted { $0.key < $1.key }.map {
                    JSONValue.Member(key: $0.key, value: .number($0.value))
                }),
            "outputs": .array(
                outputs.map { output in
                    [
                        "file": .string(output.file),
                        "bytes": output.bytes.map { .integer($0) } ?? .null,
                    ]
                }),
        ]
    }

    private static func tenths(_ number: Double) -> String {
        String((number * 10).rounded() / 10)
    }
}
