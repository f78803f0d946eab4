// SPDX-License-Identifier: MIT
// Colours, sizes and motion of what is drawn over the picture.

/// A colour, not premultiplied; each part 0…1.
public struct Tint: Hashable, Sendable {
    /// Red.
    public var red: Double
    /// Green.
    public var green: Double
    /// Blue.
    public var blue: Double
    /// 0 is transparent.
    public var alpha: Double

    /// Makes a colour.
    public init(_ red: Double, _ green: Double, _ blue: Double, _ alpha: Double = 1) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }
}

/// How the overlay looks.
public struct Theme: Hashable, Sendable {
    /// Lines and text.
    public var foreground = Tint(1, 1, 1, 0.9)
    /// Behind text, and over what a mask covers.
    public var backing = Tint(0, 0, 0, 0.45)
    /// What is active: focus, level, a pressed shutter.
    public var accent = Tint(1, 0.8, 0.1)
    /// Recording.
    public var alarm = Tint(0.9, 0.1, 0.1)
    /// Thickness of lines in pixels of a screen 480 high.
    public var line = 1.5
    /// Height of text in pixels of a screen 480 high.
    public var text = 18.0
    /// Nothing moves by itself: changes are at once.
    public var reducesMotion = false

    /// The usual look.
    public init() {}

    /// Text and lines half as large again.
    public static let largeText: Theme = {
        var theme = Theme()
        theme.text = 30
        theme.line = 2.5
        return theme
    }()

    /// Opaque black behind opaque white.
    public static let highContrast: Theme = {
        var theme = Theme()
        theme.foreground = Tint(1, 1, 1)
        theme.backing = Tint(0, 0, 0, 0.9)
        theme.accent = Tint(1, 1, 0)
        theme.line = 3
        return theme
    }()

    /// A size for a screen of some height.
    public func scaled(_ size: Double, height: Double) -> Double { size * max(0.5, height / 480) }
}
