// SPDX-License-Identifier: MIT
// The program: reads the command line, runs the command, turns its end into an exit status.

internal import Glibc
import PrismCore

@main
struct Program {
    static func main() {
        keepStandardDescriptors()
        if let app = CompatApp(path: CommandLine.arguments[0]) { CompatProgram.main(app) }
        let signals = Signals()
        Environment.startLog()
        let words = Array(CommandLine.arguments.dropFirst())
        let failure = Failure(isJSON: words.prefix { $0 != "--" }.contains("--json"))
        do throws(PrismError) {
            try ArgumentEncoding.check()
            switch try CommandTable.prism.read(words) {
            case .version(let isJSON):
                Console.write(isJSON ? Version.json.text : "prism \(Version.text)", to: 1)
                Console.write("\n", to: 1)
            case .help(let command):
                let table = CommandTable.prism
                Console.write(command.map { table.help(for: $0) } ?? table.help, to: 1)
            case .group(let name): Console.write(CommandTable.prism.help(ofGroup: name), to: 1)
            case .run(let command, let arguments):
                let run = CommandRun(command, arguments, signals, failure)
                let starter = try run.start()
                signals.wait(patience: command.patience, cancel: { starter.ring() })
            }
            failure.exitOrReportLostOutput()
        } catch {
            failure.exit(error)
        }
    }

    /// Takes the numbers of closed standard descriptors, lest a camera or a picture get them; writing to these
    /// fails as it would to the closed ones.
    private static func keepStandardDescriptors() {
        for descriptor in STDIN_FILENO...STDERR_FILENO
        where fcntl(descriptor, F_GETFD) < 0 && errno == EBADF {
            _ = open("/dev/null", O_RDONLY)
        }
    }
}
