// SPDX-License-Identifier: MIT
// The shutter: what a tap and a long press do in each mode; pure, times come in from outside.

/// A shutter button, wherever it is: on the screen, on a keyboard, on a line of the board's header.
public struct ShutterButton: Hashable, Sendable {
    /// What the camera is about to do, or does.
    public enum Mode: Hashable, Sendable { case photo, videoReady, recording }

    /// What a press asks for.
    public enum Action: Hashable, Sendable {
        /// One photograph.
        case photograph
        /// Photographs until ``endBurst``.
        case beginBurst
        /// Enough.
        case endBurst
        /// Recording begins.
        case startRecording
        /// Recording ends.
        case stopRecording
    }

    /// Nanoseconds after which a press is a long one.
    public static let longPress: Int64 = 500_000_000

    /// What the camera is about to do.
    public private(set) var mode: Mode
    private var pressedAt: Int64?
    private var isBursting = false

    /// Makes a button.
    public init(mode: Mode = .photo) { self.mode = mode }

    /// True while it is held down, for drawing it so.
    public var isPressed: Bool { pressedAt != nil }

    /// When ``tick(at:)`` is due, in the caller's clock; nil: not at all.
    public var deadline: Int64? {
        guard let pressedAt, mode == .photo, !isBursting else { return nil }
        return pressedAt + ShutterButton.longPress
    }

    /// Another mode; a press that is under way is forgotten.
    public mutating func set(_ mode: Mode) -> Action? {
        defer {
            self.mode = mode
            pressedAt = nil
            isBursting = false
        }
        return isBursting ? .endBurst : nil
    }

    /// The button goes down. A second press without a release between is none.
    public mutating func press(at now: Int64) {
        if pressedAt == nil { pressedAt = now }
    }

    /// Time passes.
    public mutating func tick(at now: Int64) -> Action? {
        guard let deadline, now >= deadline else { return nil }
        isBursting = true
        return .beginBurst
    }

    /// The button comes up; `isInside` false where the finger slid off, which calls a tap off.
    public mutating func release(at now: Int64, isInside: Bool = true) -> Action? {
        guard pressedAt != nil else { return nil }
        pressedAt = nil
        if isBursting {
            isBursting = false
            return .endBurst
        }
        guard isInside else { return nil }
        switch mode {
        case .photo: return .photograph
        case .videoReady:
            mode = .recording
            return .startRecording
        case .recording:
            mode = .videoReady
            return .stopRecording
        }
    }
}
