// SPDX-License-Identifier: MIT
// What a user wants of a camera's controls; nil leaves a thing as it is.

/// Wishes for the controls; nil leaves a control as it is.
public struct ControlSettings: Hashable, Sendable {
    /// Exposure time and gain.
    public var exposure: Exposure?
    /// Exposure compensation in stops, for what is automatic.
    public var exposureValue: Double?
    /// Where the automatic exposure looks.
    public var metering: MeteringMode?
    /// What the automatic exposure must not sacrifice.
    public var constraint: ConstraintMode?
    /// How the automatic exposure divides light between shutter and gain.
    public var exposureMode: ExposureMode?
    /// What is done about lamps that flicker.
    public var flicker: FlickerAvoidance?
    /// White balance.
    public var whiteBalance: WhiteBalance?
    /// Sensor RGB to output RGB; needs a fixed white balance.
    public var colourMatrix: ColourMatrix?
    /// Who moves the lens.
    public var focus: Focus?
    /// How much of its way the lens may use.
    public var focusRange: FocusRange?
    /// How fast the lens moves.
    public var focusSpeed: FocusSpeed?
    /// Where the automatic focus looks, in sensor coordinates; empty: where the camera thinks best.
    public var focusWindows: [SensorRectangle]?
    /// High dynamic range.
    public var hdr: HDRMode?
    /// Shortest and longest frame duration in nanoseconds; equal values fix the frame rate.
    public var frameDuration: ClosedRange<Int64>?
    /// Digital zoom.
    public var zoom: Zoom?
    /// −1 (black) to 1 (white); 0 is neutral.
    public var brightness: Double?
    /// 1 is neutral.
    public var contrast: Double?
    /// 1 is neutral, 0 is grey.
    public var saturation: Double?
    /// 1 is neutral, 0 is none.
    public var sharpness: Double?
    /// Exponent of the tone curve.
    public var gamma: Double?
    /// Work against noise.
    public var noiseReduction: NoiseReduction?

    /// Makes wishes; the other fields are set one by one.
    public init(
        exposure: Exposure? = nil, exposureValue: Double? = nil,
        whiteBalance: WhiteBalance? = nil, frameDuration: ClosedRange<Int64>? = nil
    ) {
        self.exposure = exposure
        self.exposureValue = exposureValue
        self.whiteBalance = whiteBalance
        self.frameDuration = frameDuration
    }

    /// Wishes made by setting fields.
    public static func with(_ set: (inout ControlSettings) -> Void) -> ControlSettings {
        var settings = ControlSettings()
        set(&settings)
        return settings
    }

    /// A fixed frame rate.
    ///
    /// - Parameter rate: Frames per second, more than 0.
    /// - Returns: Wishes for nothing else.
    /// - Throws: `outOfRange` where it is no such number.
    public static func frameRate(_ rate: Double) throws(PrismError) -> ControlSettings {
        let duration = 1_000_000_000 / rate
        guard rate > 0, duration >= 1, let whole = Int64(exactly: duration.rounded()) else {
            throw PrismError(.outOfRange, "frame rate \(rate): it must be more than 0")
        }
        return ControlSettings(frameDuration: whole...whole)
    }

    /// True where nothing is wished for.
    public var isEmpty: Bool { self == ControlSettings() }

    /// These wishes with `later` ones laid over them.
    public func merging(_ later: ControlSettings) -> ControlSettings {
        reverting(later, to: later)
    }

    /// These wishes, but those that `touched` names as `before` has them.
    func reverting(_ touched: ControlSettings, to before: ControlSettings) -> ControlSettings {
        var result = self
        func take<Value>(_ field: WritableKeyPath<ControlSettings, Value?>) {
            if touched[keyPath: field] != nil { result[keyPath: field] = before[keyPath: field] }
        }
        take(\.exposure)
        take(\.exposureValue)
        take(\.metering)
        take(\.constraint)
        take(\.exposureMode)
        take(\.flicker)
        take(\.whiteBalance)
        take(\.colourMatrix)
        take(\.focus)
        take(\.focusRange)
        take(\.focusSpeed)
        take(\.focusWindows)
        take(\.hdr)
        take(\.frameDuration)
        take(\.zoom)
        take(\.brightness)
        take(\.contrast)
        take(\.saturation)
        take(\.sharpness)
        take(\.gamma)
        take(\.noiseReduction)
        return result
    }

    /// The same, with what is to stay as it is now written out as a frame has it.
    func resolved(_ metadata: FrameMetadata) -> ControlSettings {
        var settings = self
        settings.exposure = exposure?.resolved(metadata)
        settings.whiteBalance = whiteBalance?.resolved(metadata)
        if case .manual(.current) = focus, let position = metadata.lensPosition {
            settings.focus = .manual(.dioptres(Double(position)))
        }
        return settings
    }
}
