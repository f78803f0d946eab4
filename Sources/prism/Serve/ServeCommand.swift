// SPDX-License-Identifier: MIT
// prism serve and prism shell: a camera that stays armed, and answers JSON lines.

internal import Glibc
import PrismCore

enum ServeCommand {
    static let socket = Option<String>(
        "socket", "PATH", "The Unix socket; only this user may connect.",
        examples: ["/run/user/1000/prism.sock"], completion: .file
    ) { (text: String) throws(PrismError) in
        guard !text.isEmpty else { throw PrismError(.usage, "the path is empty") }
        return text
    }.required

    static let all = [serve, shell]

    private static let language =
        "Each line in is an object: {\"do\":\"shoot\",\"file\":\"a.jpg\"}, with configure, set, shoot, status, watch,"
        + " unwatch, quit and stop. Each gets one line back, with the \"id\" it had. The schema, version 1, is in"
        + " the documentation, Scripting."

    private static let options = [
        CommonOptions.camera.spec, HookOptions.cameraWait.spec, CommonOptions.json.spec,
        CommonOptions.help.spec,
    ]

    private static let serve = Command(
        name: "serve", summary: "keep a camera armed and answer on a socket",
        discussion: [
            "Opens the camera, keeps it running, and takes photographs for whoever connects: no program has to"
                + " start, no camera to settle.",
            language,
        ],
        options: [socket.spec] + options,
        examples: [
            .init(
                line: "prism serve --socket /run/user/1000/prism.sock", purpose: "For a service."),
            .init(
                line: "prism serve --socket cam.sock --camera mock",
                purpose: "With a simulated camera."),
        ],
        run: answerClients)

    private static func answerClients(_ invocation: Invocation) async throws {
        let path = invocation.arguments[socket] ?? ""
        let place = try await invocation.work.run { () throws(PrismError) in try ServeSocket(path) }
        defer { place.remove() }
        try await ServeLoop(LineServer(listener: place.descriptor), invocation).run()
    }

    private static let shell = Command(
        name: "shell", summary: "keep a camera armed and answer on standard input",
        discussion: [
            "The same as prism serve for one client: lines on standard input, answers on standard output. The end"
                + " of the input is the end.",
            language,
        ],
        options: options,
        examples: [
            .init(line: "prism shell --camera mock", purpose: "To try the language by hand.")
        ],
        run: answerInput)

    private static func answerInput(_ invocation: Invocation) async throws {
        try await ServeLoop(LineServer(listener: nil), invocation).run()
    }
}
