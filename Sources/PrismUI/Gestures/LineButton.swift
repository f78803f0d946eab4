// SPDX-License-Identifier: MIT
// A button on lines of the board's header: debounced, with a half press where it has two contacts; pure.

/// A button of one or two contacts.
public struct LineButton: Hashable, Sendable {
    /// Which contact.
    public enum Contact: Hashable, Sendable { case half, full }

    /// What the button does.
    public enum Event: Hashable, Sendable {
        /// Pressed half way: focus and hold the exposure.
        case halfPressed
        /// Pressed down.
        case pressed
        /// Let go to half way.
        case released
        /// Let go altogether.
        case halfReleased
    }

    /// Nanoseconds in which a contact may bounce: data sheets of tactile switches say 5 to 10 ms.
    public static let bounce: Int64 = 20_000_000

    private struct Line: Hashable, Sendable {
        var isClosed = false
        /// Not before this time is a change believed.
        var quietUntil: Int64 = .min
        /// What the line was last seen at, which counts once it is quiet.
        var seen = false
    }

    private var half = Line()
    private var full = Line()

    /// Makes a button that nobody presses.
    public init() {}

    /// When ``tick(at:)`` is due; nil: not at all.
    public var deadline: Int64? {
        let waiting = [half, full].filter { $0.seen != $0.isClosed }.map(\.quietUntil)
        return waiting.min()
    }

    /// A contact opened or closed. The first edge counts at once, and those that follow it within the bounce do not.
    public mutating func edge(_ contact: Contact, isClosed: Bool, at now: Int64) -> [Event] {
        switch contact {
        case .half:
            guard LineButton.take(&half, isClosed, now) else { return [] }
            return [half.isClosed ? .halfPressed : .halfReleased]
        case .full:
            guard LineButton.take(&full, isClosed, now) else { return [] }
            return [full.isClosed ? .pressed : .released]
        }
    }

    /// Time passes: a contact that bounced to its other state and stayed there is believed now.
    public mutating func tick(at now: Int64) -> [Event] {
        let (wasHalf, wasFull) = (half.seen, full.seen)
        return edge(.half, isClosed: wasHalf, at: now) + edge(.full, isClosed: wasFull, at: now)
    }

    private static func take(_ line: inout Line, _ isClosed: Bool, _ now: Int64) -> Bool {
        line.seen = isClosed
        guard isClosed != line.isClosed, now >= line.quietUntil else { return false }
        line.isClosed = isClosed
        line.quietUntil = now + bounce
        return true
    }
}
