// SPDX-License-Identifier: MIT
// One line of JSON output; its field names never change.

struct ReportLine: Encodable {
    private struct Row: Encodable {
        var name: String
        var value: Double
        var unit: String
        var target: String?
        var met: Bool?
    }

    private struct Host: Encodable {
        var model: String
        var cores: Int
    }

    private let `case`: String
    private let machine: Host
    private let load: Double
    private let figures: [Row]
    private let met: Bool
    private let skipped: String?
    private let error: String?

    init(case name: String, machine: Machine, outcome: Outcome) {
        self.case = name
        self.machine = Host(model: machine.model, cores: machine.cores)
        load = Machine.load
        figures = outcome.figures.map {
            Row(
                name: $0.name, value: $0.value, unit: $0.unit, target: $0.target.map(Report.text),
                met: $0.isMet)
        }
        met = outcome.isGood
        if case .skipped(let reason) = outcome { skipped = reason } else { skipped = nil }
        if case .failed(let reason) = outcome { error = reason } else { error = nil }
    }
}
