// SPDX-License-Identifier: MIT
// A hook sees each finished row once, in order, and what it changes stays.

internal import CPrismKernels
import Testing

@Suite struct HookTests {
    @Test func aHookRunsOnEachRowOnceAndInOrder() {
        let source = Picture(sceneOf: 40, 50)
        let result = Picture(width: 40, height: 50)
        var blurs = prism_blur_kernels()
        prism_blur_kernels_init(&blurs, prism_cpu_flags())
        var blur = prism_blur()
        #expect(prism_blur_prepare(&blur, 1) == 0)
        let scratch = Scratch(prism_blur_scratch_size(&blur, 40, 1))
        var from = source.raster
        var to = result.raster
        var rows: Int32 = 0
        withUnsafeMutablePointer(to: &rows) { counter in
            var hook = prism_row_hook(
                apply: { context, row, width in
                    guard let context, let row else { return }
                    let counter = context.assumingMemoryBound(to: Int32.self)
                    for x in 0..<Int(width) { row[x] = UInt8(counter.pointee) }
                    counter.pointee += 1
                }, context: counter)
            prism_blur_rows(&blurs, &blur, &to, &from, 0, 50, &hook, scratch.pointer)
        }
        #expect(rows == 50)
        #expect(result.all == (0..<50).flatMap { [UInt8](repeating: $0, count: 40) })
    }

    @Test func unsharpOfNoStrengthAndComicOfAFlatPictureChangeNothing() {
        let source = Picture(sceneOf: 66, 31, step: 4)
        let result = Picture(width: 66, height: 31, step: 4)
        var kernels = prism_edges_kernels()
        var blurs = prism_blur_kernels()
        prism_edges_kernels_init(&kernels, prism_cpu_flags())
        prism_blur_kernels_init(&blurs, prism_cpu_flags())
        var blur = prism_blur()
        #expect(prism_blur_prepare(&blur, 2) == 0)
        let scratch = Scratch(prism_blur_scratch_size(&blur, 66, 4))
        var from = source.raster
        var to = result.raster
        prism_unsharp_rows(&kernels, &blurs, &blur, 0, &to, &from, 0, 31, nil, scratch.pointer)
        #expect(result.all == source.all)

        for i in 0..<source.all.count { source.bytes[i] = 255 }
        var comic = prism_comic()
        #expect(prism_comic_prepare(&comic, 1, 6, 4, 60) == 0)
        let rings = Scratch(prism_comic_scratch_size(&comic, 66, 4))
        inStrips(result) { begin, end in
            prism_comic_rows(
                &kernels, &blurs, &comic, &to, &from, begin, end, nil, rings.pointer)
        }
        #expect(result.all == source.all)
    }
}
