// SPDX-License-Identifier: MIT
// What streams a camera should deliver, and the report of what it was configured to instead.

/// What a stream is for; the camera picks formats and tuning by it.
public enum StreamRole: String, CaseIterable, Hashable, Sendable {
    case raw, still, video, viewfinder
}

/// A format and the sizes that a role offers: what the camera lists, not a promise.
public struct StreamFormat: Hashable, Sendable {
    /// Pixel format.
    public let format: PixelFormat
    /// Smallest width and height in pixels.
    public let minimum: PixelSize
    /// Largest width and height in pixels.
    public let maximum: PixelSize
    /// Steps between them; zero where there is only the minimum.
    public let step: PixelSize

    /// Is this size among those listed? A list is no promise: the camera may still adjust it.
    package func lists(_ size: PixelSize) -> Bool {
        [\PixelSize.width, \.height].allSatisfy { side in
            let (value, least, step) = (
                size[keyPath: side], minimum[keyPath: side], step[keyPath: side]
            )
            guard step > 0 else { return value == least }
            return value >= least && value <= maximum[keyPath: side] && (value - least) % step == 0
        }
    }

    package init(format: PixelFormat, minimum: PixelSize, maximum: PixelSize, step: PixelSize) {
        self.format = format
        self.minimum = minimum
        self.maximum = maximum
        self.step = step
    }
}

/// Width and height in pixels.
public struct PixelSize: Hashable, Sendable, CustomStringConvertible {
    /// Width in pixels.
    public var width: Int
    /// Height in pixels.
    public var height: Int

    /// Makes a size.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// "640x480".
    public var description: String { "\(width)x\(height)" }
}

/// One stream: a wish (nil leaves the choice to the camera) or what was configured (nothing nil).
public struct StreamConfiguration: Hashable, Sendable {
    /// What it is for.
    public var role: StreamRole
    /// Pixel format.
    public var format: PixelFormat?
    /// Size in pixels.
    public var size: PixelSize?
    /// Bytes per row of plane 0.
    public var stride: Int?
    /// Colour space.
    public var colorSpace: ColorSpace?

    /// Makes a wish.
    public init(
        _ role: StreamRole, format: PixelFormat? = nil, size: PixelSize? = nil, stride: Int? = nil,
        colorSpace: ColorSpace? = nil
    ) {
        self.role = role
        self.format = format
        self.size = size
        self.stride = stride
        self.colorSpace = colorSpace
    }
}

/// Streams, buffers and sensor mode of a camera.
public struct CameraConfiguration: Hashable, Sendable {
    /// One to three streams; one raw at most.
    public var streams: [StreamConfiguration]
    /// Buffers (requests in flight); nil: enough for every subscription's loans, four at least.
    public var bufferCount: Int?
    /// Sensor mode size; nil leaves the choice to the camera.
    public var sensorSize: PixelSize?
    /// Sensor bit depth; nil leaves the choice to the camera.
    public var sensorBitDepth: Int?
    /// How pictures are mirrored against the sensor; nil: not.
    public var transform: CameraTransform?

    /// Makes a configuration.
    public init(
        streams: [StreamConfiguration], bufferCount: Int? = nil, sensorSize: PixelSize? = nil,
        sensorBitDepth: Int? = nil, transform: CameraTransform? = nil
    ) {
        self.streams = streams
        self.bufferCount = bufferCount
        self.sensorSize = sensorSize
        self.sensorBitDepth = sensorBitDepth
        self.transform = transform
    }

    /// One stream for photographs at full size.
    public static let still = CameraConfiguration(streams: [StreamConfiguration(.still)])
}

/// A field that the camera changed.
public struct ConfigurationAdjustment: Hashable, Sendable {
    /// Which field, for example "streams[0].size".
    public let field: String
    /// What was asked.
    public let requested: String
    /// What it became.
    public let configured: String
}

/// The result of a configuration: everything as it is, and every field that differs from the wish.
public struct ConfigurationReport: Hashable, Sendable {
    /// What is configured; nothing is nil but an unknown sensor mode.
    public let configured: CameraConfiguration
    /// Fields that were asked for and came out otherwise.
    public let adjustments: [ConfigurationAdjustment]
}
