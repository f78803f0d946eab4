// SPDX-License-Identifier: MIT
// What a command line of the other suites means: each option's fate, and the same in this program's words.

import PrismCore

/// One command line explained.
struct CompatExplanation {
    private struct Fate {
        let option: String
        let verdict: String
        let reason: String
    }

    private let fates: [Fate]
    /// The line in this program's words; nil where it has none.
    let line: String?

    init(_ words: [String], _ app: CompatApp) throws(PrismError) {
        let arguments = try CompatReader.read(words, for: app) { path throws(PrismError) in
            String(decoding: try FileReader.read(path, atMost: 1 << 20), as: UTF8.self)
        }
        fates = CompatTable.options(of: app).filter { arguments[$0.name] != nil }.map { option in
            switch option.verdict(in: app) {
            case .implied(let why)?: Fate(option: option.name, verdict: "implied", reason: why)
            case .warned(let why)?: Fate(option: option.name, verdict: "warned", reason: why)
            case .refused(let why)?: Fate(option: option.name, verdict: "refused", reason: why)
            case .honoured?, nil: Fate(option: option.name, verdict: "honoured", reason: "")
            }
        }
        guard !fates.contains(where: { $0.verdict == "refused" }) else {
            line = nil
            return
        }
        let request = try CompatRequest(arguments, app: app, environment: "mock")
        line = CompatExplanation.line(request)
    }

    private static func line(_ request: CompatRequest) -> String? {
        guard request.app.family == .still, let output = request.naming?.source else { return nil }
        let rest = request.words.map(quoted).joined(separator: " ")
        switch request.timing {
        case .every(let interval):
            let length = request.length.map { " --for \($0)ns" } ?? ""
            return "prism timelapse --every \(interval)ns\(length) -o \(quoted(output)) \(rest)"
        case .immediate: return "prism still -o \(quoted(output)) --immediate \(rest)"
        case .atEnd, .onPress, .never: return "prism still -o \(quoted(output)) \(rest)"
        }
    }

    /// A word as a shell takes it.
    private static func quoted(_ word: String) -> String {
        let plain = word.allSatisfy {
            $0.isASCII && ($0.isLetter || $0.isNumber || "-_=./:,@+".contains($0))
        }
        return plain && !word.isEmpty
            ? word
            : "'"
                + word.split(separator: "'", omittingEmptySubsequences: false)
                .joined(separator: "'\\''") + "'"
    }

    var text: String {
        var lines = fates.map { fate in
            let reason = fate.reason.isEmpty ? "" : ": \(fate.reason)"
            return "--\(fate.option)".padded(to: 26) + "\(fate.verdict)\(reason)"
        }
        if let line { lines.append("\n\(line)") }
        return lines.joined(separator: "\n") + "\n"
    }

    var json: JSONValue {
        [
            "event": "explanation",
            "options": .array(
                fates.map {
                    [
                        "option": .string($0.option), "verdict": .string($0.verdict),
                        "reason": .string($0.reason),
                    ]
                }),
            "line": line.map { .string($0) } ?? nil,
        ]
    }
}
