// SPDX-License-Identifier: MIT
// A stack on its way into files.

internal import PrismCore
internal import PrismImage

/// The result of a burst, and what became of the files it was to be in.
struct NightResult {
    private let job: NightJob
    private var stacked: StackedRaw
    var report: NightReport
    /// The first error of a file.
    private(set) var failure: PrismError?

    init(_ stacked: StackedRaw, job: NightJob, failures: [Int: PrismError]) {
        self.job = job
        self.stacked = stacked
        let asked = stacked.image.facts.baselineExposure
        let brightening = job.brightening ?? (asked > 0 ? min(6, asked) : NightJob.usualBrightening)
        self.stacked.image.facts.baselineExposure = brightening
        self.stacked.image.facts.photo.software = job.software
        report = NightReport(stacked, files: job.frames, failures: failures)
        report.brightening = brightening
        if stacked.report.used > 1 {
            self.stacked.image.facts.photo.userComment = "mean of \(stacked.report.used) frames"
        }
    }

    /// Renders and writes everything; errors of single files are kept for later.
    mutating func finish(
        _ isCancelled: () -> Bool, _ tell: (NightJob.Event) -> Void
    ) throws(PrismError) {
        var watch = Stopwatch()
        var plan = job.finish
        plan.brightening = report.brightening
        plan.localContrast = min(plan.localContrast, plan.brightening)
        let finisher = try NightFinisher(plan: plan)
        let picture = try finisher.render(
            stacked.image, basis: StackBasis(stacked)
        ) { part in
            tell(.finishing(part))
            return !isCancelled()
        }
        report.timings.finish = watch.lap()
        write(picture)
        report.timings.encode = watch.lap()
        try writeMosaics(finisher)
        writeRejection()
        report.timings.write = watch.lap()
        try writeReport()
    }

    private mutating func write(_ path: String?, _ encode: (Int32) throws -> Int64) {
        guard let path else { return }
        let (verdict, error) = job.outputs.write(path, probe: job.probe, encode)
        report.outputs.append(verdict)
        failure = failure ?? error
    }

    private mutating func write(_ picture: FinishedPicture) {
        let options = JPEGOptions(quality: job.quality, thumbnail: ThumbnailOptions())
        write(job.outputs.picture) { descriptor in
            try picture.withPixels { view in
                let info = try ImageEncoder(format: .jpeg(options)).encode(
                    view, metadata: picture.photo, to: descriptor)
                return Int64(info.bytes)
            }
        }
    }

    private mutating func writeMosaics(_ finisher: NightFinisher) throws(PrismError) {
        let image = stacked.image
        write(job.outputs.merged) { Int64(try DNGEncoder().encode(image, to: $0).bytes) }
        guard job.outputs.denoised != nil else { return }
        let clean = try finisher.denoise(image, basis: StackBasis(stacked))
        write(job.outputs.denoised) { Int64(try DNGEncoder().encode(clean, to: $0).bytes) }
    }

    private mutating func writeRejection() {
        let map = stacked.weights
        let frames = max(1, stacked.report.used - 1)
        write(job.outputs.rejection) { descriptor in
            let grey = map.totals.map { total in
                UInt8(max(0, min(255, (Int(total) - 255) / frames)))
            }
            return try grey.withUnsafeBytes { bytes in
                guard let base = bytes.baseAddress else { return 0 }
                let plane = PixelView.Plane(base: base, stride: map.width, rows: map.height)
                let view = PixelView(
                    format: PixelFormat("R8  "), width: map.width, height: map.height,
                    colorSpace: .sYCC, planes: [plane])
                let encoder = ImageEncoder(format: .png(PNGOptions()))
                return Int64(try encoder.encode(view, metadata: nil, to: descriptor).bytes)
            }
        }
    }

    private mutating func writeReport() throws(PrismError) {
        guard job.outputs.report != nil else { return }
        let text = try report.json()
        write(job.outputs.report) { descriptor in
            try NightOutputs.writeAll(text, to: descriptor, "the report")
            return Int64(text.count)
        }
    }
}

extension NightReport {
    /// The report of a stack, before anything is written.
    fileprivate init(_ stacked: StackedRaw, files: [String], failures: [Int: PrismError]) {
        let noise = stacked.image.facts.noise
        self.init(
            reference: stacked.report.reference,
            frames: NightReport.frames(stacked.report, files, failures),
            transforms: stacked.report.transforms, used: stacked.report.used,
            effectiveFrames: stacked.report.effectiveFrames, scale: stacked.scale,
            noise: noise.map { model in (0..<4).map { [model.slope[$0], model.offset[$0]] } } ?? [],
            hotPixels: stacked.report.hotPixels, brightening: 0)
    }

    private static func frames(
        _ report: StackReport, _ files: [String], _ failures: [Int: PrismError]
    ) -> [Frame] {
        let verdicts = Dictionary(
            report.frames.map { ($0.frame, $0) }, uniquingKeysWith: { first, _ in first })
        return files.enumerated().map { index, file in
            guard let verdict = verdicts[index] else {
                let failure = failures[index]
                return Frame(
                    file: file, index: index, used: false, rejected: failure?.code.rawValue,
                    note: failure?.description)
            }
            return Frame(
                file: file, index: index, used: verdict.isUsed,
                rejected: verdict.rejected?.rawValue, note: verdict.note,
                transform: verdict.transform, sharpness: verdict.sharpness,
                residual: verdict.residual, weight: verdict.weight)
        }
    }
}
