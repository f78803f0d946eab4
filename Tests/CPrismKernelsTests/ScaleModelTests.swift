// SPDX-License-Identifier: MIT
// Scaling against bilinear samples in real numbers, and NV12 scaled straight to XRGB.

internal import CPrismKernels
import Testing

@Suite struct ScaleModelTests {
    private let kernels: prism_warp_kernels = {
        var kernels = prism_warp_kernels()
        prism_warp_kernels_init(&kernels, prism_cpu_flags())
        return kernels
    }()

    @Test(arguments: [(80, 48), (200, 131), (97, 300), (1, 1)], [1, 2, 4])
    func scalingMixesTheFourNearestPixels(_ size: (Int, Int), _ step: Int) {
        let source = Picture(sceneOf: 192, 108, step: step, grain: 24)
        let result = Picture(width: size.0, height: size.1, step: step)
        var kernels = kernels
        let scratch = Scratch(prism_scale_scratch_size(Int32(size.0)))
        var from = source.raster
        var to = result.raster
        inStrips(result) { begin, end in
            prism_scale_rows(&kernels, &to, &from, begin, end, nil, scratch.pointer)
        }
        let difference = result.difference { x, y, channel in
            source.sample(
                (Double(x) + 0.5) * 192 / Double(size.0) - 0.5,
                (Double(y) + 0.5) * 108 / Double(size.1) - 0.5, channel)
        }
        #expect(difference <= 1.6)
    }

    @Test func scaledNV12IsWhatItsPlanesScaledAndConvertedAre() {
        let luma = Picture(sceneOf: 96, 60, grain: 24)
        let chroma = Picture(sceneOf: 48, 30, step: 2, grain: 24)
        let direct = Picture(width: 41, height: 33, step: 4)
        var kernels = kernels
        var converts = prism_convert_kernels()
        prism_convert_kernels_init(&converts, prism_cpu_flags())
        var matrix = prism_matrix()
        let rows: [Double] = [1, 1.8, 0, -230, 1, -0.3, -0.6, 115, 1, 0, 1.5, -192]
        #expect(prism_matrix_set(&matrix, rows) == 0)
        let scratch = Scratch(prism_scale_scratch_size(41))
        var y = luma.raster
        var uv = chroma.raster
        var to = direct.raster
        prism_scale_nv12_rows(
            &kernels, converts.nv12_to_xrgb, &matrix, &to, &y, &uv, 0, 12, nil, scratch.pointer)
        prism_scale_nv12_rows(
            &kernels, converts.nv12_to_xrgb, &matrix, &to, &y, &uv, 12, 33, nil, scratch.pointer)

        let smallLuma = Picture(width: 41, height: 33)
        let smallChroma = Picture(width: 21, height: 17, step: 2)
        let stepwise = Picture(width: 41, height: 33, step: 4)
        var toLuma = smallLuma.raster
        var toChroma = smallChroma.raster
        prism_scale_rows(&kernels, &toLuma, &y, 0, 33, nil, scratch.pointer)
        prism_scale_rows(&kernels, &toChroma, &uv, 0, 17, nil, scratch.pointer)
        converts.nv12_to_xrgb(
            prism_dst(data: stepwise.bytes, stride: 164),
            prism_src(data: smallLuma.bytes, stride: 41),
            prism_src(data: smallChroma.bytes, stride: 42), 41, 0, 33, &matrix)
        #expect(direct.all == stepwise.all)
    }
}
