// SPDX-License-Identifier: MIT
// What a camera's profile adds to what the camera says of itself: its lens, its colours, its modes.

/// Data of a module that no camera tells at run time.
public struct SensorOptics: Hashable, Sendable {
    /// The lens.
    public var lens: LensDescriptor?
    /// White balance gains by colour temperature.
    public var calibration: ColourCalibration?
    /// The sensor's modes.
    public var modes: [SensorMode]
    /// The modes that are left while the sensor itself widens the range.
    public var hdrModes: [SensorMode]

    /// Describes a module.
    public init(
        lens: LensDescriptor? = nil, calibration: ColourCalibration? = nil,
        modes: [SensorMode] = [], hdrModes: [SensorMode] = []
    ) {
        self.lens = lens
        self.calibration = calibration
        self.modes = modes
        self.hdrModes = hdrModes
    }

    /// Takes a module's data from its sensor's profile.
    public init(_ profile: SensorProfile) {
        lens = try? LensDescriptor(
            focalLength: profile.lens.focalLength, aperture: profile.lens.aperture,
            sensorWidth: Double(profile.array.width) * profile.pixelPitch / 1_000,
            sensorHeight: Double(profile.array.height) * profile.pixelPitch / 1_000)
        calibration = ColourCalibration(
            profile.illuminants.map {
                ColourCalibration.Point(temperature: Int($0.kelvin.rounded()), gains: $0.gains)
            })
        modes = profile.modes.map { SensorMode($0, of: profile) }
        hdrModes = profile.hdrModes.map { SensorMode($0, of: profile) }
    }
}

extension SensorMode {
    /// A profile's mode, its crop centred in the array.
    fileprivate init(_ mode: SensorProfile.Mode, of profile: SensorProfile) {
        self.init(
            size: mode.size, bitDepth: profile.bits,
            crop: SensorRectangle(
                x: (profile.array.width - mode.crop.width) / 2,
                y: (profile.array.height - mode.crop.height) / 2, width: mode.crop.width,
                height: mode.crop.height),
            shortestFrame: Int64((1e9 / mode.frameRate).rounded()))
    }
}

extension CameraSession {
    /// Tells the session what is known of the module; later wishes use it.
    ///
    /// A session begins with the profile that ``SensorCatalog/standard`` has of its model.
    public func use(_ optics: SensorOptics) { self.optics = optics }

    /// Looks the module up; a profile that cannot be read is told to the log and else does without.
    func findOptics() {
        do throws(PrismError) {
            optics = SensorOptics(try SensorCatalog.standard.profile(of: descriptor.model))
        } catch {
            let level: LogLevel = error.code == .unsupported ? .info : .warning
            PrismLog.write(
                level, .session, "\(descriptor.model): no profile is in use", error: error)
        }
    }

    /// The lens as this configuration shows it, digital zoom included; nil where its data are not known.
    public var lens: LensDescriptor? {
        optics?.lens.map { $0.cropped(by: held.zoom?.factor ?? 1) }
    }
}

extension BoardProfile {
    /// The lamp beside the lens; nil where the profile names none (``Torch/none`` says so to people).
    ///
    /// - Throws: `usage` where the profile's name is none of an LED.
    public func torch() throws(PrismError) -> Torch? {
        guard let light = lights.first(where: { $0.use == .torch }) else { return nil }
        return try Torch(name: light.name)
    }
}
