// SPDX-License-Identifier: MIT
// Filters at 1920×1080 on one thread: time against copying the picture, and allocations per frame.

import PrismCore
import PrismFilters

extension BenchCase {
    static let filters = BenchCase(
        name: "filters", summary: "chains at 1080p against memcpy, and their allocations per frame"
    ) {
        var figures: [Figure] = []
        for race in FilterRace.all { figures += try race.figures() }
        return .figures(figures)
    }
}

private struct FilterRace {
    let name: String
    let chain: String
    let format: PixelFormat
    /// Times a copy of the picture.
    var ratio: Double?
    /// Milliseconds.
    var time: Double?
    var look: ColorCube?

    private static let five =
        "brightness=0.1,contrast=1.2,saturation=1.3,hue=20deg,sepia@0.5"
    private static let four = "brightness=0.1,contrast=1.2,saturation=1.3,hue=20deg"

    static let all = [
        FilterRace(name: "five colours, BGRA", chain: five, format: .xrgb8888, ratio: 1.6),
        FilterRace(name: "four colours, NV12", chain: four, format: .nv12, ratio: 1.3),
        FilterRace(
            name: "five, .cube, gamma, BGRA", chain: five + ",lut=x,gamma=1.1",
            format: .xrgb8888, ratio: 8, look: try? look()),
        FilterRace(
            name: "sigma 2 and five, BGRA", chain: "gaussian=2," + five, format: .xrgb8888),
        FilterRace(name: "sigma 8, BGRA", chain: "gaussian=8", format: .xrgb8888),
        FilterRace(name: "twirl, BGRA", chain: "twirl", format: .xrgb8888),
        FilterRace(name: "comic", chain: "comic", format: .xrgb8888, time: 12),
        FilterRace(name: "pointillize", chain: "pointillize", format: .xrgb8888, time: 12),
        FilterRace(name: "motion", chain: "motion", format: .xrgb8888, time: 12),
        FilterRace(name: "zoom", chain: "zoom", format: .xrgb8888, time: 12),
        FilterRace(
            name: "four passes, NV12", chain: "gaussian=2,sepia,twirl,edges", format: .nv12),
    ]

    private static func look() throws(PrismError) -> ColorCube {
        let colors = (0..<33 * 33 * 33).map { index -> SIMD3<Float> in
            let (red, green, blue) = (index % 33, index / 33 % 33, index / 1089)
            let color = SIMD3<Float>(Float(red), Float(green), Float(blue)) / 32
            return color * color * (3 - 2 * color)
        }
        return try ColorCube(size: 33, isThreeDimensional: true, colors: colors)
    }

    func figures() throws -> [Figure] {
        let size = PixelSize(width: 1920, height: 1080)
        let source = try PixelBuffer(format: format, size: size, colorSpace: .sYCC)
        let target = try PixelBuffer(format: format, size: size, colorSpace: .sYCC)
        source.fill()
        target.fill()
        let look = look
        let resources = ChainResources(
            cube: { (_: String) throws(PrismError) in
                guard let look else { throw PrismError(.invalidData, "no table") }
                return look
            }, matte: ChainResources.none.matte)
        let steps = try ChainText.parse(chain, resources: resources)
        let filters = try FilterChain(steps, options: .init(threads: 1))
        return try source.withPixels { view in
            try target.withMutablePixels { try race(filters, view, $0) }
        }
    }

    private func race(
        _ filters: FilterChain, _ view: PixelView, _ target: MutablePixelView
    ) throws -> [Figure] {
        try filters.render(view, into: target)
        let before = Allocations.count
        for _ in 0..<3 { try filters.render(view, into: target) }
        let allocations = Allocations.count - before
        var (copy, render) = (Double.infinity, Double.infinity)
        for _ in 0..<20 {
            let copying = ThreadStopwatch()
            target.copy(view)
            copy = min(copy, copying.seconds)
            let rendering = ThreadStopwatch()
            try filters.render(view, into: target)
            render = min(render, rendering.seconds)
        }
        return [
            Figure("\(name): to memcpy", render / copy, "x", target: ratio.map { .atMost($0) }),
            Figure("\(name): a frame", render * 1000, "ms", target: time.map { .atMost($0) }),
            Figure(
                "\(name): allocations", allocations,
                target: Allocations.isCounting ? .exactly(0) : nil),
        ]
    }
}

extension PixelBuffer {
    /// Values that no cache or branch can guess.
    fileprivate func fill() {
        var state: UInt64 = 1
        withMutablePixels { view in
            for plane in view.planes {
                for index in 0..<plane.stride * plane.rows {
                    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                    plane.base.storeBytes(
                        of: UInt8(state >> 56), toByteOffset: index, as: UInt8.self)
                }
            }
        }
    }
}

extension MutablePixelView {
    /// Copies planes of the same strides.
    fileprivate func copy(_ view: PixelView) {
        for (to, from) in zip(planes, view.planes) {
            to.base.copyMemory(from: from.base, byteCount: from.stride * from.rows)
        }
    }
}
