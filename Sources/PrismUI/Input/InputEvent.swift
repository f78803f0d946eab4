// SPDX-License-Identifier: MIT
// What devices say, as values.

internal import CPrismInput

/// An event of a device.
public enum InputEvent: Hashable, Sendable {
    /// A key or a mouse's button, by the kernel's number (linux/input-event-codes.h).
    case key(UInt32, isDown: Bool)
    /// Fingers on a screen, in parts of it.
    case touch(TouchReader.Touch)
    /// A wheel by clicks, downwards above 0.
    case wheel(Double)
    /// A device was plugged in, or was there at the beginning.
    case added(String)
    /// It was taken away.
    case removed(String)

    /// Nil for what nobody here asks for.
    init?(_ event: prism_input_event) {
        let place = Point(x: event.x, y: event.y)
        let finger = Int(event.code)
        switch prism_input_kind(UInt32(event.kind)) {
        case PRISM_INPUT_KEY, PRISM_INPUT_BUTTON:
            self = .key(event.code, isDown: event.value != 0)
        case PRISM_INPUT_TOUCH_DOWN: self = .touch(.down(finger, place))
        case PRISM_INPUT_TOUCH_MOVE: self = .touch(.moved(finger, place))
        case PRISM_INPUT_TOUCH_UP: self = .touch(.up(finger))
        case PRISM_INPUT_TOUCH_CANCEL: self = .touch(.cancelled)
        case PRISM_INPUT_WHEEL: self = .wheel(event.y)
        case PRISM_INPUT_ADDED: self = .added(event.name.map { String(cString: $0) } ?? "")
        case PRISM_INPUT_REMOVED: self = .removed(event.name.map { String(cString: $0) } ?? "")
        default: return nil
        }
    }
}
