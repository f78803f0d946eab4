// SPDX-License-Identifier: MIT
// One measured number with what it should be.

/// What a figure is held against.
enum Target: Sendable {
    case atMost(Double)
    case atLeast(Double)
    case exactly(Double)
    case within(Double, Double)

    func isMet(by value: Double) -> Bool {
        switch self {
        case .atMost(let limit): value <= limit
        case .atLeast(let limit): value >= limit
        case .exactly(let wanted): value == wanted
        case .within(let least, let most): value >= least && value <= most
        }
    }
}

/// A number, its unit, and its target where it has one.
struct Figure: Sendable {
    let name: String
    let value: Double
    let unit: String
    let target: Target?

    init(_ name: String, _ value: Double, _ unit: String = "", target: Target? = nil) {
        self.name = name
        self.value = value
        self.unit = unit
        self.target = target
    }

    init(_ name: String, _ value: some BinaryInteger, _ unit: String = "", target: Target? = nil) {
        self.init(name, Double(value), unit, target: target)
    }

    /// Nil where there is nothing to meet.
    var isMet: Bool? { target?.isMet(by: value) }
}

/// What came of a case.
enum Outcome: Sendable {
    case figures([Figure])
    /// Something that the case needs is missing; says what.
    case skipped(String)
    case failed(String)

    var figures: [Figure] {
        if case .figures(let figures) = self { figures } else { [] }
    }

    /// False where a target was missed or the case could not be carried out.
    var isGood: Bool {
        switch self {
        case .figures(let figures): figures.allSatisfy { $0.isMet != false }
        case .skipped: true
        case .failed: false
        }
    }
}
