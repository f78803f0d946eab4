// SPDX-License-Identifier: MIT
// prism compat: the names of other camera suites, and what their command lines mean here.

internal import Glibc
import PrismCore

enum CompatCommand {
    static let directory = Option<String>(
        "dir", "DIRECTORY", "Where the names lie.", fallback: "/usr/local/bin",
        examples: ["/usr/local/bin"], completion: .directory
    ) { (text: String) throws(PrismError) in
        guard !text.isEmpty else { throw PrismError(.usage, "the path is empty") }
        return text
    }

    static let all = [install, remove, explain]

    private static let options = [
        directory.spec, CommonOptions.json.spec, CommonOptions.help.spec,
    ]

    private static let install = Command(
        name: "compat install", summary: "answer to rpicam-still and its kin",
        discussion: [
            "Makes links from rpicam-hello, -still, -jpeg, -vid and -raw, and the same with libcamera-, to this"
                + " program, which then takes those programs' options. Nothing that is there already is touched."
        ],
        options: options,
        examples: [
            .init(line: "prism compat install", purpose: "For everybody on this machine; as root."),
            .init(line: "prism compat install --dir ~/bin", purpose: "For oneself."),
        ],
        run: installLinks)

    private static func installLinks(_ invocation: Invocation) async throws {
        let directory = invocation.arguments[directory] ?? "/usr/local/bin"
        let results = try await invocation.work.run { () throws(PrismError) in
            try CompatLinks(directory).install()
        }
        await show(results, invocation)
    }

    private static let remove = Command(
        name: "compat remove", summary: "take those names away again",
        discussion: ["Removes the links that lead to this program, and nothing else."],
        options: options,
        examples: [
            .init(line: "prism compat remove", purpose: "Undoes the installation; as root.")
        ],
        run: removeLinks)

    private static func removeLinks(_ invocation: Invocation) async throws {
        let directory = invocation.arguments[directory] ?? "/usr/local/bin"
        let results = try await invocation.work.run { () throws(PrismError) in
            try CompatLinks(directory).remove()
        }
        await show(results, invocation)
    }

    private static let explain = Command(
        name: "compat explain", summary: "say what such a command line means",
        discussion: [
            "Prints what becomes of each option of a command line of rpicam-apps, and the same wishes in this"
                + " program's own words. Nothing is opened."
        ],
        operands: .init(placeholder: "-- PROGRAM [OPTIONS]", count: 1...1_000),
        options: [CommonOptions.json.spec, CommonOptions.help.spec],
        examples: [
            .init(
                line:
                    "prism compat explain -- rpicam-still -o a.jpg --shutter 20000 --awb daylight",
                purpose: "The line that one would write instead.")
        ],
        run: explainLine)

    private static func explainLine(_ invocation: Invocation) async throws {
        let words = invocation.arguments.operands
        guard let app = CompatApp(path: words[0]) else {
            let known = CompatApp.names.joined(separator: ", ")
            throw PrismError(.usage, "\"\(words[0])\": use \(known)")
        }
        let explanation = try CompatExplanation(Array(words.dropFirst()), app)
        await invocation.console.show(explanation.text, explanation.json)
    }

    private static func show(_ results: [CompatLinks.Result], _ invocation: Invocation) async {
        for result in results {
            await invocation.console.show(
                "\(result.path.onOneLine): \(result.text)\n",
                ["event": "link", "file": .string(result.path), "result": .string(result.text)])
        }
    }
}

/// The links of the other suites' names. Blocks.
struct CompatLinks {
    /// What became of one name.
    struct Result: Equatable, Sendable {
        let path: String
        let text: String
    }

    private let directory: String
    private let program: String

    init(_ directory: String, program: String = "/proc/self/exe") throws(PrismError) {
        self.directory = directory
        guard let path = realpath(program, nil) else {
            throw .system("find this program", errno: errno)
        }
        self.program = String(cString: path)
        free(path)
    }

    func install() throws(PrismError) -> [Result] {
        try CompatApp.names.map { name throws(PrismError) in
            let path = "\(directory)/\(name)"
            if isOurs(path) { return Result(path: path, text: "is there already") }
            var status = stat()
            guard lstat(path, &status) != 0 else {
                return Result(path: path, text: "left as it is: something else has the name")
            }
            guard symlink(program, path) == 0 else {
                throw .system("make the link \(path)", errno: errno)
            }
            return Result(path: path, text: "made")
        }
    }

    func remove() throws(PrismError) -> [Result] {
        var results: [Result] = []
        for path in CompatApp.names.map({ "\(directory)/\($0)" }) where isOurs(path) {
            guard unlink(path) == 0 else {
                throw .system("remove the link \(path)", errno: errno)
            }
            results.append(Result(path: path, text: "removed"))
        }
        return results
    }

    /// Whether a path is a link to this program.
    private func isOurs(_ path: String) -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK,
            let end = realpath(path, nil)
        else { return false }
        defer { free(end) }
        return String(cString: end) == program
    }
}
