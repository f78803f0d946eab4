// SPDX-License-Identifier: MIT
// A stack, or any single raw picture, to a picture that can be shown.

internal import Glibc
public import PrismCore
internal import PrismFilters
public import PrismImage

/// Finishes mosaics by their own metadata: black, white balance, colours, brightness, noise.
public struct NightFinisher: Sendable {
    /// What to do.
    public let plan: FinishPlan

    /// Makes a finisher.
    ///
    /// - Throws: `outOfRange` for a plan beyond its limits.
    public init(plan: FinishPlan = FinishPlan()) throws(PrismError) {
        try plan.check()
        self.plan = plan
    }

    /// Renders a picture.
    ///
    /// Thread: any, but not the cooperative pool. Memory: 1.5 bytes for each pixel of the picture, 20 MB besides.
    ///
    /// - Parameters:
    ///   - image: The mosaic.
    ///   - basis: What each place rests on; nil where all is as ``RawFacts/noise`` says.
    ///   - proceed: Called now and then with the part that is done; false ends the work.
    /// - Returns: The picture, cropped as the facts say.
    /// - Throws: `cancelled` where `proceed` returned false; `invalidData` where the map is of another size.
    public func render(
        _ image: RawImage, basis: StackBasis? = nil, proceed: (Double) -> Bool = { _ in true }
    ) throws(PrismError) -> FinishedPicture {
        let noise = try noise(of: image, basis)
        let color = CameraColor(image.facts)
        let cells = FinishCells(width: image.width / 2, height: image.height / 2)
        let planes = image.withMosaic { mosaic in
            let light = FinishKernels.base(mosaic, gains: color.gains)
            let local = LocalTone(
                light: light, cells: cells, stops: plan.brightening, contrast: plan.localContrast)
            let tone = FinishTone(
                gains: color.gains, matrix: color.matrix, knee: NightFinisher.knee,
                top: local.gains.upperBound, gain: local.gains, alpha: local.alpha,
                beta: local.beta, cells: cells, table: NightFinisher.table)
            return FinishKernels.picture(
                mosaic, noise: noise, tone: tone, threads: plan.threads, proceed: proceed)
        }
        guard let planes else { throw PrismError(.cancelled, "the picture was called off") }
        return FinishedPicture(planes, of: image.facts)
    }

    /// Denoises a mosaic and leaves it one.
    ///
    /// - Parameters:
    ///   - image: The mosaic.
    ///   - basis: What each place rests on; nil where all is as ``RawFacts/noise`` says.
    ///   - proceed: Called now and then with the part that is done; false ends the work.
    /// - Returns: The same facts but for the noise, which is then unknown.
    /// - Throws: As ``render(_:basis:proceed:)``.
    public func denoise(
        _ image: RawImage, basis: StackBasis? = nil, proceed: (Double) -> Bool = { _ in true }
    ) throws(PrismError) -> RawImage {
        let noise = try noise(of: image, basis)
        let (width, height) = (image.width & ~1, image.height & ~1)
        let samples = try RawSamples(count: width * height) { (buffer) throws(PrismError) in
            let done = image.withMosaic { mosaic in
                FinishKernels.denoise(
                    mosaic, noise: noise, threads: plan.threads, into: buffer, proceed: proceed)
            }
            guard done else { throw PrismError(.cancelled, "the picture was called off") }
        }
        var facts = image.facts
        facts.noise = nil
        return try RawImage(samples, width: width, height: height, facts: facts)
    }

    /// Where the shoulder begins, as a part of white.
    private static let knee: Float = 0.6

    /// sRGB's curve, IEC 61966-2-1, with eight bits below the point.
    private static let table: [UInt16] = (0..<FinishTone.tableEntries).map { index in
        let light = Double(index) / Double(FinishTone.tableEntries - 1)
        let code = light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
        return UInt16((code * 255 * 256).rounded())
    }

    private func noise(
        of image: RawImage, _ basis: StackBasis?
    ) throws(PrismError) -> FinishNoise {
        if let map = basis?.weights, map.width != image.width / 2 || map.height != image.height / 2
        {
            throw PrismError(
                .invalidData,
                "weights of \(map.width)×\(map.height) for \(image.width)×\(image.height)")
        }
        // Where nobody knows what is noise and what is not, nothing is taken away.
        let strength = image.facts.noise == nil ? 0 : plan.denoising
        let model = image.facts.noise ?? RawNoise(slope: 0, offset: 0)
        return FinishNoise(
            slope: Float(model.slope.sum() / 4), offset: Float(model.offset.sum() / 4),
            strength: Float(strength), chroma: Float(plan.colourDenoising),
            scales: basis?.scales ?? SIMD4(repeating: 1), weights: basis?.weights.totals,
            whole: Float(basis?.whole ?? 255))
    }
}

extension RawImage {
    /// Lends whole quads to the kernels.
    fileprivate func withMosaic<Result>(_ body: (FinishMosaic) -> Result) -> Result {
        let channels = facts.order.channels
        let colors: [UInt8] = [0, 1, 1, 2]
        return withSamples { samples in
            body(
                FinishMosaic(
                    samples: samples, stride: stride, width: width / 2, height: height / 2,
                    black: channels.map { facts.black[$0] }, white: facts.white,
                    colors: channels.map { colors[$0] }))
        }
    }
}
