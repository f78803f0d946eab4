// SPDX-License-Identifier: MIT
// The end of a program that failed: one line, one object with --json, one exit status.

internal import Glibc
import PrismCore

/// Reports an error and ends the process.
struct Failure: Sendable {
    let isJSON: Bool

    /// Ends the process; `signal` is what called the work off, if anything did.
    func exit(_ error: any Error, signal: Int32? = nil) -> Never {
        let report = Failure.report(error, signal: signal)
        if isJSON { Console.write(report.json.text + "\n", to: STDOUT_FILENO) }
        Console.write(report.line + "\n", to: STDERR_FILENO)
        Glibc.exit(report.status)
    }

    /// Ends the process after its work was done: with 0 where standard output took every line.
    func exitOrReportLostOutput() -> Never {
        guard let lost = Console.lostOutput else { Glibc.exit(0) }
        exit(lost)
    }

    /// What is said of an error.
    struct Report: Equatable {
        let line: String
        let json: JSONValue
        let status: Int32
    }

    /// The report of an error.
    static func report(_ error: any Error, signal: Int32?) -> Report {
        let cause = error as? PrismError ?? cause(of: error)
        var status = cause.code.exitStatus
        var text = cause.description
        if cause.code == .cancelled, let signal {
            status = 128 + signal
            text = "stopped by signal \(signal) before the work was whole"
        }
        let json: JSONValue = [
            "event": "error", "code": .string(cause.code.rawValue), "message": .string(text),
            "errno": .integer(Int64(cause.errno)), "exitStatus": .integer(Int64(status)),
        ]
        return Report(line: "prism: " + text.onOneLine, json: json, status: status)
    }

    private static func cause(of error: any Error) -> PrismError {
        error is CancellationError
            ? PrismError(.cancelled, "called off") : PrismError(.inputOutput, "\(error)")
    }
}
