// SPDX-License-Identifier: MIT
// prism night with a camera: meters, plans, takes, finishes.

internal import Glibc
import PrismCapture
import PrismCore
import PrismImage
import PrismNight

/// One night photograph from a camera.
struct NightLiveRun: Sendable {
    private let invocation: Invocation

    init(_ invocation: Invocation) { self.invocation = invocation }

    /// Takes it, or says what would be done.
    func run() async throws(PrismError) {
        let arguments = invocation.arguments
        let wish = try NightCameraOptions.wish(arguments)
        try checkWords()
        let selection = try CommonOptions.camera(of: arguments)
        if arguments[NightCameraOptions.isPlan] { return try await plan(selection, wish) }
        let request = try NightRequest(outputsOf: arguments)
        let keep = arguments[NightCameraOptions.keep]
        try await invocation.work.run { () throws(PrismError) in
            try request.checkOutputs()
            if let keep { try FilePlace.makeDirectory(keep) }
        }
        let reporter = NightReporter(frames: [], console: invocation.console)
        do throws(PrismError) {
            let burst = try await take(selection, wish, keep: keep, request, reporter)
            let report = try await finish(burst, request, reporter)
            await reporter.finish()
            if let failure = burst.keepFailure { await invocation.console.warn(failure.message) }
            await invocation.console.show(report.text, report.event)
        } catch {
            await reporter.finish()
            throw error
        }
    }

    private func checkWords() throws(PrismError) {
        let arguments = invocation.arguments
        if let word = arguments.operands.first {
            throw PrismError(.usage, "\"\(word)\": frames are given behind --from")
        }
        guard arguments[OutputOptions.file] != nil || arguments[NightCameraOptions.isPlan] else {
            throw PrismError(.usage, "--output is missing (or --plan, which takes nothing)")
        }
        let ofFiles = [
            NightOptions.reference.spec, NightOptions.isFixed.spec, NightOptions.isStars.spec,
            NightOptions.isPlain.spec,
        ]
        if let option = ofFiles.first(where: { arguments.has($0.name) }) {
            throw PrismError(.usage, "--\(option.name) is for files; see --from")
        }
    }

    private func capture(_ wish: NightWish, model: String) -> NightCapture {
        var night = NightCapture()
        night.wish = wish
        night.photo = PhotoMetadata(sensor: model)
        night.photo.software = "Prism \(Version.text)"
        night.threads = invocation.arguments[NightOptions.threads] ?? NightRequest.processors
        night.overwrites = invocation.arguments[OutputOptions.overwrite]
        night.darks = invocation.arguments[NightCameraOptions.dark].map {
            DarkLibrary(directory: $0)
        }
        return night
    }

    private func plan(
        _ selection: CameraSelection, _ wish: NightWish
    ) async throws(PrismError) {
        let (plan, scene) = try await NightCamera.with(selection, work: invocation.work) {
            (session) throws(PrismError) in
            try await capture(wish, model: session.descriptor.model).plan(session)
        }
        await invocation.console.show(
            plan.explanation.joined(separator: "\n") + "\n", plan.json(event: "plan", scene: scene))
    }

    private func take(
        _ selection: CameraSelection, _ wish: NightWish, keep: String?, _ request: NightRequest,
        _ reporter: NightReporter
    ) async throws(PrismError) -> NightBurst {
        try await NightCamera.with(selection, work: invocation.work) {
            (session) throws(PrismError) in
            var night = capture(wish, model: session.descriptor.model)
            night.keeps = keep
            return try await night.capture(from: session) { reporter.tell($0) }
        }
    }

    private func finish(
        _ burst: NightBurst, _ request: NightRequest, _ reporter: NightReporter
    ) async throws(PrismError) -> NightReport {
        try await invocation.work.run { () throws(PrismError) in
            try burst.finish(request.job, tell: { reporter.tell($0) })
        }
    }
}

/// Makes what a command needs on the disk.
enum FilePlace {
    /// Makes a directory that is not there.
    static func makeDirectory(_ path: String) throws(PrismError) {
        guard mkdir(path, 0o777) == 0 || errno == EEXIST else {
            throw .system("make \(path)", errno: errno)
        }
    }
}

extension NightPlan {
    /// The plan for programs.
    func json(event: String, scene: NightScene? = nil) -> JSONValue {
        var members: [JSONValue.Member] = [
            .init(key: "event", value: .string(event)),
            .init(key: "hold", value: .string(hold.rawValue)),
            .init(key: "exposureTime", value: .integer(exposureTime)),
            .init(key: "gain", value: .number(gain)),
            .init(key: "frames", value: .integer(Int64(frames))),
            .init(key: "duration", value: .integer(duration)),
            .init(key: "underexposure", value: .number(underexposure)),
            .init(key: "brightening", value: .number(brightening)),
            .init(key: "quality", value: .number(quality)),
            .init(key: "memory", value: .integer(Int64(memory))),
        ]
        let reasons = reasons.map { reason -> JSONValue in
            ["code": .string(reason.code), "text": .string(reason.text)]
        }
        members.append(.init(key: "reasons", value: .array(reasons)))
        if let scene { members.append(.init(key: "scene", value: scene.json)) }
        return .object(members)
    }
}

extension NightScene {
    /// The scene for programs.
    fileprivate var json: JSONValue {
        [
            "exposure": .number(exposure), "highlights": .number(highlights),
            "motion": .number(motion), "shake": .number(shake), "isStable": .bool(isStable),
        ]
    }
}
