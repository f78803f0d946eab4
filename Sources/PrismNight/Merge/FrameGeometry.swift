// SPDX-License-Identifier: MIT
// What the frames of a burst must have in common, and how their samples become the stack's units.

internal import Glibc
internal import PrismCore
internal import PrismFilters
internal import PrismImage

/// The first frame's shape and levels.
struct FrameGeometry: Sendable {
    let facts: RawFacts
    let width, height: Int
    let unpacking: NightUnpacking

    /// - Throws: `outOfRange` for a picture that is too small or too large to align.
    init(_ image: RawImage) throws(PrismError) {
        guard (32...32768).contains(image.width), (32...32768).contains(image.height) else {
            throw PrismError(
                .outOfRange,
                "a frame of \(image.width)×\(image.height): a stack needs sides of 32 to 32768")
        }
        (facts, width, height) = (image.facts, image.width & ~1, image.height & ~1)
        let bits = max(image.facts.bits, FrameGeometry.bits(of: image.facts.white))
        let shift = 14 - bits
        let unit = exp2(Double(shift))
        let channels = image.facts.order.channels
        let black = (0..<4).map {
            Int16(min(16383, (Double(image.facts.black[channels[$0]]) * unit).rounded()))
        }
        unpacking = NightUnpacking(
            black: SIMD4(black[0], black[1], black[2], black[3]),
            limit: shift < 0 ? UInt16(min(65533, (1 << bits) - 1)) : UInt16((1 << bits) - 1),
            shift: Int16(shift))
    }

    private static func bits(of white: Float) -> Int {
        max(8, Int(log2(Double(max(white, 1))).rounded(.down)) + 1)
    }

    /// Centred units of a sample.
    var unit: Double { exp2(Double(unpacking.shift)) }
    /// Centred units from mean black to white.
    var range: Double { (Double(facts.white) - Double(facts.black.sum()) / 4) * unit }

    /// Samples of the result per sample of a frame.
    var scale: Int {
        let bits = 14 - Int(unpacking.shift)
        return bits <= 12 ? 16 : 1 << (16 - bits)
    }

    /// Why a frame cannot be stacked with the first one.
    func mismatch(_ image: RawImage) -> (FrameVerdict.Reason, String)? {
        if (image.width & ~1, image.height & ~1) != (width, height) {
            return (.size, "\(image.width)×\(image.height), expected \(width)×\(height)")
        }
        if image.facts.order != facts.order {
            return (.colourFilter, "\(image.facts.order), expected \(facts.order)")
        }
        if image.facts.black != facts.black || image.facts.white != facts.white {
            return (.levels, "other black or white levels than the first frame's")
        }
        for (value, first, what) in exposures(image.facts.photo) where first > 0 && value > 0 {
            if abs(value / first - 1) > 0.02 {
                return (.exposure, "\(what) \(value), expected \(first)")
            }
        }
        return nil
    }

    private func exposures(_ photo: PhotoMetadata) -> [(Double, Double, String)] {
        let first = facts.photo
        return [
            (Double(photo.exposureTime ?? 0), Double(first.exposureTime ?? 0), "exposure of"),
            (Double(photo.analogueGain ?? 0), Double(first.analogueGain ?? 0), "gain of"),
            (Double(photo.digitalGain ?? 0), Double(first.digitalGain ?? 0), "digital gain of"),
        ]
    }
}
