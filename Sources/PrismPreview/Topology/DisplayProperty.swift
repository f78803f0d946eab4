// SPDX-License-Identifier: MIT
// A property of a connector, CRTC or plane, as the card described it.

/// A property with its present value and what it may be set to.
public struct DisplayProperty: Hashable, Sendable {
    /// What values a property takes.
    public enum Kind: Hashable, Sendable {
        /// A number; signed ranges are two's complement.
        case range(minimum: UInt64, maximum: UInt64)
        /// One of some names.
        case choice([String: UInt64])
        /// Any of some names; the number is the bit's.
        case bits([String: UInt64])
        /// Another object's identifier.
        case object
        /// A blob's identifier.
        case blob
        /// Anything else.
        case other
    }

    /// What a commit names it by; differs between cards and boots.
    public var id: UInt32
    /// What values it takes.
    public var kind: Kind
    /// The value when the card was read.
    public var value: UInt64
    /// True where only the kernel sets it.
    public var isImmutable: Bool

    /// Makes a property.
    public init(id: UInt32, kind: Kind, value: UInt64 = 0, isImmutable: Bool = false) {
        self.id = id
        self.kind = kind
        self.value = value
        self.isImmutable = isImmutable
    }

    /// The number of a named value: of a choice the value itself, of bits a mask; nil where there is no such name.
    public func number(of name: String) -> UInt64? {
        switch kind {
        case .choice(let names): names[name]
        case .bits(let names): names[name].flatMap { $0 < 64 ? 1 << $0 : nil }
        case .range, .object, .blob, .other: nil
        }
    }
}

/// Properties by name.
public typealias DisplayProperties = [String: DisplayProperty]
