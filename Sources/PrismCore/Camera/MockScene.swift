// SPDX-License-Identifier: MIT
// What a simulated camera sees where it is given no picture: a scene by name, and its light.

/// A scene of the simulated camera.
public struct MockScene: Hashable, Sendable {
    /// The scenes that there are.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        /// Colour bars with the frame's number; a test pattern, so no lens blurs it.
        case bars
        /// A resolution chart: Siemens star, line groups, grey steps, a slanted edge.
        case chart
        /// A street by day, with an object that moves.
        case daylight
        /// The same street by night, with lamps, lit windows and stars.
        case night
        /// The street over a whole day: the light follows the sun.
        case day
    }

    /// Which scene; a picture given to the camera takes its place.
    public var kind = Kind.bars
    /// Colour temperature of the light in kelvin, 1000 … 40000; nil: a studio lamp whose neutral gains are 1.9
    /// and 1.6 on every sensor, or for ``Kind/day`` the sky's own colour.
    public var kelvin: Double?
    /// Hertz of a light that flickers (twice the mains'), up to 10000; nil: steady.
    public var flickerRate: Double?
    /// Amplitude of the flicker beside the mean, 0 … 1.
    public var flickerDepth = 0.3
    /// Metres to the subject, 0.01 or more.
    public var distance = 1.0
    /// Metres to what lies around the subject, which stands in the middle third both ways; nil: as far as the subject.
    public var background: Double?
    /// ``Kind/day``: the hour at the clock's beginning, 0 … 24.
    public var startHour = 12.0
    /// ``Kind/day``: seconds that a day takes.
    public var daySeconds = 86_400.0

    /// The default: bars.
    public init(_ kind: Kind = .bars) { self.kind = kind }
}
