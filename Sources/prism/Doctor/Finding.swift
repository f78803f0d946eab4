// SPDX-License-Identifier: MIT
// What doctor found: one line each, with the remedy and the exit status it stands for.

import PrismCore

/// One thing that was looked at.
struct Finding: Equatable, Sendable {
    /// How it is.
    enum Verdict: Equatable, Sendable {
        case ok
        /// Pictures can be taken, but something may surprise.
        case warn
        /// Pictures cannot be taken; the code decides the exit status.
        case fail(PrismError.Code)
    }

    /// What was looked at, in one word or two.
    let subject: String
    let verdict: Verdict
    /// What was found.
    let text: String
    /// What to do, as a command where one helps.
    var remedy: String?

    var word: String {
        switch verdict {
        case .ok: "ok"
        case .warn: "warn"
        case .fail: "fail"
        }
    }

    var json: JSONValue {
        var members: [JSONValue.Member] = [
            .init(key: "check", value: .string(subject)),
            .init(key: "verdict", value: .string(word)),
            .init(key: "text", value: .string(text)),
            .init(key: "remedy", value: remedy.map { .string($0) } ?? nil),
        ]
        if case .fail(let code) = verdict {
            members.append(.init(key: "code", value: .string(code.rawValue)))
        }
        return .object(members)
    }
}

/// All findings.
struct Diagnosis: Equatable, Sendable {
    var findings: [Finding] = []

    /// The first failure as an error, or nil where all is well enough.
    var error: PrismError? {
        let failures = findings.compactMap { finding -> (Finding, PrismError.Code)? in
            guard case .fail(let code) = finding.verdict else { return nil }
            return (finding, code)
        }
        guard let (finding, code) = failures.first else { return nil }
        let rest = failures.count > 1 ? " (and \(failures.count - 1) more)" : ""
        return PrismError(code, "\(finding.subject): \(finding.text)\(rest)")
    }

    /// A table for people.
    var table: String {
        let width = (findings.map(\.subject.count).max() ?? 0) + 2
        return findings.map { finding in
            let head = finding.word.padded(to: 6) + finding.subject.padded(to: width)
            let remedy =
                finding.remedy.map { "\n" + "".padded(to: 6 + width) + "-> " + $0.onOneLine } ?? ""
            return head + finding.text.onOneLine + remedy + "\n"
        }.joined()
    }

    var json: JSONValue {
        [
            "findings": .array(findings.map(\.json)),
            "exitStatus": .integer(Int64(error?.code.exitStatus ?? 0)),
        ]
    }
}
