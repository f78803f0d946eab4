// SPDX-License-Identifier: MIT
// What a file says of the photograph in it.

public import PrismCore

/// Facts of one photograph for its EXIF block; nil is left out.
public struct PhotoMetadata: Hashable, Sendable {
    /// Who made the camera.
    public var make: String?
    /// The camera, for example by its sensor's name.
    public var model: String?
    /// The program that wrote the file.
    public var software: String?
    /// The lens.
    public var lensModel: String?
    /// When the exposure began.
    public var date: PhotoDate?
    /// Exposure time in nanoseconds.
    public var exposureTime: Int64?
    /// Gain before digitisation (1 = none).
    public var analogueGain: Float?
    /// Gain after digitisation (1 = none).
    public var digitalGain: Float?
    /// F-number of the lens, such as 1.8.
    public var fNumber: Double?
    /// Focal length of the lens in millimetres.
    public var focalLength: Double?
    /// Focal length that sees the same on 35 mm film, in millimetres.
    public var equivalentFocalLength: Double?
    /// Lens position in dioptres (1 / metres); 0 is infinity.
    public var lensPosition: Float?
    /// How the stored pixels are to be turned.
    public var orientation: ImageOrientation = .up
    /// Where the photograph was taken.
    public var position: GeographicPosition?
    /// Anything else; any characters, at most about 30,000.
    public var userComment: String?

    /// Tags that a user wishes for; they take the place of those that the other members give.
    public var userTags: [ExifTag] = []

    /// Makes empty metadata.
    public init() {}

    /// Takes exposure, gains and lens position from a frame.
    public init(frame: FrameMetadata) {
        exposureTime = frame.exposureTime
        analogueGain = frame.analogueGain
        digitalGain = frame.digitalGain
        lensPosition = frame.lensPosition
    }

    /// 100 times both gains, as rpicam-apps and libcamera's DNG writer count; nil without a gain.
    ///
    /// It is not the calibrated speed of ISO 12232, which needs a measured sensor.
    public var isoSpeed: Int? {
        guard let analogueGain else { return nil }
        let speed = Double(analogueGain) * Double(digitalGain ?? 1) * 100
        guard speed.isFinite, speed >= 1 else { return nil }
        return Int(min(speed, 4_294_967_295).rounded())
    }
}

/// A place on Earth (WGS 84).
public struct GeographicPosition: Hashable, Sendable {
    /// Degrees north, -90…90.
    public var latitude: Double
    /// Degrees east, -180…180.
    public var longitude: Double
    /// Metres above sea level; nil when not known.
    public var altitude: Double?

    /// Makes a position; nil where an angle is out of its range.
    public init?(latitude: Double, longitude: Double, altitude: Double? = nil) {
        guard (-90...90).contains(latitude), (-180...180).contains(longitude),
            altitude?.isFinite ?? true
        else { return nil }
        self.latitude = latitude
        self.longitude = longitude
        self.altitude = altitude
    }
}
