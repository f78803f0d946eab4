// SPDX-License-Identifier: MIT
// prism bridge build: compiles the plug-in for the libcamera that is installed.

internal import Glibc
import PrismCore

enum BridgeBuildCommand {
    private static let output = Option<String>(
        "output", short: "o", "DIRECTORY", "Where the plug-in goes.",
        fallback: "~/.local/share/prism/plugins", examples: ["/usr/local/lib/prism"],
        completion: .directory
    ) { (text: String) throws(PrismError) in
        guard !text.isEmpty else { throw PrismError(.usage, "the path is empty") }
        return text
    }

    static let command = Command(
        name: "bridge build", summary: "compile the plug-in for the libcamera installed here",
        discussion: [
            "libcamera has no stable binary interface, so each of its releases needs a plug-in of its own."
                + " This compiles one from source with g++ and libcamera-dev alone; it is named after the"
                + " libcamera it is for, and the others stay."
        ],
        options: [output.spec, CommonOptions.json.spec, CommonOptions.help.spec],
        examples: [
            .init(line: "prism bridge build", purpose: "For the present user."),
            .init(
                line: "prism bridge build --output /usr/local/lib/prism",
                purpose: "For every user of this machine (as root)."),
        ],
        run: run)

    private static func run(_ invocation: Invocation) async throws {
        let folder = try invocation.arguments[output] ?? userFolder()
        let script = try script()
        let result = try await ChildProcess.run(script, [folder], on: invocation.work)
        guard !Task.isCancelled else { throw PrismError(.cancelled, "called off") }
        guard result.status == 0 else { throw failure(result) }
        let path = result.standardOutput.split(separator: "\n").last.map(String.init) ?? folder
        await invocation.console.show(path.onOneLine + "\n", ["plugin": .string(path)])
    }

    /// The last line of the script says what is wrong; the compiler's own come before it.
    static func failure(_ result: ChildProcess.Result) -> PrismError {
        let lines = result.standardError.split(separator: "\n")
        let compiler = lines.first { $0.contains("error:") }
        let last = lines.last.map(String.init) ?? "the build script ended with \(result.status)"
        let prefix = "prism bridge build: "
        let text = last.hasPrefix(prefix) ? String(last.dropFirst(prefix.count)) : last
        return PrismError(.unsupported, compiler.map { "\(text): \($0)" } ?? text)
    }

    private static func userFolder() throws(PrismError) -> String {
        if let data = Environment.value("XDG_DATA_HOME"), !data.isEmpty {
            return data + "/prism/plugins"
        }
        guard let home = Environment.value("HOME"), !home.isEmpty else {
            throw PrismError(.usage, "HOME is not set; say where with --output DIRECTORY")
        }
        return home + "/.local/share/prism/plugins"
    }

    /// Where the script may lie, seen from the program: installed beside it, or in its checkout.
    static func candidates(program: String) -> [String] {
        let parts = program.split(separator: "/").dropLast().map(String.init)
        let parents = (0...min(parts.count, 5)).map {
            "/" + parts.dropLast($0).joined(separator: "/")
        }
        let installed =
            parents.prefix(2).last.map { ["\($0)/share/prism/prism-libcamera/build"] } ?? []
        return installed + ["/usr/share/prism/prism-libcamera/build"]
            + parents.map { "\($0)/Sources/prism-libcamera/build" }
    }

    private static func script() throws(PrismError) -> String {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        let program = String(
            decoding: buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        guard let script = candidates(program: program).first(where: { access($0, X_OK) == 0 })
        else {
            throw PrismError(
                .unsupported,
                "the plug-in's source is not installed (package prism-libcamera-source)")
        }
        return script
    }
}
