// SPDX-License-Identifier: MIT
// Why a picture is not what was asked for, as codes that files carry and people can look up.

public import PrismCore
internal import PrismImage

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
        case .metadataImplausible: "the camera's account of exposure and gain cannot be true"
        case .pictureBlack: "the picture is all black"
        case .pictureUniform: "the picture is one colour from corner to corner"
        }
    }
}

extension LimitCode {
    /// What a look at a picture's pixels finds.
    static func flaws(of view: PixelView) -> [LimitCode] {
        switch PictureCheck.flaw(of: view) {
        case nil: []
        case .black: [.pictureBlack]
        case .uniform: [.pictureUniform]
        }
    }

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
        allCases.filter { code in
            code == .frameFlagged ? !isSound : code.holds(requested, metadata, capabilities)
        }
    }

    private func holds(
        _ requested: ControlSettings, _ metadata: FrameMetadata, _ capabilities: CameraCapabilities
    ) -> Bool {
        let exposure = requested.exposure
        switch self {
        case .exposureSearching: return metadata.autoExposure == .searching
        case .whiteBalanceSearching: return metadata.autoWhiteBalance == .searching
        case .gainAtMaximum:
            guard exposure?.analogueGain ?? .auto == .auto, let gain = metadata.analogueGain,
                metadata.autoExposure != .off, let range = capabilities.analogueGain.range
            else { return false }
            return range.lowerBound < range.upperBound && Double(gain) >= range.upperBound * 0.99
        case .exposureTimeNotApplied:
            let part = exposure.map { Exposure(exposureTime: $0.exposureTime, analogueGain: .auto) }
            return !AppliedTest(ControlSettings(exposure: part)).matches(metadata)
        case .gainNotApplied:
            let part = exposure.map { Exposure(exposureTime: .auto, analogueGain: $0.analogueGain) }
            return !AppliedTest(ControlSettings(exposure: part)).matches(metadata)
        case .whiteBalanceNotApplied:
            let part = ControlSettings(whiteBalance: requested.whiteBalance)
            return !AppliedTest(part).matches(metadata)
        case .frameDurationNotApplied:
            let part = ControlSettings(frameDuration: requested.frameDuration)
            return !AppliedTest(part).matches(metadata)
        case .metadataImplausible: return LimitCode.isImplausible(metadata)
        // Told by the camera, or seen in the pixels.
        case .frameFlagged, .pictureBlack, .pictureUniform: return false
        }
    }

    /// A tolerance of a hundredth, since cameras round both times to lines.
    private static func isImplausible(_ metadata: FrameMetadata) -> Bool {
        let time = metadata.exposureTime
        let isTooLong = time.flatMap { time in
            metadata.frameDuration.map { $0 > 0 && time > $0.saturatingAdd($0 / 100) }
        }
        let gains = [metadata.analogueGain, metadata.digitalGain].compactMap { $0 }
        return time.map { $0 <= 0 } ?? false || isTooLong ?? false
            || gains.contains { !$0.isFinite || $0 <= 0 }
    }
}
