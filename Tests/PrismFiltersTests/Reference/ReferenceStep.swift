// SPDX-License-Identifier: MIT
// A filter by its formula in real numbers, and how far it may carry an error that it is given.

import PrismCore

@testable import PrismFilters

/// What a filter is to do, written from its manual.
enum ReferenceStep {
    /// An affine map of colours 0…1; neighbours of its kind are not held to 0…1 in between.
    case affine((SIMD3<Double>) -> SIMD3<Double>)
    /// A function of colours 0…1.
    case point((SIMD3<Double>) -> SIMD3<Double>)
    /// A gain by the place, 0…1 from the top left.
    case gain((Double, Double) -> Double)
    /// A function of each channel; `scale` is 0.5 for chroma of half the size.
    case channels(lipschitz: Double, rounding: Double, (Channel, _ scale: Double) -> Channel)
    /// As `channels`; places are near `tolerance` pixels.
    case places(tolerance: Double, (Channel, _ scale: Double) -> Channel)
}

/// A filter in a chain with its reference.
struct TestedStep {
    var step: FilterStep
    var reference: ReferenceStep

    init(_ filter: any Filter, _ intensity: Double, _ reference: ReferenceStep) {
        step = FilterStep(filter, intensity: intensity)
        self.reference = reference
    }
}

/// Carries a chain out in real numbers.
struct ReferenceChain {
    private let space: ColorSpace
    private var isOnPlanes: Bool
    private(set) var picture: Picture
    /// How far a sound result may be off, in code values.
    private(set) var error = 0.0
    /// Affine steps that are not closed yet.
    private var run: (map: (SIMD3<Double>) -> SIMD3<Double>, start: Double)?

    /// Begins with a picture as it is stored; Y'CbCr is on planes.
    init(_ stored: Picture, isYUV: Bool, space: ColorSpace) {
        self.space = space
        isOnPlanes = isYUV
        picture = stored
    }

    /// Begins a pass: where it works on pixels, Y'CbCr is converted and not held to 0…255 yet.
    mutating func begin(_ pass: FilterPlan.Pass) {
        guard isOnPlanes, pass.work == .pixels else { return }
        picture = picture.decoded(space)
        isOnPlanes = false
        // A decoded channel is luma and at most 1.78 of one of chroma, or two parts of it.
        run = ({ $0 }, error * 2.9)
    }

    /// Ends a pass, and stores what it writes.
    mutating func end(_ pass: FilterPlan.Pass) {
        close()
        guard !isOnPlanes, pass.output.isYUV else { return }
        picture = picture.encoded(space).held
        error += ReferenceChain.matrixRounding + 0.5
        isOnPlanes = true
    }

    /// Rounding of a matrix: half a level, and what the kernel's header says of its products.
    private static let matrixRounding = 0.95

    mutating func add(_ step: TestedStep) {
        let part = step.step.intensity
        switch step.reference {
        case .affine(let map): addAffine { $0 + (map($0) - $0) * part }
        case .point(let map):
            close()
            let mixed = { (color: SIMD3<Double>) in color + (map(color).held - color) * part }
            error = ReferenceChain.growth(of: mixed, error) + 1.5
            picture = picture.mapColors { color, _, _ in mixed(color / 255).held * 255 }
        case .gain(let gain): addGain(gain, part)
        case .channels(let lipschitz, let rounding, let body):
            close()
            blend(part, lipschitz * error + rounding, body)
        case .places(let tolerance, let body):
            close()
            let steepest = picture.channels.map(\.steepest).max() ?? 0
            blend(part, error + 2 + tolerance * steepest, body)
        }
    }

    private mutating func addGain(_ gain: (Double, Double) -> Double, _ part: Double) {
        close()
        let (width, height) = (
            Double(picture.channels[0].width), Double(picture.channels[0].height)
        )
        error = error * 2 + 1
        picture =
            picture.mapColors { color, x, y in
                let place = gain((Double(x) + 0.5) / width, (Double(y) + 0.5) / height)
                return color * (1 + (place - 1) * part)
            }.held
    }

    private mutating func addAffine(_ map: @escaping (SIMD3<Double>) -> SIMD3<Double>) {
        let before = run
        run = ({ map(before?.map($0) ?? $0) }, before?.start ?? error)
        guard isOnPlanes else {
            picture = picture.mapColors { color, _, _ in map(color / 255) * 255 }
            return
        }
        let ycc = YCC(space)
        let change = { (color: SIMD3<Double>) in ycc.encode(map(ycc.decode(color) / 255) * 255) }
        let luma = picture.channels[0]
        let (cb, cr) = (picture.channels[1], picture.channels[2])
        picture.channels[0] = luma.map { change(SIMD3(luma[$0, $1], 128, 128)).x }
        picture.channels[1] = cb.map { change(SIMD3(128, cb[$0, $1], cr[$0, $1])).y }
        picture.channels[2] = cr.map { change(SIMD3(128, cb[$0, $1], cr[$0, $1])).z }
    }

    /// Ends a run of affine steps: its result is held to 8 bits.
    private mutating func close() {
        guard let run else { return }
        let columns = [SIMD3(1.0, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1)].map {
            run.map($0) - run.map(.zero)
        }
        let norm = (0..<3).map { row in columns.reduce(0) { $0 + abs($1[row]) } }.max() ?? 1
        // Between planes the sums of weights are at most twice those of colours.
        error = norm * (isOnPlanes ? 2 : 1) * run.start + ReferenceChain.matrixRounding
        picture = picture.held
        self.run = nil
    }

    private mutating func blend(
        _ part: Double, _ reached: Double, _ body: (Channel, Double) -> Channel
    ) {
        let before = picture
        for index in 0..<3 {
            let isHalf = isOnPlanes && index > 0
            let after = body(before.channels[index], isHalf ? 0.5 : 1).held
            picture.channels[index] = after.map { x, y in
                let start = before.channels[index][x, y]
                return start + (after[x, y] - start) * part
            }
        }
        error = part < 1 ? (1 - part) * error + part * reached + 0.5 : reached
    }

    /// How far a function carries an error, measured around a grid of colours.
    private static func growth(
        of map: (SIMD3<Double>) -> SIMD3<Double>, _ error: Double
    ) -> Double {
        guard error > 0 else { return 0 }
        var worst = 0.0
        // Every grey, because a function of one channel may jump anywhere, then a grid of colours.
        var colors: [SIMD3<Double>] = []
        for code in 0..<256 { colors.append(SIMD3(repeating: Double(code))) }
        for index in 0..<4096 {
            let (red, green, blue) = (index & 15, index >> 4 & 15, index >> 8)
            colors.append(SIMD3(Double(red), Double(green), Double(blue)) * 17)
        }
        for color in colors {
            let before = map(color / 255).held
            for corner in 0..<8 {
                let shift = SIMD3(
                    corner & 1 == 0 ? error : -error, corner & 2 == 0 ? error : -error,
                    corner & 4 == 0 ? error : -error)
                let off = (map(((color + shift) / 255).held).held - before) * 255
                worst = max(worst, abs(off.x), abs(off.y), abs(off.z))
            }
        }
        return worst * 1.2
    }
}
