// SPDX-License-Identifier: MIT
// A stack in progress: its memory, and what happens to a frame.

internal import Glibc
internal import PrismCore
internal import PrismFilters
internal import PrismImage

/// Memory and stages of one stack; used by one thread at a time.
final class StackWork {
    private let plan: StackPlan
    private let geometry: FrameGeometry
    private let noise: NoiseModel
    private let kernels: NightKernels
    private let reference: LevelPyramid
    private let frame: LevelPyramid
    private let aligner: FrameAligner
    private let stack: NightSums
    private let differences, weights: NightBytes
    private var map: HotPixelMap
    private var judge = HotPixelJudge(reference: [])
    private var intake: NightIntake
    private var sharpest = 0.0
    private var used = 0
    /// Frames since the reference, those that were rejected too.
    private var age = 0
    private let follower: NightFollower
    /// Bounds of the first frames, until they have judged each other.
    private var bounds: NightBounds?
    private var matcher: StarMatcher?
    private var sky: SkyMatcher?
    /// Where the last frame lay.
    private var last = FrameTransform.identity
    /// The differences' memory once weights are made of them.
    private var shrunk: NightBytes { differences }
    /// Sum over frames of the part of a sample's noise that interpolation leaves.
    private var keptNoise = 0.0

    init(
        _ image: RawImage, plan: StackPlan, hotPixels: [HotPixel], scoresOnly: Bool = false
    ) throws(PrismError) {
        self.plan = plan
        let geometry = try FrameGeometry(image)
        self.geometry = geometry
        kernels = NightKernels(threads: plan.threads)
        noise = NoiseModel(
            image.facts.noise ?? NoiseEstimate.of(image, geometry: geometry), range: geometry.range)
        let (width, height) = (geometry.width, geometry.height)
        reference = LevelPyramid(width: width, height: height)
        frame = scoresOnly ? reference : LevelPyramid(width: width, height: height)
        let quads = scoresOnly ? (0, 0) : (width / 2, height / 2)
        differences = NightBytes(width: quads.0, height: quads.1)
        weights = NightBytes(width: quads.0, height: quads.1)
        stack =
            scoresOnly ? NightSums(width: 0, height: 0) : NightSums(width: width, height: height)
        follower = NightFollower(width: quads.0, height: quads.1)
        let isJudging = plan.judgesFirst && plan.merge == .kappaSigma && !scoresOnly
        bounds = isJudging ? NightBounds(width: width, height: height) : nil
        map = HotPixelMap(hotPixels, width: width, height: height)
        intake = NightIntake(table: noise.levels, thresholds: noise.thresholds)
        aligner = FrameAligner(
            kernels: kernels, reference: reference, moved: reference.emptyCopy(scoresOnly),
            unit: noise.unit)
    }

    /// Takes the first frame as the reference.
    func begin(_ image: RawImage, number: Int) -> FrameVerdict {
        var timings = StageTimings()
        let suspects = measure(&timings.take) { take(image, into: reference) }
        sharpest = sharpness(reference)
        judge = HotPixelJudge(reference: suspects)
        if plan.guide == .stars {
            let found = StarMatcher(stars(image, reference))
            matcher = found.isUsable ? found : nil
        }
        if plan.matchesSky { sky = SkyMatcher(image) }
        measure(&timings.merge) {
            withMosaic(image) {
                kernels.add(
                    $0, warp: FrameTransform.identity.warp(step: 2), weights: nil,
                    bounds: bounds, to: stack)
            }
        }
        (used, keptNoise) = (1, 1)
        return FrameVerdict(
            frame: number, transform: FrameTransform.identity.values, isReference: true,
            sharpness: sharpest, weight: 1, timings: timings)
    }

    /// Adds a frame, or says why not.
    func add(_ image: RawImage, number: Int) -> FrameVerdict {
        var verdict = FrameVerdict(
            frame: number, transform: FrameTransform.identity.values, sharpness: 0,
            timings: StageTimings())
        age += 1
        if let (reason, note) = geometry.mismatch(image) { return verdict.rejecting(reason, note) }
        guard used < StackPlan.maximumFrames else {
            return verdict.rejecting(.full, "the stack holds \(StackPlan.maximumFrames) frames")
        }
        var suspects = measure(&verdict.timings.take) { take(image, into: frame) }
        verdict.sharpness = sharpness(frame)
        let alignment = measure(&verdict.timings.align) { align(image) }
        verdict.transform = alignment.transform.values
        verdict.residual = alignment.residual
        if !alignment.isCertain && plan.aligns {
            verdict.note = "too little texture to align: taken as it is"
        }
        if let (reason, note) = objection(to: alignment, sharpness: verdict.sharpness) {
            return verdict.rejecting(reason, note)
        }
        guard let sky, let matched = sky.matched(image, transform: alignment.transform) else {
            merge(image, suspects: suspects, alignment: alignment, verdict: &verdict)
            return verdict
        }
        suspects = measure(&verdict.timings.take) { take(matched, into: frame) }
        merge(matched, suspects: suspects, alignment: alignment, verdict: &verdict)
        return verdict
    }

