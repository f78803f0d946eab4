// SPDX-License-Identifier: MIT
// A filter in its place in a chain.

/// A filter and how much of it is seen.
public struct FilterStep: Sendable {
    /// The filter.
    public var filter: any Filter
    /// 0…1 between the step before (0, bit for bit) and the filter's whole effect (1).
    public var intensity: Double

    /// Makes a step.
    public init(_ filter: any Filter, intensity: Double = 1) {
        self.filter = filter
        self.intensity = intensity
    }

    /// The word that names the filter; a custom one has a name of its own.
    public var name: String { filter.displayName }
}

extension Filter {
    /// What plans and errors call it.
    var displayName: String { (self as? any CustomNamed)?.name ?? Self.manual.name }
}

/// A custom filter's own name.
protocol CustomNamed {
    var name: String { get }
}

extension CustomColor: CustomNamed {}
