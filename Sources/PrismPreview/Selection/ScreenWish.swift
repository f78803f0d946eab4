// SPDX-License-Identifier: MIT
// What the user wants of a screen: which connector, which mode.

public import PrismCore

/// A wish for a mode, as written: `1920x1080`, `1920x1080@60`, `@50`, `preferred`.
public struct ModeWish: Hashable, Sendable {
    /// Size in pixels; nil leaves it to the screen.
    public var size: PixelSize?
    /// Pictures per second; nil leaves it to the screen and the camera.
    public var refresh: Double?

    /// Makes a wish.
    public init(size: PixelSize? = nil, refresh: Double? = nil) {
        self.size = size
        self.refresh = refresh
    }

    /// Reads a wish.
    ///
    /// - Throws: `usage` where the text is no mode.
    public init(_ text: String) throws(PrismError) {
        self.init()
        guard text != "preferred" else { return }
        let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
        if let first = parts.first, !first.isEmpty {
            guard let size = ModeWish.size(first) else { throw ModeWish.unreadable(text) }
            self.size = size
        }
        if parts.count == 2 {
            guard let refresh = Double(parts[1]), refresh.isFinite, (1...1000).contains(refresh)
            else { throw ModeWish.unreadable(text) }
            self.refresh = refresh
        }
        if size == nil, refresh == nil { throw ModeWish.unreadable(text) }
    }

    private static func size(_ text: Substring) -> PixelSize? {
        let parts = text.split(separator: "x", omittingEmptySubsequences: false)
        guard parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1]),
            (1...32_768).contains(width), (1...32_768).contains(height)
        else { return nil }
        return PixelSize(width: width, height: height)
    }

    private static func unreadable(_ text: String) -> PrismError {
        PrismError(
            .usage, "no mode: \"\(text)\"; expected WIDTHxHEIGHT, WIDTHxHEIGHT@HZ, @HZ or preferred"
        )
    }
}

/// What is wanted of a screen.
public struct ScreenWish: Hashable, Sendable {
    /// Connector's name ("HDMI-A-1"), or with the card ("card1-HDMI-A-1"); nil takes the first with a screen.
    public var connector: String?
    /// Mode; nil takes the screen's own choice.
    public var mode: ModeWish?
    /// Frames per second of the camera, so that a screen shows each equally long.
    public var frameRate: Double?

    /// Makes a wish.
    public init(connector: String? = nil, mode: ModeWish? = nil, frameRate: Double? = nil) {
        self.connector = connector
        self.mode = mode
        self.frameRate = frameRate
    }
}
