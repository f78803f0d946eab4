// SPDX-License-Identifier: MIT
// From fingers on a screen to taps, pinches and drags; pure.

internal import Glibc

/// Reads gestures from touches.
public struct TouchReader: Hashable, Sendable {
    /// A finger's event.
    public enum Touch: Hashable, Sendable {
        /// A finger, by its number, touches here.
        case down(Int, Point)
        /// It is here now.
        case moved(Int, Point)
        /// It has left.
        case up(Int)
        /// The system took the touches away.
        case cancelled
    }

    /// What the fingers mean.
    public enum Gesture: Hashable, Sendable {
        /// A short touch that stayed where it was: focus and meter there.
        case tap(Point)
        /// Two fingers moved apart (above 1) or together, since the last one of these.
        case pinch(Double)
        /// One finger moved up (positive) or down by a part of the screen's height, since the last one of these.
        case drag(Double)
    }

    /// Part of the screen's height that a finger may wander in a tap.
    static let wander = 0.03
    /// Nanoseconds that a tap lasts at most.
    static let tapTime: Int64 = 400_000_000

    private struct Finger: Hashable, Sendable {
        var start: Point
        var place: Point
    }

    private let height: Double
    private var fingers: [Int: Finger] = [:]
    private var began: Int64 = 0
    private var isTap = false
    private var isDrag = false
    private var spread: Double?

    /// Makes a reader for a screen of some height in pixels.
    public init(height: Double) { self.height = max(1, height) }

    /// Takes an event in; `now` is in nanoseconds.
    public mutating func read(_ touch: Touch, at now: Int64) -> Gesture? {
        switch touch {
        case .down(let finger, let point):
            if fingers.isEmpty {
                began = now
                isTap = true
                isDrag = false
            } else {
                // A second finger ends a tap and a drag for good, lest the end of a pinch focus somewhere.
                isTap = false
                isDrag = false
            }
            fingers[finger] = Finger(start: point, place: point)
            spread = distance
            return nil
        case .moved(let finger, let point): return move(finger, to: point)
        case .up(let finger):
            let last = fingers.removeValue(forKey: finger)
            spread = distance
            guard fingers.isEmpty, isTap, let last else { return nil }
            isTap = false
            return now - began <= TouchReader.tapTime ? .tap(last.start) : nil
        case .cancelled:
            fingers = [:]
            isTap = false
            spread = nil
            return nil
        }
    }

    private mutating func move(_ finger: Int, to point: Point) -> Gesture? {
        guard let old = fingers[finger] else { return nil }
        fingers[finger]?.place = point
        if fingers.count == 2 { return pinch() }
        guard fingers.count == 1, isTap || isDrag else { return nil }
        let moved = hypot(point.x - old.start.x, point.y - old.start.y) / height
        if isTap, moved > TouchReader.wander {
            isTap = false
            isDrag = true
            // From where the finger began, so that nothing of the movement is lost.
            return .drag((old.start.y - point.y) / height)
        }
        return isDrag ? .drag((old.place.y - point.y) / height) : nil
    }

    private mutating func pinch() -> Gesture? {
        guard let before = spread, let now = distance, before > 0, now > 0 else { return nil }
        spread = now
        return now == before ? nil : .pinch(now / before)
    }

    /// Between two fingers; nil unless there are two.
    private var distance: Double? {
        let places = fingers.values.map(\.place)
        guard places.count == 2 else { return nil }
        return hypot(places[0].x - places[1].x, places[0].y - places[1].y)
    }
}
