// SPDX-License-Identifier: MIT
// Results for a person (a table) or for a program (one JSON object a line).

import Foundation

/// How results are shown.
struct Report: Sendable {
    let isJSON: Bool
    let machine: Machine

    /// What stands above the results.
    func begin() {
        guard !isJSON else { return }
        let load = Report.text(Machine.load)
        print("\(machine.model), \(machine.cores) cores, load \(load)")
    }

    /// Shows what came of one case.
    func show(_ name: String, _ outcome: Outcome) throws {
        print(isJSON ? try json(name, outcome) : table(name, outcome))
        fflush(nil)
    }

    private func table(_ name: String, _ outcome: Outcome) -> String {
        switch outcome {
        case .skipped(let reason): return "\n\(name)\n  skipped: \(reason)"
        case .failed(let reason): return "\n\(name)\n  failed: \(reason)"
        case .figures(let figures):
            return (["\n\(name)"] + figures.map(row)).joined(separator: "\n")
        }
    }

    private func row(_ figure: Figure) -> String {
        let label = figure.name.padding(toLength: 40, withPad: " ", startingAt: 0)
        let value = Report.text(figure.value)
        let gap = String(repeating: " ", count: max(0, 10 - value.count))
        let unit = figure.unit.padding(toLength: 7, withPad: " ", startingAt: 0)
        guard let target = figure.target else { return "  \(label)\(gap)\(value) \(unit)" }
        let verdict = figure.isMet == true ? "met" : "MISSED"
        return "  \(label)\(gap)\(value) \(unit) target \(Report.text(target)): \(verdict)"
    }

    private func json(_ name: String, _ outcome: Outcome) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let line = ReportLine(case: name, machine: machine, outcome: outcome)
        return String(decoding: try encoder.encode(line), as: UTF8.self)
    }

    static func text(_ target: Target) -> String {
        switch target {
        case .atMost(let limit): "<= \(text(limit))"
        case .atLeast(let limit): ">= \(text(limit))"
        case .exactly(let wanted): "= \(text(wanted))"
        case .within(let least, let most): "\(text(least)) to \(text(most))"
        }
    }

    /// Whole numbers as such, others with three significant digits or so.
    static func text(_ value: Double) -> String {
        if value == value.rounded(), abs(value) < 1e12 { return String(Int64(value)) }
        return String(
            format: abs(value) >= 100 ? "%.0f" : abs(value) >= 10 ? "%.1f" : "%.3f", value)
    }
}
