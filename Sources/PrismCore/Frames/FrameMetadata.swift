// SPDX-License-Identifier: MIT
// What a frame says of itself: a fixed struct, nil where the camera did not say.

/// Clock that a timestamp was read from.
public enum ClockDomain: UInt32, Sendable {
    /// The handler does not know.
    case unknown
    /// CLOCK_BOOTTIME: goes on through suspend.
    case boottime
    /// CLOCK_MONOTONIC.
    case monotonic
    /// The mock's own time.
    case virtual
}

/// A point in time on a camera's own clock, in nanoseconds.
public struct SensorTime: Hashable, Comparable, Sendable {
    /// Nanoseconds since the clock's zero.
    public var nanoseconds: Int64

    /// Makes a time.
    public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    /// Earlier or not.
    public static func < (left: SensorTime, right: SensorTime) -> Bool {
        left.nanoseconds < right.nanoseconds
    }
}

/// State of the automatic exposure.
public enum AutoExposureState: UInt32, Sendable { case off, searching, converged }
/// State of the automatic white balance.
public enum AutoWhiteBalanceState: UInt32, Sendable { case off, searching, locked }

/// Red and blue gains of the white balance; green is 1.
public struct ColourGains: Hashable, Sendable {
    /// Gain of the red pixels.
    public var red: Float
    /// Gain of the blue pixels.
    public var blue: Float

    /// Makes a pair of gains.
    public init(red: Float, blue: Float) {
        self.red = red
        self.blue = blue
    }
}

/// A rectangle in sensor coordinates (pixels of the full array).
public struct SensorRectangle: Hashable, Sendable {
    /// Left edge.
    public var x: Int
    /// Top edge.
    public var y: Int
    /// Width in sensor pixels.
    public var width: Int
    /// Height in sensor pixels.
    public var height: Int

    /// Makes a rectangle.
    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }
}

/// What was true of the sensor and its algorithms when a frame was taken.
public struct FrameMetadata: Hashable, Sendable {
    /// The sensor's frame number; a gap is a dropped frame.
    public var sequence: UInt32 = 0
    /// Clock of ``timestamp``.
    public var clock: ClockDomain = .unknown
    /// Start of the first row's exposure.
    public var timestamp: SensorTime?
    /// Exposure time in nanoseconds.
    public var exposureTime: Int64?
    /// Start of this frame to start of the next, in nanoseconds.
    public var frameDuration: Int64?
    /// Gain before digitisation (1 = none).
    public var analogueGain: Float?
    /// Gain after digitisation.
    public var digitalGain: Float?
    /// White balance gains applied.
    public var colourGains: ColourGains?
    /// Estimated colour temperature in kelvin.
    public var colourTemperature: Float?
    /// Lens position in dioptres.
    public var lensPosition: Float?
    /// Scene illuminance in lux, estimated.
    public var lux: Float?
    /// Sensor temperature in degrees Celsius.
    public var sensorTemperature: Float?
    /// Black levels of R, Gr, Gb, B on a 16-bit scale.
    public var blackLevels: SIMD4<UInt32>?
    /// Crop in sensor coordinates.
    public var scalerCrop: SensorRectangle?
    /// Automatic exposure's state.
    public var autoExposure: AutoExposureState?
    /// Automatic white balance's state.
    public var autoWhiteBalance: AutoWhiteBalanceState?
    /// Automatic focus's state.
    public var autoFocus: AutoFocusState?
    /// How sharp the picture is in the focus windows: a figure of merit, comparable within one scene.
    public var focusFigure: UInt32?

    /// Whether exposure and white balance have settled, or are not automatic, or the camera does not say.
    public var hasSettled: Bool { autoExposure != .searching && autoWhiteBalance != .searching }

    /// Makes empty metadata.
    public init() {}
}
