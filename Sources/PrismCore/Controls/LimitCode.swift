// SPDX-License-Identifier: MIT
// Why a picture is not what was asked for, as codes that files carry and people can look up.

/// What kept a picture from being what was asked for.
///
/// Raw values are written into files and never change.
public enum LimitCode: String, CaseIterable, Codable, Sendable {
    /// The automatic exposure had not settled.
    case exposureSearching
    /// The automatic white balance had not settled.
    case whiteBalanceSearching
    /// The automatic gain is at the camera's maximum.
    case gainAtMaximum
    /// The frame does not show the exposure time that was asked for.
    case exposureTimeNotApplied
    /// The frame does not show the gain that was asked for.
    case gainNotApplied
    /// The frame does not show the white balance that was asked for.
    case whiteBalanceNotApplied
    /// The frame does not show the frame duration that was asked for.
    case frameDurationNotApplied
    /// The camera said that the frame's pixels cannot be trusted.
    case frameFlagged
    /// The automatic exposure is as long as the longest frame that was asked for.
    case exposureLimitedByFrameDuration
    /// The gain is at its maximum and the shutter is not at any limit that is known here: the tuning's own.
    case exposureLimitedByTuning
    /// The lens is not where it was asked to be.
    case lensPositionNotApplied
    /// The focus found nothing sharp.
    case focusFailed
    /// The focus was still looking.
    case focusSearching
    /// The frame does not show the digital zoom that was asked for.
    case zoomNotApplied
    /// What the frame says of itself cannot be: no exposure, one longer than the frame, a gain of nothing.
    case metadataImplausible
    /// No pixel is brighter than black.
    case pictureBlack
    /// Every pixel is the same.
    case pictureUniform

    /// One sentence for a person.
    public var text: String {
        switch self {
        case .exposureSearching: "the automatic exposure had not settled"
        case .whiteBalanceSearching: "the automatic white balance had not settled"
        case .gainAtMaximum: "the automatic gain is at the camera's maximum"
        case .exposureTimeNotApplied: "the camera did not take the exposure time"
        case .gainNotApplied: "the camera did not take the gain"
        case .whiteBalanceNotApplied: "the camera did not take the white balance"
        case .frameDurationNotApplied: "the camera did not take the frame duration"
        case .frameFlagged: "the camera flagged the frame as damaged"
        case .exposureLimitedByFrameDuration:
            "the automatic exposure is as long as the frame duration allows"
        case .exposureLimitedByTuning: "the camera's tuning allows the automatic no longer exposure"
        case .lensPositionNotApplied: "the lens is not where it was asked to be"
        case .focusFailed: "the focus found nothing sharp"
        case .focusSearching: "the focus was still looking"
        case .zoomNotApplied: "the camera did not take the digital zoom"
        case .metadataImplausible: "the camera's account of exposure and gain cannot be true"
        case .pictureBlack: "the picture is all black"
        case .pictureUniform: "the picture is one colour from corner to corner"
        }
    }

    /// The control that it limits; nil for the whole frame.
    public var control: ControlName? {
        switch self {
        case .exposureSearching, .exposureTimeNotApplied, .exposureLimitedByFrameDuration,
            .exposureLimitedByTuning:
            .shutter
        case .gainAtMaximum, .gainNotApplied: .gain
        case .whiteBalanceSearching, .whiteBalanceNotApplied: .whiteBalance
        case .frameDurationNotApplied: .frameDuration
        case .lensPositionNotApplied, .focusFailed, .focusSearching: .focus
        case .zoomNotApplied: .zoom
        case .frameFlagged, .metadataImplausible, .pictureBlack, .pictureUniform: nil
        }
    }
}

