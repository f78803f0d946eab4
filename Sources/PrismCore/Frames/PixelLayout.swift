// SPDX-License-Identifier: MIT
// Where the components of each pixel format lie, as one table.

/// A format as components that any codec can walk.
package struct PixelLayout: Hashable, Sendable {
    package enum Kind: Hashable, Sendable { case grey, ycc, rgb }

    /// Samples of one component: every `step` bytes from `offset` in each row of a plane.
    package struct Component: Hashable, Sendable {
        package var plane: Int
        package var offset: Int
        package var step: Int
    }

    package var kind: Kind
    /// Chroma has half the width, the height, or both, where a shift is 1.
    package var horizontalShift: Int
    package var verticalShift: Int
    /// Y, Cb, Cr or R, G, B.
    package var components: [Component]

    /// The layout of a linear format; nil where it is not in the table.
    package init?(_ format: PixelFormat) {
        guard let row = PixelLayout.formats.first(where: { $0.format == format }) else {
            return nil
        }
        self = row.layout
    }

    private init(_ kind: Kind, _ shifts: (Int, Int), _ components: [(Int, Int, Int)]) {
        self.kind = kind
        horizontalShift = shifts.0
        verticalShift = shifts.1
        self.components = components.map { Component(plane: $0.0, offset: $0.1, step: $0.2) }
    }

    private static func planar(_ shifts: (Int, Int), cb: Int, cr: Int) -> PixelLayout {
        PixelLayout(.ycc, shifts, [(0, 0, 1), (cb, 0, 1), (cr, 0, 1)])
    }

    private static func semiPlanar(_ shifts: (Int, Int), cb: Int, cr: Int) -> PixelLayout {
        PixelLayout(.ycc, shifts, [(0, 0, 1), (1, cb, 2), (1, cr, 2)])
    }

    private static func packed(luma: Int, cb: Int, cr: Int) -> PixelLayout {
        PixelLayout(.ycc, (1, 0), [(0, luma, 2), (0, cb, 4), (0, cr, 4)])
    }

    private static func rgb(red: Int, blue: Int, step: Int) -> PixelLayout {
        PixelLayout(.rgb, (0, 0), [(0, red, step), (0, 1, step), (0, blue, step)])
    }

    private static let grey = PixelLayout(.grey, (0, 0), [(0, 0, 1)])

    /// Memory order as DRM's drm_fourcc.h and V4L2 define it.
    package static let formats: [(format: PixelFormat, layout: PixelLayout)] = [
        (.nv12, semiPlanar((1, 1), cb: 0, cr: 1)),
        (PixelFormat("NV21"), semiPlanar((1, 1), cb: 1, cr: 0)),
        (.yuv420, planar((1, 1), cb: 1, cr: 2)),
        (PixelFormat("YV12"), planar((1, 1), cb: 2, cr: 1)),
        (PixelFormat("NV16"), semiPlanar((1, 0), cb: 0, cr: 1)),
        (PixelFormat("NV61"), semiPlanar((1, 0), cb: 1, cr: 0)),
        (PixelFormat("YU16"), planar((1, 0), cb: 1, cr: 2)),
        (PixelFormat("YV16"), planar((1, 0), cb: 2, cr: 1)),
        (PixelFormat("YU24"), planar((0, 0), cb: 1, cr: 2)),
        (PixelFormat("YV24"), planar((0, 0), cb: 2, cr: 1)),
        (.yuyv, packed(luma: 0, cb: 1, cr: 3)),
        (PixelFormat("YVYU"), packed(luma: 0, cb: 3, cr: 1)),
        (PixelFormat("UYVY"), packed(luma: 1, cb: 0, cr: 2)),
        (PixelFormat("VYUY"), packed(luma: 1, cb: 2, cr: 0)),
        (.rgb888, rgb(red: 2, blue: 0, step: 3)),
        (.bgr888, rgb(red: 0, blue: 2, step: 3)),
        (.xrgb8888, rgb(red: 2, blue: 0, step: 4)),
        (.xbgr8888, rgb(red: 0, blue: 2, step: 4)),
        (PixelFormat("AR24"), rgb(red: 2, blue: 0, step: 4)),
        (PixelFormat("AB24"), rgb(red: 0, blue: 2, step: 4)),
        (PixelFormat("R8  "), grey),
        (PixelFormat("GREY"), grey),
    ]

    /// Samples across and down of a component in a picture of some size.
    package func samples(of index: Int, width: Int, height: Int) -> (across: Int, down: Int) {
        guard kind == .ycc, index > 0 else { return (width, height) }
        return (
            (width + horizontalShift) >> horizontalShift, (height + verticalShift) >> verticalShift
        )
    }

    /// Throws where a view's planes are too few or too small for its format and size.
    package func check(_ view: PixelView) throws(PrismError) {
        try check(view.format, view.width, view.height, view.planes.count) { index in
            (view.planes[index].stride, view.planes[index].rows)
        }
    }

    /// Throws where a target's planes are too few or too small for its format and size.
    package func check(_ view: MutablePixelView) throws(PrismError) {
        try check(view.format, view.width, view.height, view.planes.count) { index in
            (view.planes[index].stride, view.planes[index].rows)
        }
    }

    /// Once per frame, so without a list of its own.
    private func check(
        _ format: PixelFormat, _ width: Int, _ height: Int, _ count: Int,
        _ plane: (Int) -> (stride: Int, rows: Int)
    ) throws(PrismError) {
        try PixelLayout.check(width: width, height: height)
        for (index, component) in components.enumerated() {
            let samples = samples(of: index, width: width, height: height)
            let bytes = component.offset + (samples.across - 1) * component.step + 1
            guard component.plane < count else {
                throw PrismError(
                    .invalidData,
                    "\(format) with \(count) planes: plane \(component.plane) is missing")
            }
            let (stride, rows) = plane(component.plane)
            guard stride >= bytes, rows >= samples.down else {
                throw PrismError(
                    .invalidData,
                    "\(format) \(width)×\(height): plane \(component.plane) has "
                        + "\(rows) rows of \(stride) bytes, expected \(samples.down) "
                        + "rows of at least \(bytes)")
            }
        }
    }

    /// Bytes of a row and rows of each plane.
    ///
    /// - Throws: `outOfRange` for a size beyond 1…65 500.
    package func planes(
        width: Int, height: Int
    ) throws(PrismError) -> [(bytes: Int, rows: Int)] {
        try PixelLayout.check(width: width, height: height)
        let count = (components.map(\.plane).max() ?? 0) + 1
        return (0..<count).map { plane in
            let parts = components.enumerated().filter { $1.plane == plane }
            let shapes = parts.map { index, component in
                let samples = samples(of: index, width: width, height: height)
                // Whole pixels: a fourth byte that is no component belongs to the row.
                return (bytes: samples.across * component.step, rows: samples.down)
            }
            return (shapes.map(\.bytes).max() ?? 0, shapes.map(\.rows).max() ?? 0)
        }
    }

    private static func check(width: Int, height: Int) throws(PrismError) {
        guard (1...65500).contains(width), (1...65500).contains(height) else {
            throw PrismError(
                .outOfRange, "a picture of \(width)×\(height): expected 1 to 65500")
        }
    }
}
