// SPDX-License-Identifier: MIT
// prism controls: what a camera's controls are, what they are set to, and what comes of setting them.

import PrismCore

enum ControlsCommand {
    private static let explain = Option(
        flag: "explain", "Says of each control what was asked, what came, and what limited it.")

    private static let everything = Option(
        flag: "all", "Lists the camera's own controls too, by libcamera's names.")

    /// Big enough to meter and to focus by, small enough to be fast.
    private static let usual = PixelSize(width: 640, height: 480)

    static let command = Command(
        name: "controls", summary: "list, read and set a camera's controls",
        discussion: [
            "Without more words, or with list, prints every control with its limits or its choices, or why"
                + " this camera lacks it.",
            "get starts the camera, waits until exposure and colours have settled, and prints what is in"
                + " force. set NAME=VALUE does the same after it set the controls of the running camera.",
            "A control that the camera lacks ends set with status 6; a hint to an automatic (metering,"
                + " flicker, focus range …) is left out and reported.",
        ],
        operands: .init(placeholder: "list|get [NAME …]|set NAME=VALUE …", count: 0...64),
        options: [
            explain.spec, everything.spec, PictureOptions.size.spec, OutputOptions.timeout.spec,
            CommonOptions.camera.spec, CommonOptions.json.spec, CommonOptions.help.spec,
        ],
        examples: [
            .init(line: "prism controls", purpose: "Lists the controls of the first camera."),
            .init(
                line: "prism controls set shutter=1/50 gain=2 flicker=50hz --explain",
                purpose: "Sets three of a running camera and says what came of each."),
            .init(line: "prism controls get awb focus", purpose: "Prints two that are in force."),
        ],
        run: run)

    private static func run(_ invocation: Invocation) async throws {
        let request = try ControlsRequest(invocation.arguments)
        let needs = CameraNeeds(
            selection: try CommonOptions.camera(of: invocation.arguments),
            size: try PictureOptions.size(of: invocation.arguments)
                ?? (request.verb == .list ? nil : ControlsCommand.usual))
        let listsAll = invocation.arguments[everything]
        let explains = invocation.arguments[explain]
        try await CameraUse.with(needs, in: invocation) { use throws(PrismError) in
            let camera = use.session
            switch request.verb {
            case .list:
                for summary in await camera.capabilities.summaries
                where request.covers(summary.control) {
                    await invocation.console.show(summary.line, summary.json)
                }
                guard listsAll else { return }
                for control in try await camera.controls().all {
                    await invocation.console.show(control.line, control.json)
                }
            case .get, .set:
                for line in try await report(request, camera) where request.covers(line.control) {
                    await invocation.console.show(line.text(explains: explains), line.json)
                }
            }
        }
    }

    private static func report(
        _ request: ControlsRequest, _ camera: CameraSession
    ) async throws(PrismError) -> [ControlExplanation.Line] {
        try await camera.start()
        let runner = CaptureRunner(camera)
        // The camera runs before anything is set, so that it is set live.
        _ = try await runner.run(.immediate(within: 1_000_000_000)) { _ in }
        let ticket = try await camera.set(request.settings)
        _ = try await runner.run(.still(settlingWithin: request.settling)) { _ in }
        let told = ticket.ignored.map { "\($0.control.rawValue): \($0.reason.text)" }
        for line in told { Console.write("prism: note: \(line)\n", to: 2) }
        return await camera.explanation().lines
    }
}

/// What `prism controls` is asked for.
struct ControlsRequest: Equatable, Sendable {
    enum Verb: String, CaseIterable, Sendable {
        case list, get, set
    }

    let verb: Verb
    /// The controls that are asked about; empty: all.
    let names: [ControlName]
    let settings: ControlSettings
    /// Longest wait for exposure and colours, in nanoseconds.
    let settling: Int64

    init(_ arguments: Arguments) throws(PrismError) {
        let words = arguments.operands
        verb = try ControlsRequest.verb(words.first)
        let rest = Array(words.dropFirst())
        settling = (arguments[OutputOptions.timeout] ?? .seconds(5)).wholeNanoseconds
        guard verb == .set else {
            names = try rest.map { word throws(PrismError) in try ControlReader.name(word) }
            settings = ControlSettings()
            return
        }
        guard !rest.isEmpty else {
            throw PrismError(.usage, "controls set needs NAME=VALUE, for example gain=2")
        }
        let wishes = try rest.map {
            word throws(PrismError) -> (ControlName, ControlSettings) in
            let wish = try ControlReader.assignment(word)
            return (try ControlReader.name(String(word.prefix { $0 != "=" })), wish)
        }
        names = wishes.map(\.0)
        settings = try .joined(wishes)
    }

    private static func verb(_ word: String?) throws(PrismError) -> Verb {
        guard let word else { return .list }
        if let verb = Verb(rawValue: word) { return verb }
        let known = Verb.allCases.map(\.rawValue)
        let hint = Suggestion.hint(for: word, among: known)
        throw PrismError(
            .usage, "controls: \"\(word)\": use \(known.joined(separator: ", "))\(hint)")
    }

    /// True where a control is asked about.
    func covers(_ control: ControlName) -> Bool { names.isEmpty || names.contains(control) }
}