    private func merge(
        _ image: RawImage, suspects: [NightSuspect], alignment: Alignment,
        verdict: inout FrameVerdict
    ) {
        let transform = alignment.transform
        // Stars are judged pixel by pixel: an area is too coarse for points.
        let isWeighed = matcher == nil
        if isWeighed { measure(&verdict.timings.weigh) { weigh(transform) } }
        withMosaic(image) { mosaic in
            let ruling = measure(&verdict.timings.merge) {
                let ruling = rule(on: suspects, in: mosaic, transform: transform)
                kernels.add(
                    mosaic, warp: transform.warp(step: 2), weights: isWeighed ? shrunk : nil,
                    fills: ruling.fills, silenced: ruling.silenced, kappa: limits,
                    bounds: bounds, to: stack)
                return ruling
            }
            verdict.hotPixels = ruling.fills.count
            guard plan.followsMotion, isWeighed else { return }
            verdict.followedTiles = measure(&verdict.timings.follow) {
                follow(mosaic, fills: ruling.fills, transform: transform)
            }
        }
        used += 1
        keptNoise += Interpolation.noiseKept(
            transform, width: geometry.width, height: geometry.height)
        verdict.weight =
            isWeighed
            ? shrunk.mean / 255
            : transform.overlap(width: geometry.width, height: geometry.height)
        if let bounds, bounds.frames >= StackWork.judged { settleFirst() }
    }

    /// Frames that judge each other before there is a mean.
    private static let judged = 5

    private func settleFirst() {
        guard let bounds else { return }
        let others = max(1, bounds.frames - 2)
        bounds.settle(
            stack, limits: noise.limits(kappa: plan.kappa, frames: others), rows: kernels.rows)
        self.bounds = nil
    }

    /// Kappa-sigma's limits; none while so few frames are in the stack that an outlier could be most of the mean.
    private var limits: [Int16] {
        guard plan.merge == .kappaSigma, bounds == nil, used >= 3 else { return [] }
        return noise.limits(kappa: plan.kappa, frames: used)
    }

    private func follow(
        _ mosaic: NightMosaic, fills: [NightSuspect], transform: FrameTransform
    ) -> Int {
        let warp = transform.reduced(by: 2).warp(step: 1)
        let frame = NightFollower.Frame(
            reference: reference.quads, frame: frame.quads, warp: warp, weights: shrunk, age: age)
        return follower.follow(
            frame, how: noise.following, mosaic: mosaic, fills: fills, table: intake.table,
            kernels: kernels, into: stack)
    }

    private func rule(
        on suspects: [NightSuspect], in mosaic: NightMosaic, transform: FrameTransform
    ) -> HotPixelRuling {
        let ruling = judge.rule(on: suspects, transform: transform, stack: stack)
        let settled = judge.settle(
            by: mosaic, transform: transform, known: Set(map.known), stack: stack)
        map.note(ruling.proven + settled)
        intake.map = plan.findsHotPixels ? map.known : []
        return ruling
    }

    private func take(_ image: RawImage, into pyramid: LevelPyramid) -> [NightSuspect] {
        let suspects = withMosaic(image) {
            kernels.take($0, into: pyramid.quads, intake: intake)
        }
        pyramid.build(kernels)
        return plan.findsHotPixels ? (suspects ?? []) : []
    }

    private func align(_ image: RawImage) -> Alignment {
        guard plan.aligns else {
            return Alignment(transform: .identity, residual: 0, agreement: 1, isCertain: true)
        }
        guard let matcher else { return aligner.align(frame) }
        let found = stars(image, frame)
        guard let match = matcher.match(found, guess: last) else {
            let isSky = found.count > StarMatcher.fewest
            return Alignment(
                transform: .identity,
                residual: isSky ? StackWork.otherStars : StackWork.noStars, agreement: 0,
                isCertain: true)
        }
        last = match.transform
        return Alignment(transform: last, residual: 1, agreement: 1, isCertain: true)
    }

    /// Differences of frames without stars, and of those whose stars are not the reference's.
    private static let noStars = 1000.0
    private static let otherStars = 99.0

    private func stars(_ image: RawImage, _ pyramid: LevelPyramid) -> [Star] {
        withMosaic(image) { StarFinder(unit: noise.unit).stars(in: pyramid.quads, of: $0) }
    }

    private func weigh(_ transform: FrameTransform) {
        let weighing = noise.weighing(
            size: plan.fullTrust...max(plan.fullTrust, plan.noTrust),
            mean: plan.fullMeanTrust...max(plan.fullMeanTrust, plan.noMeanTrust))
        kernels.compare(
            reference.quads, frame.quads, warp: transform.reduced(by: 2).warp(step: 1),
            scale: weighing.scale, into: differences)
        kernels.weigh(differences, by: weighing, into: weights)
        kernels.shrink(weights, into: shrunk)
    }

