// SPDX-License-Identifier: MIT
// prism timelapse: pictures on a grid of time, that a kill, a power cut or a reboot cannot spoil.

import PrismCapture
import PrismCore

enum TimelapseCommand {
    static let command = Command(
        name: "timelapse", summary: "take photographs at regular times",
        discussion: [
            "Takes a photograph at each point of a grid of time. A shot that comes too late is skipped and"
                + " counted, so that the others stay on the grid. Every file appears whole or not at all;"
                + " the journal in the directory's .prism says what became of each.",
            "A signal ends the run in order, and --resume goes on with it, also after a power cut. After a"
                + " reboot it waits for the clock to be synchronised and finds the grid again.",
            "A camera that is unplugged is waited for, 30 seconds long and not beyond the end of the run; the"
                + " shots of that time are skipped. Where it does not come back the status is 10.",
        ],
        options: options,
        examples: [
            .init(
                line: "prism timelapse --every 10s --for 2h -o 'clouds/%06d.jpg'",
                purpose: "720 pictures."),
            .init(
                line: "prism timelapse --every 10s --for 2h -o 'clouds/%06d.jpg' --resume",
                purpose: "Begins, or goes on where it was ended: for cron or a service."),
            .init(
                line: "prism timelapse --every 100ms --count 50 -o 'fast/%04d.jpg' --shutter 1/500",
                purpose: "Ten pictures a second."),
            .init(
                line: "prism timelapse --every 20s --for 12h -o 'sky/%06d.jpg' --night auto",
                purpose: "Pictures in the dark are made of several frames."),
        ],
        run: run)

    // Group by group: the sum of them all is too much for the 6.0.3 compiler.
    private static var options: [OptionSpec] {
        var options: [OptionSpec] = [OutputOptions.template.spec]
        options += GridOptions.all + [GridOptions.night.spec]
        options.append(CommonOptions.camera.spec)
        options += ExposureOptions.all
        options += PictureOptions.all
        options += [ModeOptions.mode.spec] + PhotoOptions.all
        options += FilterOptions.chainOptions
        options.append(OutputOptions.timeout.spec)
        options += HookOptions.all
        options += [CommonOptions.json.spec, CommonOptions.help.spec]
        return options
    }

    private static func run(_ invocation: Invocation) async throws {
        let request = try TimelapseRequest(invocation.arguments)
        // Refuses a wrong template or place before the camera is touched.
        let trial = try TimelapseRun(
            request.plan(camera: "", size: PixelSize(width: 0, height: 0)), options: request.options
        )
        try await invocation.work.run { () throws(PrismError) in try trial.checkPlace() }
        let hook = try HookOptions.hook(of: invocation.arguments)
        let reporter = TimelapseReporter(
            total: request.count, console: invocation.console, hook: hook, root: try request.root)
        let heartbeat = ServiceHeartbeat()
        defer { heartbeat.stop() }
        let summary: TimelapseSummary
        do throws(PrismError) {
            summary = try await take(request, reporter, heartbeat, invocation)
        } catch let error where error.code == .cancelled && Task.isCancelled {
            // By a signal before the run went on: all that there was is whole.
            await reporter.finish()
            let text = "called off before the first shot; --resume goes on\n"
            return await invocation.console.show(text, ["event": "summary", "isComplete": false])
        } catch {
            // What was taken before the error is told before it.
            await reporter.finish()
            throw error
        }
        if summary.isComplete { heartbeat.complete() }
        let room = await reporter.finish()
        await invocation.tell(await hook?.finish())
        await invocation.console.show(summary.text, summary.json)
        guard summary.failed == 0 else {
            throw PrismError(.inputOutput, "\(summary.failed) shots failed; the journal says why")
        }
        guard room.skipped == 0 else {
            throw PrismError(.diskFull, "\(room.skipped) shots were skipped to keep --min-free")
        }
    }

    private static func take(
        _ request: TimelapseRequest, _ reporter: TimelapseReporter,
        _ heartbeat: ServiceHeartbeat, _ invocation: Invocation
    ) async throws(PrismError) -> TimelapseSummary {
        // Weeks outdoors: a cable with a loose contact is waited for.
        let chain = try await invocation.work.run { () throws(PrismError) in
            try request.filters.makeChain()
        }
        let needs = CameraNeeds(
            selection: request.camera, size: request.size, mode: request.mode,
            transform: request.photo.transform, bufferCount: TimelapseRun.bufferCount,
            wantsSensorHDR: request.wantsSensorHDR,
            wait: HookOptions.cameraWait(of: invocation.arguments),
            recovery: RecoveryPolicy(returnTimeout: 30_000_000_000))
        return try await CameraUse.with(needs, in: invocation) { camera throws(PrismError) in
            let descriptor = camera.session.descriptor
            let run = try TimelapseRun(
                request.plan(camera: descriptor.id, size: camera.size), options: request.options)
            return try await run.run(
                camera: camera.session, settings: request.settings,
                encoder: .prism(request.picture, model: descriptor.model, chain: chain),
                report: { reporter.settled($0) }, onEvent: { reporter.happened($0) },
                onFrame: { heartbeat.frameCame() })
        }
    }
}

extension TimelapseRequest {
    /// The plan as it goes into the journal.
    func plan(camera: String, size: PixelSize) -> TimelapsePlan {
        TimelapsePlan(
            interval: interval, count: count, output: picture.output, camera: camera,
            width: size.width,
            height: size.height, settings: texts)
    }

    var options: PrismCapture.TimelapseOptions {
        var options = PrismCapture.TimelapseOptions(
            start: resumes ? .resume : .new, durability: durability, waitForTime: clockWait,
            meteringTime: settling, housekeeping: housekeeping, stopTime: stopTime)
        options.stacksAtNight = stacksAtNight
        return options
    }

    /// The directory under which all pictures lie.
    var root: String {
        get throws(PrismError) { try OutputTemplate(picture.output).split.root }
    }
}

extension TimelapseSummary {
    /// `10 pictures, 0 skipped; complete`.
    var text: String {
        let failures = failed > 0 ? ", \(failed) failed" : ""
        let end = isComplete ? "complete" : "ended before shot \(next); --resume goes on"
        return "\(done) pictures, \(skipped) skipped\(failures); \(end)\n"
    }

    var json: JSONValue {
        [
            "event": "summary", "done": .integer(Int64(done)), "skipped": .integer(Int64(skipped)),
            "failed": .integer(Int64(failed)), "next": .integer(Int64(next)),
            "isComplete": .bool(isComplete), "adopted": .integer(Int64(recovery.adopted)),
            "interrupted": .integer(Int64(recovery.interrupted)),
        ]
    }
}
