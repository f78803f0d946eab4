// SPDX-License-Identifier: MIT
// prism night: a burst of raw frames to one clean picture.

internal import Glibc
import PrismCore
import PrismNight

enum NightCommand {
    static let command = Command(
        name: "night", summary: "merge a burst of raw frames into a clean picture",
        discussion: [
            "Aligns the frames of a burst, leaves out what moved, and writes their mean as a brightened"
                + " JPEG. Memory does not grow with the number of frames. Frames that do not fit, or"
                + " cannot be read, are left out; the report says which and why.",
            "NAME.pgm has its facts in NAME.json: order (RGGB, GRBG, GBRG or BGGR), bits, black (a number, or"
                + " a list for R, Gr, Gb, B) and white; where they are known also noise (slope and"
                + " offset), asShotNeutral, colorMatrix, baselineExposure, orientation, exposureTime"
                + " (seconds), analogueGain and model.",
            "Every file appears whole or not at all. Where one cannot be written, the others still are,"
                + " and the exit status tells.",
        ],
        operands: Command.Operands(placeholder: "MORE FRAMES", count: 0...100_000),
        options: NightOptions.all + [CommonOptions.json.spec, CommonOptions.help.spec],
        examples: [
            .init(
                line: "prism night --from burst/*.dng -o night.jpg",
                purpose: "A picture, brightened by what the frames ask for, else 3 stops."),
            .init(
                line: "prism night --from burst/*.dng -o night.jpg --merged night.dng --ev 2",
                purpose: "With the merged mosaic for another raw converter."),
            .init(
                line: "prism night --from one.dng -o one.jpg --ev 0",
                purpose: "Develops a single frame."),
        ],
        run: run)

    private static func run(_ invocation: Invocation) async throws {
        let request = try NightRequest(invocation.arguments)
        let reporter = NightReporter(frames: request.job.frames, console: invocation.console)
        let report: NightReport
        do {
            report = try await invocation.work.run { () throws(PrismError) in
                try request.checkOutputs()
                return try request.job.run(
                    isCancelled: { Task.isCancelled }, tell: { reporter.tell($0) })
            }
        } catch {
            await reporter.finish()
            throw error
        }
        await reporter.finish()
        await invocation.console.show(report.text, report.event)
    }
}

/// What one run is to do, read off a command line.
struct NightRequest: Sendable {
    let job: NightJob

    /// Reads the options; nothing is opened.
    init(_ arguments: Arguments) throws(PrismError) {
        var outputs = NightOutputs(picture: arguments[OutputOptions.file] ?? "")
        let ending = outputs.picture.split(separator: ".").last?.lowercased()
        guard ending == "jpg" || ending == "jpeg" else {
            throw PrismError(
                .usage, "\"\(outputs.picture)\" does not end in .jpg: the picture is a JPEG")
        }
        outputs.merged = arguments[NightOptions.merged]
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
        if arguments[NightOptions.isFixed] { job.stack.merge = .kappaSigma }
        if arguments[NightOptions.isPlain] {
            job.stack.aligns = false
            job.stack.findsHotPixels = false
        }
        job.software = "Prism \(Version.text)"
        self.job = job
    }

    /// Processors that are online.
    private static let processors = max(1, min(64, sysconf(Int32(_SC_NPROCESSORS_ONLN))))

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
        return "\(used) of \(frames.count) frames\(median)\n" + (left + written).joined()
    }

    /// The last line of JSON output.
    var event: JSONValue {
        [
            "event": "saved", "frames": .integer(Int64(frames.count)),
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
