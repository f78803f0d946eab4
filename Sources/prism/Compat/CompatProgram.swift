// SPDX-License-Identifier: MIT
// The other suites' programs from the first word to the exit status.

internal import Glibc
import PrismCore

enum CompatProgram {
    /// Runs a program under its name.
    static func main(_ app: CompatApp) -> Never {
        let signals = Signals(messages: [SIGUSR1, SIGUSR2])
        let failure = Failure(isJSON: false)
        do throws(PrismError) {
            try ArgumentEncoding.check()
            let arguments = try CompatReader.read(
                Array(CommandLine.arguments.dropFirst()), for: app, file: readFile)
            if arguments.has("help") { end(CompatHelp.text(for: app), failure) }
            if arguments.has("version") { end("\(shownName): prism \(Version.text)\n", failure) }
            let environment = Environment.value("PRISM_CAMERA")
            if arguments.has("list-cameras") {
                let camera = try CompatRequest.camera(arguments["camera"], environment)
                let input = CompatInput(takesKeys: false, takesSignals: false)
                run(CompatList.command(camera), input, signals, failure)
            }
            let request = try CompatRequest(arguments, app: app, environment: environment)
            if request.verbosity > 0 {
                for line in request.warnings { Console.write("\(line)\n", to: STDERR_FILENO) }
            }
            if let tuning = request.tuningFile { setenv("LIBCAMERA_RPI_TUNING_FILE", tuning, 1) }
            let input = CompatInput(request)
            run(command(request, input), input, signals, failure)
        } catch {
            failure.exit(error)
        }
    }

    /// The name that it was started under.
    static var shownName: Substring { CommandLine.arguments[0].split(separator: "/").last ?? "" }

    private static func command(_ request: CompatRequest, _ input: CompatInput) -> Command {
        Command(
            name: request.app.rawValue, summary: "", discussion: [], options: [], examples: []
        ) { invocation in
            try await CompatRun(request, input, invocation).run()
        }
    }

    private static func run(
        _ command: Command, _ input: CompatInput, _ signals: Signals, _ failure: Failure
    ) -> Never {
        do throws(PrismError) {
            let run = CommandRun(command, Arguments(), signals, failure)
            let starter = try run.start()
            signals.wait {
                starter.ring()
            } message: { number in
                // To whom they mean nothing they are what they always are: the end.
                if !input.signal(number) { _exit(128 + number) }
            }
        } catch {
            failure.exit(error)
        }
    }

    private static func end(_ text: String, _ failure: Failure) -> Never {
        Console.write(text, to: STDOUT_FILENO)
        failure.exitOrReportLostOutput()
    }

    private static func readFile(_ path: String) throws(PrismError) -> String {
        String(decoding: try FileReader.read(path, atMost: 1 << 20), as: UTF8.self)
    }
}

extension CompatInput {
    convenience init(_ request: CompatRequest) {
        self.init(takesKeys: request.takesKeys, takesSignals: request.takesSignals)
    }
}

/// What `--help` prints, made of the table.
enum CompatHelp {
    static func text(for app: CompatApp) -> String {
        let options = CompatTable.options(of: app)
        let lines = options.compactMap { option -> String? in
            guard option.verdict(in: app) == .honoured else { return nil }
            let short = option.short.map { "-\($0), " } ?? "    "
            let value = option.form == .flag ? "" : " arg"
            return "  \(short)--\(option.name)\(value)".padded(to: 30) + option.summary
        }
        let others = options.filter { $0.verdict(in: app) != .honoured }.map { "--\($0.name)" }
        return "\(CompatProgram.shownName) by prism \(Version.text)\n\n"
            + lines.joined(separator: "\n")
            + "\n\nUnderstood, without effect or refused:\n"
            + TextWrap.lines(others.joined(separator: " "), indent: 2).joined(separator: "\n")
            + "\n"
    }
}
