// SPDX-License-Identifier: MIT
// prism night: a burst of frames, from the camera or from files, to one clean picture.

import PrismCore
import PrismNight

enum NightCommand {
    static let command = Command(
        name: "night", summary: "take a clean picture in the dark, or merge a burst of raw frames",
        discussion: [
            "Meters with short frames, plans (--plan says what and why), holds exposure, gain, colours"
                + " and focus, and merges frames as they come: 1 to 3 seconds from the hand, up to 10 on"
                + " a stand, minutes of stars. What the camera's controls were before they are again"
                + " afterwards, however it ends.",
            "Ctrl-C ends it early with the best so far, as does a camera that fails; a second Ctrl-C ends"
                + " it without. Frames that come faster than they are merged are dropped and counted.",
            "With --from merges files instead. Either way frames are aligned, what moved is left out, and the"
                + " mean is written as a brightened JPEG. Memory does not grow with the number of frames. Frames"
                + " that do not fit, or cannot be read, are left out; the report says which and why.",
            "NAME.pgm has its facts in NAME.json: order (RGGB, GRBG, GBRG or BGGR), bits, black (a number, or"
                + " a list for R, Gr, Gb, B) and white; where they are known also noise (slope and"
                + " offset), asShotNeutral, colorMatrix, baselineExposure, orientation, exposureTime"
                + " (seconds), analogueGain and model.",
            "Every file appears whole or not at all. Where one cannot be written, the others still are,"
                + " and the exit status tells.",
        ],
        operands: Command.Operands(placeholder: "MORE FRAMES", count: 0...100_000),
        options: NightCameraOptions.all + NightOptions.all
            + [CommonOptions.json.spec, CommonOptions.help.spec],
        examples: [
            .init(line: "prism night -o night.jpg", purpose: "Finds out by itself how it is held."),
            .init(
                line: "prism night --stable --raw -o night.jpg",
                purpose: "On a stand, with the merged mosaic beside the picture."),
            .init(
                line: "prism night --astro 4m -o stars.jpg",
                purpose: "Four minutes of stars, brought to the first frame's sky."),
            .init(line: "prism night --plan", purpose: "Says what would be done, and why."),
            .init(
                line: "prism night --from burst/*.dng -o night.jpg",
                purpose: "A picture of files, brightened by what they ask for, else 3 stops."),
            .init(
                line: "prism night --from burst/*.dng -o night.jpg --merged night.dng --ev 2",
                purpose: "With the merged mosaic for another raw converter."),
            .init(
                line: "prism night --from one.dng -o one.jpg --ev 0",
                purpose: "Develops a single frame."),
        ],
        // The picture of what was merged is rendered after the first signal.
        patience: 60_000_000_000,
        run: run)

    private static func run(_ invocation: Invocation) async throws {
        if invocation.arguments[NightOptions.from] == nil {
            return try await NightLiveRun(invocation).run()
        }
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