    private func objection(
        to alignment: Alignment, sharpness: Double
    ) -> (FrameVerdict.Reason, String)? {
        guard plan.aligns else { return nil }
        let transform = alignment.transform
        if abs(transform.degrees) > plan.rotationLimit {
            return (.rotation, "turned by \(rounded(transform.degrees))°")
        }
        let overlap = transform.overlap(width: geometry.width, height: geometry.height)
        if overlap < plan.overlapLimit {
            return (.noCommonArea, "\(rounded(100 * overlap)) % of the reference's area")
        }
        if alignment.residual == StackWork.noStars {
            return (.hidden, "its stars are hidden")
        }
        if alignment.residual == StackWork.otherStars {
            return (.noMatch, "its stars are not the reference's")
        }
        if alignment.residual > plan.residualLimit {
            return (.noMatch, "differs by \(rounded(alignment.residual)) times the noise")
        }
        if matcher == nil, alignment.isCertain, sharpness < plan.sharpnessLimit * sharpest {
            return (
                .blurred, "\(rounded(100 * sharpness / sharpest)) % of the reference's sharpness"
            )
        }
        return nil
    }

    private func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }

    /// Sharpness of one frame, for the choice of a reference.
    func sharpness(of image: RawImage) -> Double {
        _ = take(image, into: reference)
        return sharpness(reference)
    }

    /// Mean squared gradient of the picture of half the quads' size, beyond noise.
    private func sharpness(_ pyramid: LevelPyramid) -> Double {
        let picture = pyramid.levels[min(1, pyramid.levels.count - 1)]
        let sums = kernels.tiles(picture, picture)
        let energy = sums.reduce(0.0) { $0 + Double($1.xx) + Double($1.yy) }
        let pixels = Double(max(1, sums.count * NightKernels.tile * NightKernels.tile))
        let noise = pyramid.levels.count > 1 ? 4 * 0.0977 * 0.95 : 4
        return energy / pixels / (noise * self.noise.unit * self.noise.unit) - 1
    }

    private func withMosaic<Result>(_ image: RawImage, _ body: (NightMosaic) -> Result) -> Result {
        image.withSamples { samples in
            guard
                let mosaic = NightMosaic(
                    samples, stride: image.stride, width: image.width, height: image.height,
                    unpacking: geometry.unpacking)
            else { fatalError("a picture that RawImage and FrameGeometry let pass") }
            return body(mosaic)
        }
    }

    /// The mean of what was added.
    func finish(_ report: StackReport) throws(PrismError) -> StackedRaw {
        var report = report
        settleFirst()
        _ = judge.close(stack)
        let (width, height) = (geometry.width, geometry.height)
        let perUnit = Double(geometry.scale) / geometry.unit
        let black = geometry.unpacking.black
        let samples = RawSamples(count: width * height) { buffer in
            kernels.finish(
                stack, scale: Int32(256 * perUnit),
                black: SIMD4<Int32>(SIMD4<Double>(black) * perUnit), into: buffer)
        }
        let weights = WeightMap(
            width: width / 2, height: height / 2, totals: stack.withTotals { Array($0) })
        for part in [5, 25, 50, 75, 95] {
            report.effectiveFrames[String(part)] = effective(weights.quantile(Double(part) / 100))
        }
        report.hotPixels = map.pixels
        let image = try RawImage(samples, width: width, height: height, facts: facts())
        return StackedRaw(image: image, scale: geometry.scale, weights: weights, report: report)
    }

    /// Frames as good as one each that the noise of `frames` mixed ones equals.
    private func effective(_ frames: Double) -> Double {
        guard used > 1, frames > 1 else { return frames }
        let kept = (keptNoise - 1) / Double(used - 1)
        return frames * frames / (1 + (frames - 1) * kept)
    }

    private func facts() -> RawFacts {
        var facts = geometry.facts
        let scale = Float(geometry.scale)
        facts.black *= scale
        facts.white = min(65535, facts.white * scale)
        facts.bits = 16
        let frames = effective(Double(used))
        facts.noise = RawNoise(slope: noise.slope / frames, offset: noise.offset / frames)
        return facts
    }
}

extension FrameVerdict {
    fileprivate func rejecting(_ reason: Reason, _ note: String) -> FrameVerdict {
        var verdict = self
        (verdict.rejected, verdict.note) = (reason, note)
        return verdict
    }
}

/// Adds the time that work takes.
private func measure<Result>(_ seconds: inout Double, _ work: () -> Result) -> Result {
    let clock = ContinuousClock()
    let start = clock.now
    let result = work()
    seconds += (clock.now - start) / .seconds(1)
    return result
}
