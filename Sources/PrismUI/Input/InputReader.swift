// SPDX-License-Identifier: MIT
// From events of devices to wishes: keys by their table, fingers by where they are; pure.

/// Reads events of every device of a screen.
public struct InputReader: Hashable, Sendable {
    /// A place on the screen where a finger presses the shutter, in parts of the screen.
    public struct Shutter: Hashable, Sendable {
        /// Its middle.
        public var center: Point
        /// Its radius in parts of the width and of the height.
        public var radius: Point

        /// Makes a place.
        public init(center: Point, radius: Point) {
            self.center = center
            self.radius = radius
        }

        func contains(_ point: Point) -> Bool {
            let x = (point.x - center.x) / max(radius.x, .leastNonzeroMagnitude)
            let y = (point.y - center.y) / max(radius.y, .leastNonzeroMagnitude)
            return x * x + y * y <= 1
        }
    }

    /// Stops that a drag over the whole height of the screen is worth.
    static let dragStops = 4.0

    /// Where the shutter is drawn; nil where it is not.
    public var shutter: Shutter?
    /// Points come in parts of the screen, so its height is 1.
    private var touches = TouchReader(height: 1)
    private var shutterFinger: Int?
    private var isInside = false

    /// Makes a reader.
    public init(shutter: Shutter? = nil) { self.shutter = shutter }

    /// Takes an event in; `now` is in nanoseconds.
    public mutating func read(_ event: InputEvent, at now: Int64) -> InputAction? {
        switch event {
        case .key(let key, let isDown): KeyMap.action(key, isDown: isDown)
        // Away from the person is closer to the subject.
        case .wheel(let clicks): clicks == 0 ? nil : .zoom(InputReader.factor(-clicks))
        case .touch(let touch): read(touch, at: now)
        case .added, .removed: nil
        }
    }

    private static func factor(_ clicks: Double) -> Double {
        let clicks = Int(max(-20, min(20, clicks.rounded(.awayFromZero))))
        return (0..<abs(clicks)).reduce(1) { factor, _ in
            clicks > 0 ? factor * KeyMap.zoomStep : factor / KeyMap.zoomStep
        }
    }

    private mutating func read(_ touch: TouchReader.Touch, at now: Int64) -> InputAction? {
        if let action = readShutter(touch) { return action }
        if case .moved(let finger, _) = touch, finger == shutterFinger { return nil }
        switch touches.read(touch, at: now) {
        case nil: return nil
        case .tap(let point): return .focus(point)
        case .pinch(let factor): return .zoom(factor)
        case .drag(let part): return .compensate(part * InputReader.dragStops)
        }
    }

    /// The finger that went down on the shutter presses it until it comes up, wherever it goes meanwhile.
    private mutating func readShutter(_ touch: TouchReader.Touch) -> InputAction? {
        switch touch {
        case .down(let finger, let point):
            guard shutterFinger == nil, shutter?.contains(point) == true else { return nil }
            shutterFinger = finger
            isInside = true
            return .shutterPressed
        case .moved(let finger, let point):
            if finger == shutterFinger { isInside = shutter?.contains(point) == true }
            return nil
        case .up(let finger):
            guard finger == shutterFinger else { return nil }
            shutterFinger = nil
            return .shutterReleased(isInside: isInside)
        case .cancelled:
            guard shutterFinger != nil else { return nil }
            shutterFinger = nil
            _ = touches.read(.cancelled, at: 0)
            return .shutterReleased(isInside: false)
        }
    }
}
