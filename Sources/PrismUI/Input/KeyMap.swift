// SPDX-License-Identifier: MIT
// What each key of a keyboard, a remote or a mouse does: one table.

/// Keys by the kernel's numbers (linux/input-event-codes.h).
public enum KeyMap {
    /// What a key is for.
    enum Meaning: Hashable, Sendable {
        /// Pressed and released, as a finger does.
        case shutter
        /// Half of the shutter.
        case half
        /// At each press.
        case once(InputAction)
    }

    /// A third of a stop, as cameras have it.
    static let step = 1.0 / 3
    /// Six presses double the zoom.
    static let zoomStep = 1.122462048309373

    static let meanings: [UInt32: Meaning] = [
        1: .once(.quit),  // KEY_ESC
        12: .once(.compensate(-step)),  // KEY_MINUS
        13: .once(.compensate(step)),  // KEY_EQUAL, which is + with the shift key
        16: .once(.quit),  // KEY_Q
        23: .once(.toggle(.telemetry)),  // KEY_I
        28: .shutter,  // KEY_ENTER
        31: .once(.screenshot),  // KEY_S
        34: .once(.toggle(.grid)),  // KEY_G
        35: .once(.toggle(.histogram)),  // KEY_H
        38: .once(.toggle(.level)),  // KEY_L
        57: .shutter,  // KEY_SPACE
        74: .once(.compensate(-step)),  // KEY_KPMINUS
        78: .once(.compensate(step)),  // KEY_KPPLUS
        96: .shutter,  // KEY_KPENTER
        103: .once(.compensate(step)),  // KEY_UP
        104: .once(.zoom(zoomStep)),  // KEY_PAGEUP, as presenters have it
        105: .once(.zoom(1 / zoomStep)),  // KEY_LEFT
        106: .once(.zoom(zoomStep)),  // KEY_RIGHT
        108: .once(.compensate(-step)),  // KEY_DOWN
        109: .once(.zoom(1 / zoomStep)),  // KEY_PAGEDOWN
        // Remotes for telephones send the keys that change the volume.
        114: .shutter,  // KEY_VOLUMEDOWN
        115: .shutter,  // KEY_VOLUMEUP
        164: .shutter,  // KEY_PLAYPAUSE
        212: .shutter,  // KEY_CAMERA
        0x110: .shutter,  // BTN_LEFT
        0x1A2: .once(.zoom(zoomStep)),  // KEY_ZOOMIN
        0x1A3: .once(.zoom(1 / zoomStep)),  // KEY_ZOOMOUT
        0x210: .half,  // KEY_CAMERA_FOCUS
    ]

    /// What a key's going down or coming up asks for.
    public static func action(_ key: UInt32, isDown: Bool) -> InputAction? {
        switch meanings[key] {
        case nil: nil
        case .shutter: isDown ? .shutterPressed : .shutterReleased(isInside: true)
        case .half: isDown ? .halfPressed : .halfReleased
        case .once(let action): isDown ? action : nil
        }
    }
}
