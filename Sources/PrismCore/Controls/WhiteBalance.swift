// SPDX-License-Identifier: MIT
// What can be wished of the colours: white balance in its many forms, and the colour matrix.

/// White balance.
public enum WhiteBalance: Hashable, Sendable {
    /// The camera chooses.
    case auto
    /// Held at these gains.
    case gains(ColourGains)
    /// The camera chooses among colours that such light has.
    case preset(WhiteBalancePreset)
    /// Held at what the sensor's calibration says of a light.
    case illuminant(Illuminant)
    /// Held at a colour temperature in kelvin, by the camera's calibration or else by ours.
    case temperature(Int)
    /// Held where it is now.
    case locked

    /// True where the camera goes on choosing.
    public var isAutomatic: Bool {
        switch self {
        case .auto, .preset: true
        case .gains, .illuminant, .temperature, .locked: false
        }
    }

    /// The same, with what is to stay written out as a frame has it.
    public func resolved(_ metadata: FrameMetadata) -> WhiteBalance {
        guard case .locked = self, let gains = metadata.colourGains else { return self }
        return .gains(gains)
    }
}

/// Light as libcamera's AwbMode knows it; the automatic searches near it only.
public enum WhiteBalancePreset: Int64, CaseIterable, Hashable, Sendable, ControlChoice {
    /// Any light.
    case any
    /// Filament lamps, 2500 to 3000 K.
    case incandescent
    /// Halogen, 3000 to 3500 K.
    case tungsten
    /// Fluorescent tubes, 4000 to 4700 K.
    case fluorescent
    /// Rooms, 3000 to 5000 K.
    case indoor
    /// Sun, 5500 to 6500 K.
    case daylight
    /// Overcast, 6500 to 8500 K.
    case cloudy
    /// As the tuning file says.
    case custom
}

/// A standard light, by its correlated colour temperature (CIE 15 for A and D; IEC 60081 for the tubes).
public enum Illuminant: String, CaseIterable, Hashable, Sendable {
    /// CIE A, a filament lamp.
    case a
    /// CIE F11, a three-band tube.
    case f11
    /// CIE F2, a cool white tube.
    case f2
    /// CIE D50, warm daylight.
    case d50
    /// CIE D65, noon daylight.
    case d65
    /// CIE D75, north sky.
    case d75

    /// Correlated colour temperature in kelvin.
    public var temperature: Int {
        switch self {
        case .a: 2_856
        case .f11: 4_000
        case .f2: 4_230
        case .d50: 5_003
        case .d65: 6_504
        case .d75: 7_504
        }
    }
}

/// White balance gains of a sensor by colour temperature, from its profile.
public struct ColourCalibration: Hashable, Sendable {
    /// What was measured under one light.
    public struct Point: Hashable, Sendable {
        /// Colour temperature in kelvin.
        public var temperature: Int
        /// Gains that make grey grey.
        public var gains: ColourGains

        /// Makes a point.
        public init(temperature: Int, gains: ColourGains) {
            self.temperature = temperature
            self.gains = gains
        }
    }

    /// The points, warmest light first.
    public let points: [Point]

    /// Sorts points by temperature.
    public init(_ points: [Point]) {
        self.points = points.sorted { $0.temperature < $1.temperature }
    }

    /// Temperatures that were measured; nil where there are no points.
    public var range: ClosedRange<Int>? {
        guard let first = points.first, let last = points.last else { return nil }
        return first.temperature...last.temperature
    }

    /// Gains at a temperature, linear in its reciprocal between two points; nil outside the points.
    ///
    /// Along the black body, chromaticity goes nearly with the reciprocal temperature (the mired scale). Three per
    /// cent beyond the last point, which no eye tells from it, that point stands.
    public func gains(at kelvin: Int) -> ColourGains? {
        guard let range, Double(kelvin) >= Double(range.lowerBound) * 0.97,
            Double(kelvin) <= Double(range.upperBound) * 1.03
        else { return nil }
        let temperature = min(max(kelvin, range.lowerBound), range.upperBound)
        guard let after = points.firstIndex(where: { $0.temperature >= temperature })
        else { return nil }
        let upper = points[after]
        guard upper.temperature > temperature, after > 0 else { return upper.gains }
        let lower = points[after - 1]
        let (low, high) = (1 / Float(lower.temperature), 1 / Float(upper.temperature))
        let share = (1 / Float(temperature) - low) / (high - low)
        return ColourGains(
            red: lower.gains.red + share * (upper.gains.red - lower.gains.red),
            blue: lower.gains.blue + share * (upper.gains.blue - lower.gains.blue))
    }
}

/// Sensor RGB to output RGB: nine numbers, row by row; each row of a sound matrix adds up to 1.
public struct ColourMatrix: Hashable, Sendable {
    /// The numbers, row by row.
    public let elements: [Float]

    /// Makes a matrix.
    ///
    /// - Parameter elements: Nine finite numbers, row by row.
    /// - Throws: `outOfRange` where they are not nine or not finite.
    public init(_ elements: [Float]) throws(PrismError) {
        guard elements.count == 9, elements.allSatisfy(\.isFinite) else {
            throw PrismError(
                .outOfRange,
                "a colour matrix has 9 finite numbers, row by row; here are \(elements)")
        }
        self.elements = elements
    }

    /// Leaves colours as the sensor sees them.
    public static let identity = ColourMatrix(unchecked: [1, 0, 0, 0, 1, 0, 0, 0, 1])

    private init(unchecked elements: [Float]) { self.elements = elements }
}
