// SPDX-License-Identifier: MIT
// From tiles' sums to a small turn and shift: least squares that trusts tiles which agree with the rest.

internal import PrismFilters

/// A small motion of the reference's picture: a shift in pixels and a turn in radians about the centre.
struct SmallMotion: Hashable, Sendable {
    var dx = 0.0
    var dy = 0.0
    var turn = 0.0
}

/// The tiles of one level.
struct TileSolver {
    /// A tile that counts: its centre from the picture's, and its sums in whole-pixel gradients.
    private struct Tile {
        var x, y: Double
        var xx, xy, yy, xe, ye: Double
        var weight = 1.0
    }

    /// Variance of a difference of two levels' pixels.
    let variance: Double
    /// Displacement from which on a tile is thought to move by itself, in pixels.
    let tolerance: Double
    private var tiles: [Tile] = []
    /// Root mean square differences of all tiles that count, in levels.
    private(set) var residuals: [Double] = []

    /// Takes the sums of all tiles of a picture, a row after the other; tiles that have no place in the frame do not
    /// count.
    init(
        _ sums: [NightTileSums], of picture: NightLevels, transform: FrameTransform,
        variance: Double, tolerance: Double
    ) {
        (self.variance, self.tolerance) = (variance, tolerance)
        let (grid, size) = (NightKernels.tiles(of: picture), Double(NightKernels.tile))
        let (right, bottom) = (Double(picture.width - 3), Double(picture.height - 3))
        let inside = { (x: Double, y: Double) -> Bool in
            let at = transform(x, y)
            return at.x >= 2 && at.y >= 2 && at.x <= right && at.y <= bottom
        }
        for (index, one) in sums.enumerated() {
            let left = 1 + size * Double(index % grid.columns)
            let top = 1 + size * Double(index / grid.columns)
            guard inside(left, top), inside(left + size, top), inside(left, top + size),
                inside(left + size, top + size)
            else { continue }
            residuals.append((Double(one.ee) / (size * size)).squareRoot())
            tiles.append(
                Tile(
                    x: left + (size - Double(picture.width)) / 2,
                    y: top + (size - Double(picture.height)) / 2, xx: Double(one.xx) / 4,
                    xy: Double(one.xy) / 4, yy: Double(one.yy) / 4, xe: Double(one.xe) / 2,
                    ye: Double(one.ye) / 2))
        }
    }

    /// The motion of most tiles; nil where the picture has nothing to hold on to.
    mutating func solve(rounds: Int = 3) -> SmallMotion? {
        var motion: SmallMotion?
        for _ in 0..<rounds {
            guard let found = leastSquares() else { return nil }
            motion = found
            weigh(by: found)
        }
        return motion
    }

    /// Information about a shift, per axis, beyond what noise looks like six times in its own deviations.
    var information: Double {
        let pixels = Double(NightKernels.tile * NightKernels.tile * tiles.count)
        let (noise, gradients) = (
            pixels * variance / 4, tiles.reduce(0) { $0 + ($1.xx + $1.yy) / 2 }
        )
        // The mean of squares of n numbers has a relative deviation of √(2 / n).
        let doubt = 6 * (2 / max(1, pixels)).squareRoot()
        return max(0, gradients - noise * (1 + doubt)) / max(variance, 1e-9)
    }

    /// The part of the picture's texture that follows the motion.
    var agreement: Double {
        let all = tiles.reduce(0) { $0 + $1.xx + $1.yy }
        return all > 0 ? tiles.reduce(0) { $0 + $1.weight * ($1.xx + $1.yy) } / all : 0
    }

    private mutating func weigh(by motion: SmallMotion) {
        let ridge = variance / (tolerance * tolerance)
        for index in tiles.indices {
            let tile = tiles[index]
            let (dx, dy) = (motion.dx - motion.turn * tile.y, motion.dy + motion.turn * tile.x)
            let gx = tile.xe - tile.xx * dx - tile.xy * dy
            let gy = tile.ye - tile.xy * dx - tile.yy * dy
            let (xx, yy) = (tile.xx + ridge, tile.yy + ridge)
            let determinant = xx * yy - tile.xy * tile.xy
            let rx = (yy * gx - tile.xy * gy) / determinant
            let ry = (xx * gy - tile.xy * gx) / determinant
            tiles[index].weight = 1 / (1 + (rx * rx + ry * ry) / (tolerance * tolerance))
        }
    }

    private func leastSquares() -> SmallMotion? {
        var (m00, m01, m02, m11, m12, m22) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
        var (b0, b1, b2) = (0.0, 0.0, 0.0)
        for t in tiles {
            let w = t.weight
            let (ux, uy) = (t.xy * t.x - t.xx * t.y, t.yy * t.x - t.xy * t.y)
            m00 += w * t.xx
            m01 += w * t.xy
            m11 += w * t.yy
            m02 += w * ux
            m12 += w * uy
            m22 += w * (uy * t.x - ux * t.y)
            b0 += w * t.xe
            b1 += w * t.ye
            b2 += w * (t.ye * t.x - t.xe * t.y)
        }
        let c00 = m11 * m22 - m12 * m12
        let c01 = m02 * m12 - m01 * m22
        let c02 = m01 * m12 - m02 * m11
        let determinant = m00 * c00 + m01 * c01 + m02 * c02
        guard determinant > 1e-9 * m00 * m11 * m22, determinant.isFinite, m00 > 0 else {
            return nil
        }
        let c11 = m00 * m22 - m02 * m02
        let c12 = m01 * m02 - m00 * m12
        let c22 = m00 * m11 - m01 * m01
        return SmallMotion(
            dx: (c00 * b0 + c01 * b1 + c02 * b2) / determinant,
            dy: (c01 * b0 + c11 * b1 + c12 * b2) / determinant,
            turn: (c02 * b0 + c12 * b1 + c22 * b2) / determinant)
    }
}
