// SPDX-License-Identifier: MIT
// Random filters with their references.

import BridgeTestSupport

@testable import PrismFilters

/// Makes steps; the same seed, the same steps.
struct RandomSteps {
    var random: SplitMix
    let luma: SIMD3<Double>

    mutating func number(_ range: ClosedRange<Double>) -> Double {
        let part = Double(random.below(1001)) / 1000
        return range.lowerBound + part * (range.upperBound - range.lowerBound)
    }

    /// Mostly whole; sometimes in between, rarely nothing.
    private mutating func intensity() -> Double {
        switch random.below(8) {
        case 0: 0
        case 1...3: number(0...1)
        default: 1
        }
    }

    mutating func next() -> TestedStep {
        switch random.below(20) {
        case 0...7: affine()
        case 8...12: point()
        case 13: vignette()
        case 14...16: area()
        default: warp()
        }
    }

    private mutating func affine() -> TestedStep {
        let part = intensity()
        let luma = luma
        let grey = { (color: SIMD3<Double>) in SIMD3(repeating: (color * luma).sum()) }
        switch random.below(6) {
        case 0:
            let amount = number(-0.3...0.3)
            return TestedStep(Brightness(amount), part, .affine { $0 + amount })
        case 1:
            let amount = number(0.5...1.7)
            return TestedStep(Contrast(amount), part, .affine { ($0 - 0.5) * amount + 0.5 })
        case 2:
            let amount = number(0...2)
            return TestedStep(
                Saturation(amount), part, .affine { grey($0) + ($0 - grey($0)) * amount })
        case 3: return TestedStep(Grayscale(), part, .affine(grey))
        case 4: return TestedStep(Invert(), part, .affine { 1 - $0 })
        default:
            return TestedStep(
                Sepia(), part,
                .affine { color in
                    SIMD3(
                        (color * SIMD3(0.393, 0.769, 0.189)).sum(),
                        (color * SIMD3(0.349, 0.686, 0.168)).sum(),
                        (color * SIMD3(0.272, 0.534, 0.131)).sum())
                })
        }
    }

    private mutating func point() -> TestedStep {
        let part = intensity()
        switch random.below(3) {
        case 0:
            let exponent = number(0.6...2)
            return TestedStep(
                Gamma(power: exponent), part,
                .point { color in
                    SIMD3(
                        power(color.x, exponent), power(color.y, exponent),
                        power(color.z, exponent))
                })
        case 1:
            let levels = Double(2 + random.below(20))
            return TestedStep(
                Posterize(levels: levels), part,
                .point { color in
                    let step = (color * levels).rounded(.down)
                    return step.clamped(
                        lowerBound: .zero, upperBound: SIMD3(repeating: levels - 1)) / (levels - 1)
                })
        default:
            let warmth = number(0...0.4)
            let map = { @Sendable (color: SIMD3<Double>) in
                SIMD3(
                    color.x + warmth * color.y * (1 - color.x), color.y * (1 - warmth * color.z),
                    color.z * color.z)
            }
            return TestedStep(CustomColor(name: "warm", map), part, .point(map))
        }
    }

    private mutating func vignette() -> TestedStep {
        let (amount, radius) = (number(-0.5...1), number(0.3...2))
        return TestedStep(
            Vignette(amount, radius: radius), intensity(),
            .gain { [aspect = aspect] x, y in
                let (dx, dy) = ((x - 0.5) * aspect, y - 0.5)
                let square = (dx * dx + dy * dy) / ((aspect * aspect + 1) / 4)
                let law = 1 + square / (radius * radius)
                return 1 + amount * (1 / (law * law) - 1)
            })
    }

    /// Width by height of the picture.
    var aspect = 1.0

    private mutating func area() -> TestedStep {
        switch random.below(7) {
        case 4: return motion()
        case 5: return zoom()
        case 6: return pixellate()
        case 0:
            let sigma = number(0.5...3)
            return TestedStep(
                GaussianBlur(sigma: sigma), intensity(),
                .channels(lipschitz: 1, rounding: 1.2) {
                    ReferenceFilters.gaussian($0, sigma * $1)
                })
        case 1:
            let sigma = number(6.5...12)
            return TestedStep(
                GaussianBlur(sigma: sigma), intensity(),
                .channels(lipschitz: 1, rounding: 4) {
                    ReferenceFilters.gaussian($0, sigma * $1)
                })
        case 2:
            let amount = number(0...2)
            return TestedStep(
                Sharpen(amount, sigma: 1.5), intensity(),
                .channels(lipschitz: 1 + 2 * amount, rounding: 1 + amount) { channel, _ in
                    ReferenceFilters.sharpen(channel, amount, 1.5)
                })
        default:
            let gain = number(0...1.5)
            return TestedStep(
                Edges(intensity: gain), intensity(),
                .channels(lipschitz: 8 * gain, rounding: 1) { channel, _ in
                    ReferenceFilters.edges(channel, gain)
                })
        }
    }

    private mutating func motion() -> TestedStep {
        let (radius, angle) = (number(0.5...20), number(-3...3))
        return TestedStep(
            MotionBlur(radius: radius, angle: angle), intensity(),
            .places(tolerance: 0.15) { ReferenceFilters.motion($0, radius * $1, angle) })
    }

    private mutating func zoom() -> TestedStep {
        let center = UnitPoint(x: number(0...1), y: number(0...1))
        let amount = number(1...40)
        return TestedStep(
            ZoomBlur(amount: amount, center: center), intensity(),
            .places(tolerance: 0.3) { channel, _ in
                ReferenceFilters.zoom(channel, amount / 100, center)
            })
    }

    private mutating func pixellate() -> TestedStep {
        let (scale, center) = (2 + random.below(20), UnitPoint(x: number(0...1), y: 0.5))
        return TestedStep(
            Pixellate(scale: Double(scale), center: center), intensity(),
            .channels(lipschitz: 1, rounding: 0.5) { channel, _ in
                ReferenceFilters.pixellate(channel, scale, center)
            })
    }

    private mutating func warp() -> TestedStep {
        let center = UnitPoint(x: number(0.2...0.8), y: number(0.2...0.8))
        let radius = number(8...60)
        func step(
            _ filter: any Filter, _ part: Double, _ change: @escaping (Double) -> (Double, Double)
        ) -> TestedStep {
            TestedStep(
                filter, part,
                .places(tolerance: 0.2) { channel, scale in
                    ReferenceFilters.warp(channel, center, radius * scale, change)
                })
        }
        let part = intensity()
        let amount = number(-0.9...0.9)
        switch random.below(4) {
        case 0:
            return step(Twirl(angle: amount, radius: radius, center: center), part) {
                (1, amount * (1 - $0) * (1 - $0))
            }
        case 1:
            return step(Vortex(angle: amount, radius: radius, center: center), part) { length in
                let fall = (1 - length) * (1 - length)
                return (1, amount * fall * fall)
            }
        case 2:
            return step(Bump(scale: amount, radius: radius, center: center), part) { length in
                let fall = 1 - length * length
                return (1 - amount * fall * fall, 0)
            }
        default:
            return step(Pinch(scale: abs(amount), radius: radius, center: center), part) {
                (1 + abs(amount) * (1 - $0) * (1 - $0), 0)
            }
        }
    }
}
