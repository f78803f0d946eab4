// SPDX-License-Identifier: MIT
// Pure translation of wishes into the controls that a camera has, by what it has and never by version.

/// What a plan knows of a camera.
public struct ControlContext: Hashable, Sendable {
    /// The camera's controls in its present configuration.
    public var controls: ControlTable
    /// Metadata of the newest frame, for what is to stay as it is.
    public var latest: FrameMetadata
    /// The sensor's calibrated gains, where its profile is known.
    public var calibration: ColourCalibration?
    /// The lens, where its data are known.
    public var lens: LensDescriptor?
    /// What is set besides the plan's own wishes: some wishes exclude each other.
    public var held: ControlSettings

    /// Describes a camera.
    public init(
        _ controls: ControlTable, latest: FrameMetadata = FrameMetadata(),
        calibration: ColourCalibration? = nil, lens: LensDescriptor? = nil,
        held: ControlSettings = ControlSettings()
    ) {
        self.controls = controls
        self.latest = latest
        self.calibration = calibration
        self.lens = lens
        self.held = held
    }
}

/// A wish that this camera cannot fulfil and that is no failure: a hint, left out and reported.
public struct IgnoredWish: Hashable, Sendable {
    /// The control, as ``ControlName`` spells it.
    public let control: ControlName
    /// Why.
    public let reason: AbsenceReason
}

/// The controls to write for some wishes.
///
/// Sources: libcamera's control documentation for the meanings; for the semantics before
/// ExposureTimeMode existed (0.5), its Raspberry Pi AGC: a non-zero ExposureTime or AnalogueGain is fixed,
/// zero gives it back to the automatic, AeEnable false freezes both.
public struct ControlPlan: Hashable, Sendable {
    /// What to write, in order.
    public private(set) var writes: [ControlWrite] = []
    /// Hints that this camera cannot take.
    public private(set) var ignored: [IgnoredWish] = []

    let context: ControlContext
    let capabilities: CameraCapabilities
    var controls: ControlTable { context.controls }

    /// Translates wishes.
    ///
    /// - Parameters:
    ///   - settings: The wishes.
    ///   - context: What is known of the camera.
    /// - Throws: `unsupported` where the camera lacks a control or wishes exclude each other, `outOfRange`
    ///   naming the limit.
    public init(_ settings: ControlSettings, for context: ControlContext) throws(PrismError) {
        self.context = context
        capabilities = CameraCapabilities(context.controls)
        if let exposure = settings.exposure { try add(exposure) }
        try addMetering(settings)
        try addColours(settings)
        try addFocus(settings)
        try addFrameDuration(settings)
        try addPicture(settings)
    }

    /// Translates wishes by a table alone.
    ///
    /// - Parameters:
    ///   - settings: The wishes.
    ///   - controls: What the camera has in its present configuration.
    ///   - latest: Metadata of the newest frame, for what is to stay as it is.
    /// - Throws: As ``init(_:for:)``.
    public init(
        _ settings: ControlSettings, controls: ControlTable, latest: FrameMetadata = FrameMetadata()
    ) throws(PrismError) {
        try self.init(settings, for: ControlContext(controls, latest: latest))
    }

    mutating func write(_ name: String, _ value: ControlValue) {
        writes.append(ControlWrite(name, value, vendor: controls[name]?.vendor ?? ""))
    }

    /// Writes one of few choices; a hint that the camera cannot take is reported instead.
    mutating func hint<Choice: ControlChoice>(
        _ choice: Choice?, _ capability: ChoiceCapability<Choice>, _ name: String,
        _ control: ControlName
    ) {
        guard let choice else { return }
        if capability.has(choice) { return write(name, .integer(choice.rawValue)) }
        ignore(control, ControlPlan.reason(choice, capability))
    }

    /// Writes one of few choices, or says which ones there are.
    mutating func demand<Choice: ControlChoice>(
        _ choice: Choice, _ capability: ChoiceCapability<Choice>, _ name: String, _ what: String
    ) throws(PrismError) {
        guard capability.has(choice) else {
            let reason = ControlPlan.reason(choice, capability)
            throw PrismError(.unsupported, "\(what) \(choice.name) is not possible: \(reason.text)")
        }
        write(name, .integer(choice.rawValue))
    }

    private static func reason<Choice: ControlChoice>(
        _ choice: Choice, _ capability: ChoiceCapability<Choice>
    ) -> AbsenceReason {
        switch capability {
        case .absent(let reason): return reason
        case .available(let choices, _):
            let known = choices.map(\.name).joined(separator: ", ")
            return AbsenceReason(.tuning, "this camera has \(known)")
        }
    }

    mutating func ignore(_ control: ControlName, _ reason: AbsenceReason) {
        ignored.append(IgnoredWish(control: control, reason: reason))
    }

    /// Writes a number within the camera's limits.
    mutating func add(
        _ value: Double?, _ capability: Capability<Double>, _ name: String, _ what: String
    ) throws(PrismError) {
        guard let value else { return }
        let range = try capability.limits(what)
        guard range.contains(value) else {
            let unit: String
            if case .available(_, _, let text) = capability { unit = text } else { unit = "" }
            let shown = unit == "EV" ? "\(value) EV" : "\(value)"
            throw PrismError(
                .outOfRange,
                "\(what) \(shown): this camera allows \(range.lowerBound) to \(range.upperBound)")
        }
        write(name, .number(Float(value)))
    }

    static func absent(_ what: String) -> PrismError {
        PrismError(
            .unsupported, "\(what) is not possible: this camera's pipeline has no such control")
    }

    static func microseconds(_ nanoseconds: Int64) -> Int64 {
        nanoseconds / 1_000 + (nanoseconds % 1_000 >= 500 ? 1 : 0)
    }

    /// A time for a person: "1/50 s" would hide the limit, so whole units.
    static func text(_ nanoseconds: Int64) -> String {
        for (unit, size) in [("s", Int64(1_000_000_000)), ("ms", 1_000_000), ("µs", 1_000)]
        where nanoseconds >= size {
            let thousandths = nanoseconds % size * 1_000 / size
            let fraction = thousandths == 0 ? "" : "." + String(thousandths + 1_000).dropFirst()
            return "\(nanoseconds / size)\(fraction) \(unit)"
        }
        return "\(nanoseconds) ns"
    }
}
