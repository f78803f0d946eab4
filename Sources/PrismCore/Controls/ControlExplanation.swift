// SPDX-License-Identifier: MIT
// Requested, applied, limited by: one line for each control.

/// What was asked of each control, what a frame shows, and why the two differ.
public struct ControlExplanation: Hashable, Sendable {
    /// One control.
    public struct Line: Hashable, Sendable {
        /// Which one.
        public let control: ControlName
        /// What was asked for; nil where nothing was.
        public let requested: String?
        /// What the frame shows; nil where frames do not tell.
        public let applied: String?
        /// Why they differ, or why the automatic did not get further.
        public let limitedBy: [LimitCode]
    }

    /// The lines of what was asked for or is told, in the order of ``ControlName``.
    public let lines: [Line]

    /// Compares wishes with a frame.
    ///
    /// - Parameters:
    ///   - requested: The wishes.
    ///   - metadata: What the frame says of itself.
    ///   - capabilities: What the camera can do.
    public init(
        _ requested: ControlSettings, in metadata: FrameMetadata,
        of capabilities: CameraCapabilities
    ) {
        let limits = LimitCode.all(
            for: requested, in: metadata, isSound: true, of: capabilities)
        let applied = AppliedText(metadata, fullCrop: capabilities.fullCrop)
        lines = ControlName.allCases.compactMap { control in
            let wish = requested.text(of: control)
            let shown = applied.text(of: control)
            guard wish != nil || shown != nil else { return nil }
            return Line(
                control: control, requested: wish, applied: shown,
                limitedBy: limits.filter { $0.control == control })
        }
    }
}

extension ControlSettings {
    /// A wish as commands spell it; nil where there is none.
    public func text(of control: ControlName) -> String? {
        switch control {
        case .shutter: exposure.map { ControlText.axis($0.exposureTime, ControlPlan.text) }
        case .gain: exposure.map { ControlText.axis($0.analogueGain) { "\($0)" } }
        case .ev: exposureValue.map { "\($0)" }
        case .metering: metering?.name
        case .constraint: constraint?.name
        case .exposureMode: exposureMode?.name
        case .flicker: flicker.map(ControlText.flicker)
        case .whiteBalance: whiteBalance.map(ControlText.whiteBalance)
        case .colourMatrix:
            colourMatrix.map { $0.elements.map { "\($0)" }.joined(separator: ",") }
        case .focus: focus.map(ControlText.focus)
        case .focusRange: focusRange?.name
        case .focusSpeed: focusSpeed?.name
        case .focusWindows:
            focusWindows.map { windows in
                windows.isEmpty ? "auto" : windows.map(\.description).joined(separator: " + ")
            }
        case .hdr: hdr?.name
        case .frameDuration: frameDuration.map(ControlText.frameRate)
        case .zoom: zoom.map { "\($0.factor)" }
        case .brightness: brightness.map { "\($0)" }
        case .contrast: contrast.map { "\($0)" }
        case .saturation: saturation.map { "\($0)" }
        case .sharpness: sharpness.map { "\($0)" }
        case .gamma: gamma.map { "\($0)" }
        case .noiseReduction: noiseReduction?.name
        }
    }
}

/// Wishes as words.
enum ControlText {
    static func axis<Value>(_ axis: ExposureAxis<Value>, _ text: (Value) -> String) -> String {
        switch axis {
        case .auto: "auto"
        case .current: "current"
        case .fixed(let value): text(value)
        }
    }

    static func flicker(_ flicker: FlickerAvoidance) -> String {
        switch flicker {
        case .off: "off"
        case .auto: "auto"
        case .mains50: "50hz"
        case .mains60: "60hz"
        case .period(let period): ControlPlan.text(period)
        }
    }

    static func whiteBalance(_ balance: WhiteBalance) -> String {
        switch balance {
        case .auto: "auto"
        case .gains(let gains): "\(gains.red),\(gains.blue)"
        case .preset(let preset): preset.name
        case .illuminant(let illuminant): illuminant.rawValue
        case .temperature(let kelvin): "\(kelvin)K"
        case .locked: "locked"
        }
    }

    static func focus(_ focus: Focus) -> String {
        switch focus {
        case .auto: "auto"
        case .continuous: "continuous"
        case .manual(.dioptres(let dioptres)): "\(dioptres)"
        case .manual(.infinity): "infinity"
        case .manual(.hyperfocal): "hyperfocal"
        case .manual(.current): "current"
        }
    }

    /// Frames per second, with three digits behind the point where it takes them.
    static func frameRate(_ durations: ClosedRange<Int64>) -> String {
        func rate(_ duration: Int64) -> String {
            let rounded = (1e12 / Double(max(1, duration))).rounded() / 1_000
            return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
        }
        let (slow, fast) = (rate(durations.upperBound), rate(durations.lowerBound))
        return slow == fast ? slow : "\(slow)-\(fast)"
    }
}

/// What a frame shows, as words.
private struct AppliedText {
    private let metadata: FrameMetadata
    private let fullCrop: SensorRectangle?

    init(_ metadata: FrameMetadata, fullCrop: SensorRectangle?) {
        self.metadata = metadata
        self.fullCrop = fullCrop
    }

    func text(of control: ControlName) -> String? {
        switch control {
        case .shutter: metadata.exposureTime.map(ControlPlan.text)
        case .gain: metadata.analogueGain.map { "\($0)" }
        case .whiteBalance:
            metadata.colourGains.map { gains in
                let kelvin = metadata.colourTemperature.map { " (\(Int($0.rounded())) K)" } ?? ""
                return "\(gains.red),\(gains.blue)\(kelvin)"
            }
        case .focus:
            metadata.lensPosition.map { position in
                let state = metadata.autoFocus.map { " (\($0))" } ?? ""
                return "\(position)\(state)"
            }
        case .frameDuration: metadata.frameDuration.map { ControlText.frameRate($0...$0) }
        case .zoom:
            metadata.scalerCrop.map { crop in
                guard let fullCrop, crop.width > 0 else { return crop.description }
                let factor = (Double(fullCrop.width) / Double(crop.width) * 100).rounded() / 100
                return "\(factor) (\(crop))"
            }
        default: nil
        }
    }
}
