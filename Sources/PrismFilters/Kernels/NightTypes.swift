// SPDX-License-Identifier: MIT
// What the night stack's kernels exchange with Swift, free of C's types.

/// Where a reference's pixel lies in a frame, in 2^-32 of ``step`` pixels, split for a pass along rows and one along
/// columns.
package struct NightWarp: Hashable, Sendable {
    /// Horizontal shift of column x in the frame's row v: `h + hx * x + hv * v`.
    package var h, hx, hv: Int64
    /// Vertical shift of the pixel (x, y) of the reference: `v + vx * x + vy * y`.
    package var v, vx, vy: Int64
    /// 1 for a picture, 2 for a mosaic.
    package var step: Int32

    package init(
        h: Int64, hx: Int64, hv: Int64, v: Int64, vx: Int64, vy: Int64, step: Int32
    ) {
        (self.h, self.hx, self.hv, self.v, self.vx, self.vy) = (h, hx, hv, v, vx, vy)
        self.step = step
    }
}

/// A tile's part of the normal equations of an alignment; gradients are differences over two pixels.
package struct NightTileSums: Hashable, Sendable {
    package var xx, xy, yy, xe, ye, ee: Int32
}

/// A pixel that stands out of its neighbours, or that a map of hot pixels names.
package struct NightSuspect: Hashable, Sendable {
    package var x, y: Int
    /// Its value, the second largest of its eight neighbours of the same colour, and their median; centred.
    package var value, second, fill: Int16
    /// The map names it.
    package var isMapped: Bool

    package init(x: Int, y: Int, value: Int16, second: Int16, fill: Int16, isMapped: Bool) {
        (self.x, self.y, self.isMapped) = (x, y, isMapped)
        (self.value, self.second, self.fill) = (value, second, fill)
    }
}

/// How samples become centred ones: `min(sample, limit) * 2^shift - black`.
package struct NightUnpacking: Hashable, Sendable {
    /// Of the columns 0 and 1 of row 0, then of row 1.
    package var black: SIMD4<Int16>
    package var limit: UInt16
    /// -2 ... 6.
    package var shift: Int16

    package init(black: SIMD4<Int16>, limit: UInt16, shift: Int16) {
        (self.black, self.limit, self.shift) = (black, limit, shift)
    }
}

/// From differences to weights; see the C header's `prism_night_weighing`.
package struct NightWeighing: Hashable, Sendable {
    package var scale: Int16
    /// Sums from which on there is no weight, and how fast it grows below them.
    package var sizeHigh, sizeSlope, meanHigh, meanSlope: UInt16

    package init(
        scale: Int16, sizeHigh: UInt16, sizeSlope: UInt16, meanHigh: UInt16, meanSlope: UInt16
    ) {
        self.scale = scale
        (self.sizeHigh, self.sizeSlope) = (sizeHigh, sizeSlope)
        (self.meanHigh, self.meanSlope) = (meanHigh, meanSlope)
    }
}

/// How moved tiles are looked for and trusted; see the C header's `prism_night_follow`.
package struct NightFollowing: Hashable, Sendable {
    /// Quads around the expected place that are looked at, before and after a tile was found once.
    package var reach, near: Int
    /// A tile is looked for when this part of its weight is lacking.
    package var lack: Double
    /// Sum of squared differences of levels, at most.
    package var most: Double
    /// Levels of the mean difference, and of the difference of means: full weight, and none.
    package var sizeFull, sizeNone, meanFull, meanNone: Double

    package init(
        reach: Int, near: Int, lack: Double, most: Double, size: ClosedRange<Double>,
        mean: ClosedRange<Double>
    ) {
        (self.reach, self.near, self.lack, self.most) = (reach, near, lack, most)
        (sizeFull, sizeNone) = (size.lowerBound, size.upperBound)
        (meanFull, meanNone) = (mean.lowerBound, mean.upperBound)
    }
}
