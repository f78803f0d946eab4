// SPDX-License-Identifier: MIT
// The Gaussians against a Gaussian in real numbers.

internal import CPrismKernels
import Foundation
import Testing

@Suite struct BlurModelTests {
    private let kernels: prism_blur_kernels = {
        var kernels = prism_blur_kernels()
        prism_blur_kernels_init(&kernels, prism_cpu_flags())
        return kernels
    }()

    private func gaussian(_ picture: Picture, _ sigma: Double) -> [Double] {
        let radius = Int((4 * sigma).rounded(.up))
        let raw = (-radius...radius).map { exp(-0.5 * Double($0 * $0) / (sigma * sigma)) }
        let total = raw.reduce(0, +)
        let width = picture.width
        var columns = [Double](repeating: 0, count: width * picture.height)
        var result = columns
        for y in 0..<picture.height {
            for x in 0..<width {
                for k in -radius...radius {
                    columns[y * width + x] += raw[k + radius] / total * picture.value(x, y + k)
                }
            }
        }
        for y in 0..<picture.height {
            for x in 0..<width {
                for k in -radius...radius {
                    let column = min(max(x + k, 0), width - 1)
                    result[y * width + x] += raw[k + radius] / total * columns[y * width + column]
                }
            }
        }
        return result
    }

    @Test(arguments: [0.3, 0.8, 1.33, 2, 4])
    func theSeparableBlurIsWithinOneLevelOfAGaussian(_ sigma: Double) {
        let source = Picture(sceneOf: 93, 67)
        let result = Picture(width: 93, height: 67)
        var kernels = kernels
        var blur = prism_blur()
        #expect(prism_blur_prepare(&blur, sigma) == 0)
        let scratch = Scratch(prism_blur_scratch_size(&blur, 93, 1))
        var from = source.raster
        var to = result.raster
        inStrips(result) { begin, end in
            prism_blur_rows(&kernels, &blur, &to, &from, begin, end, nil, scratch.pointer)
        }
        let model = gaussian(source, sigma)
        #expect(result.difference { x, y, _ in model[y * 93 + x].rounded() } <= 1)
    }

    private func pyramid(_ source: Picture, _ sigma: Double) -> Picture {
        let result = Picture(width: source.width, height: source.height, step: source.step)
        var kernels = kernels
        var plan = prism_pyramid()
        let status = prism_pyramid_prepare(
            &plan, sigma, Int32(source.width), Int32(source.height), Int32(source.step))
        #expect(status == 0)
        let buffer = Scratch(prism_pyramid_buffer_size(&plan))
        let scratch = Scratch(prism_pyramid_scratch_size(&plan))
        var from = source.raster
        var to = result.raster
        for strip in [0..<plan.height / 3, plan.height / 3..<plan.height] {
            prism_pyramid_reduce_rows(
                &kernels, &plan, buffer.pointer, &from, strip.lowerBound, strip.upperBound,
                scratch.pointer)
        }
        for strip in [0..<plan.height / 2, plan.height / 2..<plan.height] {
            prism_pyramid_blur_rows(
                &kernels, &plan, buffer.pointer, strip.lowerBound, strip.upperBound,
                scratch.pointer)
        }
        inStrips(result) { begin, end in
            prism_pyramid_expand_rows(
                &kernels, &plan, buffer.pointer, &to, begin, end, nil, scratch.pointer)
        }
        return result
    }

    @Test(arguments: [4.1, 8, 16, 32])
    func thePyramidIsCloseToAGaussian(_ sigma: Double) {
        let source = Picture(sceneOf: 203, 131, grain: 24)
        let result = pyramid(source, sigma)
        let model = gaussian(source, sigma)
        var squares = 0.0
        for i in 0..<result.all.count {
            let difference = Double(result.bytes[i]) - model[i]
            squares += difference * difference
        }
        let psnr = 10 * log10(255 * 255 * Double(result.all.count) / squares)
        #expect(psnr >= 54)
    }

    @Test(arguments: [8, 32] as [Double])
    func aPannedPictureDoesNotShimmer(_ sigma: Double) {
        let wide = Picture(sceneOf: 301, 96, grain: 24)
        let source = Picture(width: 300, height: 96)
        let panned = Picture(width: 300, height: 96)
        for y in 0..<96 {
            for x in 0..<300 {
                source.bytes[y * 300 + x] = wide.bytes[y * 301 + x]
                panned.bytes[y * 300 + x] = wide.bytes[y * 301 + x + 1]
            }
        }
        let still = pyramid(source, sigma)
        let moved = pyramid(panned, sigma)
        let margin = Int(3 * sigma)
        var worst = 0.0
        for y in 0..<96 {
            for x in margin..<299 - margin {
                worst = max(worst, abs(moved.value(x, y) - still.value(x + 1, y)))
            }
        }
        #expect(worst <= 2)
    }

    @Test func aFlatPictureStaysAsItIs() {
        for level in [0, 1, 127, 254, 255] as [UInt8] {
            let source = Picture(width: 70, height: 40, step: 4)
            for i in 0..<source.all.count { source.bytes[i] = level }
            #expect(pyramid(source, 5).all == source.all)
            #expect(pyramid(source, 40).all == source.all)
        }
    }

    @Test func planesOfOnePixelAndOneRowAreBlurred() {
        for (width, height) in [(1, 1), (1, 9), (130, 1), (3, 2)] {
            let source = Picture(sceneOf: width, height, step: 2)
            let result = pyramid(source, 100)
            let mean = gaussian(Picture(sceneOf: width, height, step: 1), 100)
            #expect(result.all.count == 2 * mean.count)
        }
    }

    @Test func valuesOutOfRangeAreRefused() {
        var blur = prism_blur()
        var plan = prism_pyramid()
        for sigma in [-1, 4.01, Double.nan, .infinity] {
            #expect(prism_blur_prepare(&blur, sigma) == -EINVAL)
        }
        for sigma in [1.9, 257, Double.nan] {
            #expect(prism_pyramid_prepare(&plan, sigma, 8, 8, 1) == -EINVAL)
        }
        #expect(prism_pyramid_prepare(&plan, 8, 0, 8, 1) == -EINVAL)
        #expect(prism_pyramid_prepare(&plan, 8, 8, 40_000, 1) == -EINVAL)
        #expect(prism_pyramid_prepare(&plan, 8, 8, 8, 3) == -EINVAL)
    }
}
