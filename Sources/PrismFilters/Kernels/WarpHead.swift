// SPDX-License-Identifier: MIT
// Distortions of a disc.

internal import CPrismKernels
internal import PrismCore

/// A distortion by a table of factors.
///
/// `@unchecked Sendable`: the map is written once.
final class WarpHead: HeadKernel, @unchecked Sendable {
    let steps: [Int]
    private let map: UnsafeMutablePointer<prism_radial>

    init(_ warp: WarpOperation, _ shape: PlaneShape) throws(PrismError) {
        steps = [shape.size.height]
        map = .allocate(capacity: 1)
        let place = warp.place
        let center = SIMD2(
            place.center.x * Double(shape.size.width), place.center.y * Double(shape.size.height))
        let radius = max(1, place.radius * shape.scale)
        let result =
            switch warp {
            case .bump(_, _, let scale):
                prism_radial_prepare(map, center.x, center.y, radius, prism_bump, scale)
            case .pinch(_, _, let scale):
                prism_radial_prepare(map, center.x, center.y, radius, prism_pinch, scale)
            case .twirl(_, _, let angle):
                prism_radial_prepare(map, center.x, center.y, radius, prism_twirl, angle)
            case .vortex(_, _, let angle):
                prism_radial_prepare(map, center.x, center.y, radius, prism_vortex, angle)
            }
        guard result == 0 else {
            throw PrismError(
                .outOfRange, "a disc of radius \(place.radius) reaches too far from the picture")
        }
    }

    deinit { map.deallocate() }

    func run(
        step: Int, source: prism_raster, target: prism_raster, rows: Range<Int>, worker: Int
    ) {
        var (source, target) = (source, target)
        withUnsafePointer(to: KernelSet.shared.warp) { kernels in
            prism_warp_rows(
                kernels, map, &target, &source, Int32(rows.lowerBound), Int32(rows.upperBound), nil)
        }
    }
}

extension WarpOperation {
    /// The disc.
    fileprivate var place: (center: UnitPoint, radius: Double) {
        switch self {
        case .bump(let center, let radius, _), .pinch(let center, let radius, _),
            .twirl(let center, let radius, _), .vortex(let center, let radius, _):
            (center, radius)
        }
    }
}
