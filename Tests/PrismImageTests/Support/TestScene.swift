// SPDX-License-Identifier: MIT
// A smooth coloured scene, laid out in any pixel format and colour space in floating point.

import Foundation
import PrismCore
import PrismTesting

@testable import PrismImage

/// The scene; smooth, so that subsampling and compression change it little.
struct TestScene {
    var width: Int
    var height: Int

    /// R, G, B in 0…255 at a point.
    func color(_ x: Double, _ y: Double) -> (Double, Double, Double) {
        (
            128 + 90 * sin(0.031 * x + 0.3), 128 + 90 * cos(0.027 * y + 0.017 * x),
            128 + 90 * sin(0.023 * (x + y) + 1.7)
        )
    }

    /// Packed R, G, B.
    var pixels: [UInt8] {
        (0..<height).flatMap { y in
            (0..<width).flatMap { x in
                let (r, g, b) = color(Double(x), Double(y))
                return [r, g, b].map { UInt8($0.rounded()) }
            }
        }
    }

    /// Luma, as a grey picture has it.
    var grey: [UInt8] {
        (0..<height).flatMap { y in
            (0..<width).map { x in
                UInt8(YCC(.sYCC).encode(color(Double(x), Double(y))).0.rounded())
            }
        }
    }
}

/// Y'CbCr of a colour space, by the definitions in ITU-R BT.601, BT.709 and BT.2020.
struct YCC {
    var kr = 0.299
    var kb = 0.114
    var isLimited: Bool

    init(_ space: ColorSpace) {
        isLimited = space.range == .limited
        switch space.matrix {
        case .rec709: (kr, kb) = (0.2126, 0.0722)
        case .rec2020: (kr, kb) = (0.2627, 0.0593)
        case .rec601, .none, .unspecified: break
        }
    }

    func encode(_ rgb: (Double, Double, Double)) -> (Double, Double, Double) {
        let y = kr * rgb.0 + (1 - kr - kb) * rgb.1 + kb * rgb.2
        let cb = (rgb.2 - y) / (2 * (1 - kb))
        let cr = (rgb.0 - y) / (2 * (1 - kr))
        guard isLimited else { return (y, cb + 128, cr + 128) }
        return (16 + y * 219 / 255, 128 + cb * 224 / 255, 128 + cr * 224 / 255)
    }
}

/// A scene in planes; bytes that are no samples are noise.
struct TestFrame {
    var format: PixelFormat
    var scene: TestScene
    var space: ColorSpace
    private var planes: [(bytes: [UInt8], stride: Int, rows: Int)] = []

    /// Lays the scene out; each stride is `padding` bytes longer than a row needs.
    init(_ format: PixelFormat, _ scene: TestScene, _ space: ColorSpace, padding: Int) throws {
        self.format = format
        self.scene = scene
        self.space = space
        guard let layout = PixelLayout(format) else { throw PrismError(.unsupported, "\(format)") }
        makePlanes(layout, padding)
        for index in layout.components.indices { fill(index, layout) }
    }

    private mutating func makePlanes(_ layout: PixelLayout, _ padding: Int) {
        var noise = SeededGenerator(seed: 7)
        for plane in 0...(layout.components.map(\.plane).max() ?? 0) {
            var stride = 0
            var rows = 0
            for (index, component) in layout.components.enumerated()
            where component.plane == plane {
                let samples = layout.samples(of: index, width: scene.width, height: scene.height)
                stride = max(stride, samples.across * component.step)
                rows = samples.down
            }
            stride += padding
            let bytes = (0..<stride * rows).map { _ in UInt8.random(in: 0...255, using: &noise) }
            planes.append((bytes, stride, rows))
        }
    }

    private mutating func fill(_ index: Int, _ layout: PixelLayout) {
        let component = layout.components[index]
        let samples = layout.samples(of: index, width: scene.width, height: scene.height)
        let isChroma = layout.kind == .ycc && index > 0
        let dx = isChroma ? Double(layout.horizontalShift) / 2 : 0
        let dy = isChroma ? Double(layout.verticalShift) / 2 : 0
        for y in 0..<samples.down {
            for x in 0..<samples.across {
                let place = (
                    Double(isChroma ? x << layout.horizontalShift : x) + dx,
                    Double(isChroma ? y << layout.verticalShift : y) + dy
                )
                var parts = scene.color(place.0, place.1)
                if layout.kind != .rgb { parts = YCC(space).encode(parts) }
                let value = index == 0 ? parts.0 : index == 1 ? parts.1 : parts.2
                let at = y * planes[component.plane].stride + component.offset
                planes[component.plane].bytes[at + x * component.step] = UInt8(value.rounded())
            }
        }
    }

    /// Lends the frame as a view.
    func withView<Result>(_ body: (PixelView) throws -> Result) throws -> Result {
        var views: [PixelView.Plane] = []
        func lend(_ index: Int) throws -> Result {
            guard index < planes.count else {
                return try body(
                    PixelView(
                        format: format, width: scene.width, height: scene.height, colorSpace: space,
                        planes: views))
            }
            let plane = planes[index]
            return try plane.bytes.withUnsafeBytes { bytes in
                guard let base = bytes.baseAddress else { throw PrismError(.noMemory, "empty") }
                views.append(.init(base: base, stride: plane.stride, rows: plane.rows))
                return try lend(index + 1)
            }
        }
        return try lend(0)
    }
}
