// SPDX-License-Identifier: MIT
// Frames in, and what is made of them.

import PrismCore
import PrismNight

enum NightOptions {
    static let from = Option<String>(
        "from", "FILE",
        "The frames: DNG, other raw files, or 16-bit PGM with a JSON file beside it. More files may"
            + " follow, so that a shell's pattern works.",
        fallback: "frames of the camera", examples: ["night/*.dng"], completion: .file, read: path
    )

    static let merged = file("merged", "DNG", "Also writes the merged mosaic.", "merged.dng")
    static let denoised = file(
        "denoised", "DNG", "Also writes the merged mosaic after denoising.", "clean.dng")
    static let report = file(
        "report", "JSON", "Also writes what became of each frame, and timings.", "report.json")
    static let rejection = file(
        "rejection", "PNG", "Also writes a map: bright where all frames count, dark where few do.",
        "map.png")

    static let brightening = Option<Double>(
        "ev", "STOPS", "How much brighter than the frames the picture is to be, 0 to 6.",
        fallback: "what the plan or the frames ask for, else 3", examples: ["3", "1.5"]
    ) { (text: String) throws(PrismError) in try NumberReader.decimal(text, in: 0...6) }

    static let local = Option<Double>(
        "local", "STOPS", "How much less bright areas are brightened than dark ones, 0 to 6.",
        fallback: "1", examples: ["0", "1.5"]
    ) { (text: String) throws(PrismError) in try NumberReader.decimal(text, in: 0...6) }

    static let denoise = Option<Double>(
        "denoise", "STRENGTH",
        "How much of the noise that is left is taken away: 0 none, 1 all that the model knows.",
        fallback: "0.8", examples: ["0", "1"]
    ) { (text: String) throws(PrismError) in try NumberReader.decimal(text, in: 0...10) }

    static let reference = Option<NightJob.Reference>(
        choice: "reference", "WHICH",
        "Files: the frame that the others are brought to: the sharpest of the first, the sharpest of the"
            + " first three (early, as bursts of a camera have it), or the first.",
        fallback: "sharpest")

    static let threads = Option<Int>(
        "threads", "NUMBER", "Threads that share the work.", fallback: "as many as processors",
        examples: ["1"]
    ) { (text: String) throws(PrismError) in try NumberReader.whole(text, in: 1...64) }

    static let quality = Option<Int>(
        "quality", short: "q", "PERCENT", "Quality of the JPEG, from 1 to 100.", fallback: "95",
        examples: ["93"]
    ) { (text: String) throws(PrismError) in try NumberReader.whole(text, in: 1...100) }

    static let isFixed = Option(
        flag: "tripod", "Files: the camera did not move: single pixels that differ are left out.")

    static let isStars = Option(
        flag: "stars",
        "Files: of the sky: aligned by stars, satellites and aeroplanes left out, skies matched.")

    static let isTrails = Option(
        flag: "trails", "Stars draw trails: the brightest of all frames, which are not aligned.")

    static let isComet = Option(
        flag: "comet", "Stars draw trails that fade: each frame keeps 97 % of what was there.")

    /// What is kept of a trail from frame to frame; nil without trails.
    static func trails(_ arguments: Arguments) -> Double? {
        arguments[isComet] ? 0.97 : arguments[isTrails] ? 1 : nil
    }

    static let isPlain = Option(
        flag: "no-corrections", "Neither aligns frames nor looks for hot pixels.")

    /// Required, but for `--plan`.
    private static let output: OptionSpec = {
        var spec = OutputOptions.file.spec
        spec.isRequired = false
        return spec
    }()

    static let all = [
        from.spec, output, merged.spec, raw.spec, denoised.spec, report.spec,
        rejection.spec, brightening.spec, local.spec, denoise.spec, quality.spec,
        reference.spec, isFixed.spec, isStars.spec, isTrails.spec, isComet.spec, isPlain.spec,
        threads.spec, OutputOptions.overwrite.spec,
    ]

    static let raw = Option(
        flag: "raw", "Also writes the merged mosaic as .dng beside the picture.")

    private static func file(
        _ name: String, _ placeholder: String, _ summary: String, _ example: String
    ) -> Option<String> {
        Option(
            name, placeholder, summary, examples: [example], completion: .file, read: path)
    }

    static let path: @Sendable (String) throws(PrismError) -> String = {
        (text: String) throws(PrismError) in
        guard !text.isEmpty else { throw PrismError(.usage, "the path is empty") }
        guard !text.contains("\0") else { throw PrismError(.usage, "a path cannot hold a NUL") }
        return text
    }
}
