// SPDX-License-Identifier: MIT
// The finish: colours, brightness, highlights, noise, and that strips do not show.

import Foundation
import PrismCore
import PrismImage
import Testing

@testable import PrismNight

@Suite struct NightFinisherTests {
    /// Luma, Cb and Cr of a picture at one place.
    private func colors(_ picture: FinishedPicture, x: Int, y: Int) throws -> [Int] {
        picture.withPixels { view in
            view.planes.enumerated().map { index, plane in
                let shift = index == 0 ? 0 : 1
                return Int(
                    plane.base.load(
                        fromByteOffset: (y >> shift) * plane.stride + (x >> shift), as: UInt8.self))
            }
        }
    }

    private func finisher(_ change: (inout FinishPlan) -> Void) throws -> NightFinisher {
        var plan = FinishPlan()
        plan.localContrast = 0
        change(&plan)
        return try NightFinisher(plan: plan)
    }

    /// sRGB's code value of light.
    private func code(_ light: Double) -> Double {
        255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055)
    }

    @Test func clippedLightIsWhiteWhateverTheBalance() throws {
        let image = try NightFrames.image(width: 64, height: 48) { _, _ in 1 }
        for stops in [0.0, 1.5, 3] {
            let picture = try finisher { $0.brightening = stops }.render(image)
            #expect(try colors(picture, x: 30, y: 20) == [255, 128, 128], "\(stops) stops")
        }
    }

    @Test(arguments: BayerOrder.allCases) func neutralLightIsGrey(order: BayerOrder) throws {
        let neutral = [0.5, 1, 1, 0.6]
        let channels = order.channels
        var facts = NightFrames.facts(order)
        facts.colorMatrix = RawColorMatrix([0.9, -0.2, -0.1, -0.4, 1.3, 0.1, 0, 0.1, 0.7])
        let image = try NightFrames.image(width: 64, height: 48, facts: facts) { x, y in
            0.1 * neutral[channels[x % 2 + 2 * (y % 2)]]
        }
        // Gains are 2, 1 and 1.67; the light is 0.1 of white after them, twice that one stop up.
        let picture = try finisher { $0.brightening = 1 }.render(image)
        for (x, y) in [(0, 0), (31, 20), (63, 47)] {
            let found = try colors(picture, x: x, y: y)
            #expect(abs(Double(found[0]) - code(0.2)) < 1.5, "\(found)")
            #expect(abs(found[1] - 128) <= 1 && abs(found[2] - 128) <= 1, "\(found)")
        }
    }

    @Test func aColourIsTheSameInEveryOrder() throws {
        let light = [0.05, 0.1, 0.1, 0.02]
        let found = try BayerOrder.allCases.map { order in
            let channels = order.channels
            let facts = NightFrames.facts(order)
            let image = try NightFrames.image(width: 64, height: 48, facts: facts) { x, y in
                light[channels[x % 2 + 2 * (y % 2)]]
            }
            return try colors(finisher { $0.brightening = 2 }.render(image), x: 33, y: 21)
        }
        #expect(Set(found).count == 1, "\(found)")
        #expect(found[0][1] < 100)
    }

    @Test func threadsDoNotChangeAByte() throws {
        let image = try NightFrames.frame(0, width: 640, height: 1200)
        let pictures = try [1, 4].map { threads in
            try finisher { $0.threads = threads }.render(image).withPixels { view in
                view.planes.map { plane in
                    [UInt8](
                        UnsafeRawBufferPointer(
                            start: plane.base, count: plane.stride * (plane.rows - 1)))
                }
            }
        }
        #expect(pictures[0] == pictures[1])
    }

    @Test func denoisingTakesNoiseAndKeepsTheMean() throws {
        let image = try NightFrames.image(width: 256, height: 256) { x, y in
            // Uniform noise of the model's variance, 4e-4 · 0.05 + 1e-6.
            0.05 + 0.00794 * NightFrames.noise(x, y, 1)
        }
        let clean = try finisher { _ in }.denoise(image)
        let (before, after) = (statistics(image), statistics(clean))
        #expect(abs(before.mean - after.mean) < 0.05)
        #expect(after.variance < before.variance / 8)
        #expect(clean.facts.noise == nil)
    }

    @Test func noiseThatNobodyKnowsIsLeft() throws {
        var facts = NightFrames.facts()
        facts.noise = nil
        let image = try NightFrames.image(width: 64, height: 64, facts: facts) { x, y in
            0.1 + 0.01 * NightFrames.noise(x, y, 2)
        }
        #expect(try finisher { _ in }.denoise(image).rows == image.rows)
    }

    @Test func brightAreasGetLessButNeverLessThanAsked() throws {
        let image = try NightFrames.image(width: 512, height: 256) { x, _ in x < 256 ? 0.01 : 0.3 }
        let even = try finisher { $0.brightening = 2 }.render(image)
        let local = try finisher {
            $0.brightening = 2
            $0.localContrast = 1
        }.render(image)
        let dark = try (colors(even, x: 60, y: 99)[0], colors(local, x: 60, y: 99)[0])
        let bright = try (colors(even, x: 450, y: 99)[0], colors(local, x: 450, y: 99)[0])
        #expect(dark.1 <= dark.0 && dark.1 > dark.0 - 25, "\(dark)")
        #expect(bright.1 < bright.0 - 5, "\(bright)")
    }

    @Test func onlyTheCropIsShown() throws {
        var facts = NightFrames.facts()
        facts.defaultCrop = RawCrop(x: 10, y: 12, width: 40, height: 20)
        let image = try NightFrames.image(width: 64, height: 48, facts: facts) { x, _ in
            x < 10 ? 0.9 : 0.05
        }
        let picture = try finisher { $0.denoising = 0 }.render(image)
        #expect(picture.width == 40 && picture.height == 20)
        #expect(try colors(picture, x: 4, y: 3)[0] < 250)
    }

    @Test func plansBeyondTheirLimitsAreRefused() {
        for change in [-1.0, 7, .nan, .infinity] {
            var plan = FinishPlan()
            plan.brightening = change
            #expect(throws: PrismError.self) { try NightFinisher(plan: plan) }
        }
    }

    private func statistics(_ image: RawImage) -> (mean: Double, variance: Double) {
        let rows = image.rows.map(Double.init)
        let mean = rows.reduce(0, +) / Double(rows.count)
        let squares = rows.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        return (mean, squares / Double(rows.count))
    }
}
