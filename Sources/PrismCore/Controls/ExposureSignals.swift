// SPDX-License-Identifier: MIT
// What the scene is like, as hints: each becomes the nearest policy that libcamera's automatic exposure has.

/// What an automatic exposure should know of the scene.
public struct ExposureSignals: OptionSet, Hashable, Sendable {
    /// One bit a signal.
    public let rawValue: Int

    /// Makes a set.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Something moves: short times, more gain.
    public static let motion = ExposureSignals(rawValue: 1)
    /// Text on paper: highlights keep their detail.
    public static let document = ExposureSignals(rawValue: 2)
    /// Several people: light is measured everywhere alike, not at the centre.
    public static let group = ExposureSignals(rawValue: 4)
    /// Lamps that flicker: exposure times follow their period.
    public static let flicker = ExposureSignals(rawValue: 8)

    /// What the signals mean on a camera.
    ///
    /// No camera here recognises anything: a signal only chooses among the policies of libcamera's automatic.
    ///
    /// - Parameters:
    ///   - capabilities: What the camera can do.
    ///   - mains: Flicker period for cameras that do not find it out, in nanoseconds; 50 Hz mains by default.
    /// - Returns: The wishes, and the signals that change nothing on this camera.
    public func plan(
        for capabilities: CameraCapabilities, mains: FlickerAvoidance = .mains50
    ) -> (settings: ControlSettings, ignored: [IgnoredWish]) {
        var settings = ControlSettings()
        var ignored: [IgnoredWish] = []
        func choose<Choice: ControlChoice>(
            _ choice: Choice, _ capability: ChoiceCapability<Choice>, _ control: ControlName,
            _ field: WritableKeyPath<ControlSettings, Choice?>
        ) {
            guard !capability.has(choice) else {
                settings[keyPath: field] = choice
                return
            }
            let reason = AbsenceReason(
                .tuning,
                "this camera's automatic exposure has no \(control.rawValue) \(choice.name)")
            ignored.append(IgnoredWish(control: control, reason: reason))
        }
        if contains(.motion) {
            choose(.short, capabilities.exposureMode, .exposureMode, \.exposureMode)
        }
        if contains(.document) {
            choose(.highlight, capabilities.constraint, .constraint, \.constraint)
        }
        if contains(.group) { choose(.matrix, capabilities.metering, .metering, \.metering) }
        if contains(.flicker) {
            if capabilities.detectsFlicker {
                settings.flicker = .auto
            } else if case .absent(let reason) = capabilities.flickerPeriod {
                ignored.append(IgnoredWish(control: .flicker, reason: reason))
            } else {
                settings.flicker = mains
            }
        }
        return (settings, ignored)
    }
}

extension ControlSettings {
    /// What brightens a dark scene at the cost of its motion: longer frames, and the mode that prefers time to gain.
    ///
    /// How far the automatic goes within them is the tuning's; ``LimitCode/exposureLimitedByTuning`` says when it ends there.
    ///
    /// - Parameters:
    ///   - capabilities: What the camera can do.
    ///   - longest: Longest frame in nanoseconds; a fifth of a second by default.
    /// - Returns: The wishes; none where the camera cannot make longer frames.
    public static func lowLightBoost(
        for capabilities: CameraCapabilities, longest: Int64 = 200_000_000
    ) -> ControlSettings {
        var settings = ControlSettings()
        if capabilities.exposureMode.has(.long) { settings.exposureMode = .long }
        if let range = capabilities.frameDuration.range {
            let upper = min(max(longest, range.lowerBound), range.upperBound)
            settings.frameDuration = range.lowerBound...upper
        }
        return settings
    }
}

extension CameraSession {
    /// Tells the automatic exposure what the scene is like; an empty set takes it back.
    ///
    /// - Parameter signals: What is known.
    /// - Returns: Proof; its ``ControlTicket/ignored`` names signals that change nothing here.
    /// - Throws: As ``set(_:)``.
    @discardableResult
    public func setExposureSignals(_ signals: ExposureSignals) throws(PrismError) -> ControlTicket {
        let (settings, ignored) = signals.plan(for: capabilities)
        var all = ControlSettings()
        if capabilities.exposureMode.has(.normal) { all.exposureMode = .normal }
        if capabilities.constraint.has(.normal) { all.constraint = .normal }
        if capabilities.metering.has(.centreWeighted) { all.metering = .centreWeighted }
        all.flicker = .off
        let ticket = try set(all.merging(settings))
        return ControlTicket(
            serial: ticket.serial, settings: ticket.settings, ignored: ticket.ignored + ignored)
    }
}
