// SPDX-License-Identifier: MIT
// Where the components of each pixel format lie, as one table.

internal import PrismCore

/// A format as components that any codec can walk.
struct PixelLayout: Hashable, Sendable {
    enum Kind: Hashable, Sendable { case grey, ycc, rgb }

    /// Samples of one component: every `step` bytes from `offset` in each row of a plane.
    struct Component: Hashable, Sendable {
        var plane: Int
        var offset: Int
        var step: Int
    }

    var kind: Kind
    /// Chroma has half the width, the height, or both, where a shift is 1.
    var horizontalShift: Int
    var verticalShift: Int
    /// Y, Cb, Cr or R, G, B.
    var components: [Component]

    /// The layout of a linear format; nil where it is not in the table.
    init?(_ format: PixelFormat) {
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
    static let formats: [(format: PixelFormat, layout: PixelLayout)] = [
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
    func samples(of index: Int, width: Int, height: Int) -> (across: Int, down: Int) {
        guard kind == .ycc, index > 0 else { return (width, height) }
        return (
            (width + horizontalShift) >> horizontalShift, (height + verticalShift) >> verticalShift
        )
    }

    /// Throws where a view's planes are too few or too small for its format and size.
    func check(_ view: PixelView) throws(PrismError) {
        guard (1...65500).contains(view.width), (1...65500).contains(view.height) else {
            throw PrismError(
                .outOfRange, "a picture of \(view.width)×\(view.height): expected 1 to 65500")
        }
        for (index, component) in components.enumerated() {
            let samples = samples(of: index, width: view.width, height: view.height)
            let bytes = component.offset + (samples.across - 1) * component.step + 1
            guard view.planes.indices.contains(component.plane) else {
                throw PrismError(
                    .invalidData,
                    "\(view.format) with \(view.planes.count) planes: plane \(component.plane) is missing"
                )
            }
            let plane = view.planes[component.plane]
            guard plane.stride >= bytes, plane.rows >= samples.down else {
                throw PrismError(
                    .invalidData,
                    "\(view.format) \(view.width)×\(view.height): plane \(component.plane) has "
                        + "\(plane.rows) rows of \(plane.stride) bytes, expected \(samples.down) "
                        + "rows of at least \(bytes)")
            }
        }
    }
}