extension LimitCode {
    /// Compares what was asked for with what a frame says of itself.
    ///
    /// - Parameters:
    ///   - requested: What was asked for.
    ///   - metadata: The frame's metadata.
    ///   - isSound: Whether the camera trusts the frame's pixels.
    ///   - capabilities: What the camera can do.
    /// - Returns: Every code that holds, in the order of their declaration.
    public static func all(
        for requested: ControlSettings, in metadata: FrameMetadata, isSound: Bool,
        of capabilities: CameraCapabilities
    ) -> [LimitCode] {
        let judge = LimitJudge(requested, metadata, capabilities)
        return allCases.filter { $0 == .frameFlagged ? !isSound : judge.holds($0) }
    }
}

/// One frame against one wish.
private struct LimitJudge {
    private let requested: ControlSettings
    private let metadata: FrameMetadata
    private let capabilities: CameraCapabilities

    init(
        _ requested: ControlSettings, _ metadata: FrameMetadata, _ capabilities: CameraCapabilities
    ) {
        self.requested = requested
        self.metadata = metadata
        self.capabilities = capabilities
    }

    func holds(_ code: LimitCode) -> Bool {
        switch code {
        case .exposureSearching: metadata.autoExposure == .searching
        case .whiteBalanceSearching: metadata.autoWhiteBalance == .searching
        case .gainAtMaximum: isGainAtMaximum
        case .exposureTimeNotApplied:
            isMissed {
                $0.exposure = requested.exposure
                $0.exposure?.analogueGain = .auto
            }
        case .gainNotApplied:
            isMissed {
                $0.exposure = requested.exposure
                $0.exposure?.exposureTime = .auto
            }
        case .whiteBalanceNotApplied: isMissed { $0.whiteBalance = requested.whiteBalance }
        case .frameDurationNotApplied: isMissed { $0.frameDuration = requested.frameDuration }
        case .lensPositionNotApplied: isMissed { $0.focus = requested.focus }
        case .zoomNotApplied: isMissed { $0.zoom = requested.zoom }
        case .exposureLimitedByFrameDuration: isGainAtMaximum && fillsLongestFrame
        case .exposureLimitedByTuning: isGainAtMaximum && !fillsLongestFrame && hasRoom
        case .focusFailed: metadata.autoFocus == .failed
        case .focusSearching: metadata.autoFocus == .scanning
        case .metadataImplausible: isImplausible
        // Told by the camera, or seen in the pixels.
        case .frameFlagged, .pictureBlack, .pictureUniform: false
        }
    }

    /// A tolerance of a hundredth, since cameras round both times to lines.
    private var isImplausible: Bool {
        let time = metadata.exposureTime
        let isTooLong = time.flatMap { time in
            metadata.frameDuration.map { $0 > 0 && time / 101 > $0 / 100 }
        }
        let gains = [metadata.analogueGain, metadata.digitalGain].compactMap { $0 }
        return time.map { $0 <= 0 } ?? false || isTooLong ?? false
            || gains.contains { !$0.isFinite || $0 <= 0 }
    }

    private func isMissed(_ set: (inout ControlSettings) -> Void) -> Bool {
        !AppliedTest(.with(set), on: capabilities).matches(metadata)
    }

    private var isGainAtMaximum: Bool {
        guard requested.exposure?.analogueGain ?? .auto == .auto, metadata.autoExposure != .off,
            let gain = metadata.analogueGain, let range = capabilities.analogueGain.range
        else { return false }
        return range.lowerBound < range.upperBound && Double(gain) >= range.upperBound * 0.99
    }

    private var isShutterAutomatic: Bool { requested.exposure?.exposureTime ?? .auto == .auto }

    /// True where the automatic shutter takes nearly all of the longest frame that was allowed.
    private var fillsLongestFrame: Bool {
        guard isShutterAutomatic, let time = metadata.exposureTime,
            let longest = requested.frameDuration?.upperBound
        else { return false }
        // Blanking and rounding to rows take a few per cent.
        return time >= longest / 10 * 9
    }

    private var hasRoom: Bool {
        guard isShutterAutomatic, let time = metadata.exposureTime,
            let range = capabilities.exposureTime.range
        else { return false }
        return time < range.upperBound / 10 * 9
    }
}
