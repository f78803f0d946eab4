// SPDX-License-Identifier: MIT
// Streaks, tiles, dots and bokeh against their formulas, in strips and whole.

internal import CPrismKernels
import Foundation
import Testing

@Suite struct StylizeModelTests {
    private let streaks: prism_streak_kernels = {
        var kernels = prism_streak_kernels()
        prism_streak_kernels_init(&kernels, prism_cpu_flags())
        return kernels
    }()

    @Test(arguments: [0, 0.3, Double.pi / 4, 1.4, -2.5], [0, 3, 20] as [Double])
    func motionIsTheMeanAlongALine(_ angle: Double, _ radius: Double) {
        let source = Picture(sceneOf: 201, 75, step: 4)
        let result = Picture(width: 201, height: 75, step: 4)
        var kernels = streaks
        var motion = prism_motion()
        #expect(prism_motion_prepare(&motion, radius, angle) == 0)
        let scratch = Scratch(prism_motion_scratch_size(&motion, 4))
        var from = source.raster
        var to = result.raster
        inStrips(result) { begin, end in
            prism_motion_rows(&kernels, &motion, &to, &from, begin, end, nil, scratch.pointer)
        }
        let longer = max(abs(cos(angle)), abs(sin(angle)))
        let reach = Int((radius * longer).rounded())
        let difference = result.difference { x, y, c in
            let samples = (-reach...reach).map { k -> Double in
                let way = Double(k) / longer
                return source.sample(
                    Double(x) + way * cos(angle), Double(y) - way * sin(angle), c)
            }
            return samples.reduce(0, +) / Double(2 * reach + 1)
        }
        #expect(difference <= 2)
    }

    @Test func zoomIsTheMeanTowardsTheCentre() {
        let source = Picture(sceneOf: 131, 99, grain: 24)
        var images = [source, Picture(width: 131, height: 99), Picture(width: 131, height: 99)]
        var kernels = streaks
        var zoom = prism_zoom()
        #expect(prism_zoom_prepare(&zoom, 50, 40, 0.2) == 0)
        let scratch = Scratch(prism_zoom_scratch_size(131))
        for pass in 0..<PRISM_ZOOM_PASSES {
            var from = images[0].raster
            var to = images[1].raster
            inStrips(images[1]) { begin, end in
                prism_zoom_rows(&kernels, &zoom, pass, &to, &from, begin, end, nil, scratch.pointer)
            }
            images = [images[1], pass == 0 ? images[2] : images[0], images[2]]
        }
        let factor = pow(0.8, 1.0 / 15)
        var squares = 0.0
        for y in 0..<99 {
            for x in 0..<131 {
                let samples = (0..<16).map { k -> Double in
                    let scale = pow(factor, Double(k))
                    return source.sample(
                        49.5 + (Double(x) - 49.5) * scale, 39.5 + (Double(y) - 39.5) * scale)
                }
                let difference = images[0].value(x, y) - samples.reduce(0, +) / 16
                squares += difference * difference
            }
        }
        // Interpolating four times in a row smooths noise a little more than interpolating once.
        #expect((squares / (99 * 131)).squareRoot() <= 2)
    }

    @Test(arguments: [1, 2, 7, 64, 300])
    func aTileIsTheMeanOfItsPixels(_ size: Int) {
        let source = Picture(sceneOf: 90, 71, step: 4)
        let result = Picture(width: 90, height: 71, step: 4)
        var tiles = prism_tiles(size: Int32(size), origin_x: 33, origin_y: -5)
        let scratch = Scratch(prism_tiles_scratch_size(90, 4))
        var from = source.raster
        var to = result.raster
        inStrips(result) { begin, end in
            let status = prism_tiles_rows(&tiles, &to, &from, begin, end, nil, scratch.pointer)
            #expect(status == 0)
        }
        func span(_ at: Int, _ origin: Int, _ end: Int) -> Range<Int> {
            let start = at - ((at - origin) % size + size) % size
            return max(start, 0)..<min(start + size, end)
        }
        let difference = result.difference { x, y, c in
            var sum = 0.0
            let columns = span(x, 33, 90)
            let rows = span(y, -5, 71)
            for row in rows {
                for column in columns { sum += source.value(column, row, c) }
            }
            return sum / Double(rows.count * columns.count)
        }
        #expect(difference <= 0.5)
    }

    @Test func dotsDependOnTheSeedAndOnNothingElse() {
        let source = Picture(sceneOf: 120, 90, step: 4)
        func paint(_ seed: UInt64) -> [UInt8] {
            let result = Picture(width: 120, height: 90, step: 4)
            var dots = prism_dots(radius: 6, seed: seed, paper: 255)
            var from = source.raster
            var to = result.raster
            inStrips(result) { begin, end in
                let status = prism_dots_rows(&dots, &to, &from, begin, end, nil)
                #expect(status == 0)
            }
            return result.all
        }
        #expect(paint(1) == paint(1))
        #expect(paint(1) != paint(2))
    }

    /// A bright subject, kept sharp, before a dark background.
    @Test(arguments: [4, 20] as [Double])
    func bokehBlursTheBackgroundWithoutTheSubject(_ radius: Double) {
        let source = Picture(width: 160, height: 120)
        let matte = Picture(width: 160, height: 120)
        for y in 0..<120 {
            for x in 0..<160 {
                let inside = (60..<100).contains(x) && (40..<80).contains(y)
                source.bytes[y * 160 + x] = inside ? 250 : UInt8(20 + (x + y) % 2 * 40)
                matte.bytes[y * 160 + x] = inside ? 255 : 0
            }
        }
        let result = bokeh(source, matte, radius)
        let difference = result.difference { x, y, _ in
            matte.value(x, y) == 255 ? 250 : 40
        }
        #expect(difference <= 3)
    }

    private func bokeh(_ source: Picture, _ matte: Picture, _ radius: Double) -> Picture {
        let result = Picture(width: source.width, height: source.height, step: source.step)
        var kernels = prism_bokeh_kernels()
        var blurs = prism_blur_kernels()
        prism_bokeh_kernels_init(&kernels, prism_cpu_flags())
        prism_blur_kernels_init(&blurs, prism_cpu_flags())
        var plan = prism_bokeh()
        let status = prism_bokeh_prepare(
            &plan, radius, Int32(source.width), Int32(source.height), Int32(source.step))
        #expect(status == 0)
        let buffer = Scratch(prism_bokeh_buffer_size(&plan))
        let scratch = Scratch(prism_bokeh_scratch_size(&plan))
        var from = source.raster
        var mask = matte.raster
        var to = result.raster
        prism_bokeh_reduce_rows(&plan, buffer.pointer, &from, &mask, 0, plan.low_height)
        prism_bokeh_blur_rows(&plan, buffer.pointer, 0, plan.low_height, scratch.pointer)
        inStrips(result) { begin, end in
            prism_bokeh_expand_rows(
                &kernels, &blurs, &plan, buffer.pointer, &to, &from, &mask, begin, end, nil,
                scratch.pointer)
        }
        return result
    }
}
