// SPDX-License-Identifier: MIT
// What the finishing kernels are told, as values.

/// A mosaic on loan for one call; sides are in quads (2×2 samples), lists of four are by position.
package struct FinishMosaic {
    package let samples: UnsafeBufferPointer<UInt16>
    /// Samples from a row to the next.
    package let stride: Int
    package let width: Int
    package let height: Int
    package let black: [Float]
    package let white: Float
    /// 0 red, 1 green, 2 blue.
    package let colors: [UInt8]

    package init(
        samples: UnsafeBufferPointer<UInt16>, stride: Int, width: Int, height: Int, black: [Float],
        white: Float, colors: [UInt8]
    ) {
        precondition(black.count == 4 && colors.count == 4 && width > 0 && height > 0)
        precondition((2 * height - 1) * stride + 2 * width <= samples.count && stride >= 2 * width)
        self.samples = samples
        self.stride = stride
        self.width = width
        self.height = height
        self.black = black
        self.white = white
        self.colors = colors
    }
}

/// Noise where a weight is `whole`: variance = slope · x + offset, x being 1 at white.
package struct FinishNoise {
    package var slope: Float
    package var offset: Float
    /// Of the denoiser: 0 off, 1 what theory says.
    package var strength: Float
    /// Further factor for colour.
    package var chroma: Float
    /// Noise at each of four scales, fine to coarse, relative to white noise.
    package var scales: SIMD4<Float>
    /// Per quad, a row after the other; nil where all are whole.
    package var weights: [UInt16]?
    package var whole: Float

    package init(
        slope: Float, offset: Float, strength: Float, chroma: Float,
        scales: SIMD4<Float>, weights: [UInt16]?, whole: Float
    ) {
        self.slope = slope
        self.offset = offset
        self.strength = strength
        self.chroma = chroma
        self.scales = scales
        self.weights = weights
        self.whole = whole
    }
}

/// Colours and brightness; see prism_finish.h.
package struct FinishTone {
    package var gains: SIMD3<Float>
    /// Nine numbers, row by row.
    package var matrix: [Float]
    package var knee: Float
    package var top: Float
    package var gain: ClosedRange<Float>
    package var alpha: [Float]
    package var beta: [Float]
    package var cells: FinishCells
    package var table: [UInt16]

    package init(
        gains: SIMD3<Float>, matrix: [Float], knee: Float, top: Float, gain: ClosedRange<Float>,
        alpha: [Float], beta: [Float], cells: FinishCells, table: [UInt16]
    ) {
        precondition(matrix.count == 9 && table.count == FinishTone.tableEntries)
        precondition(alpha.count == cells.count && beta.count == cells.count)
        self.gains = gains
        self.matrix = matrix
        self.knee = knee
        self.top = top
        self.gain = gain
        self.alpha = alpha
        self.beta = beta
        self.cells = cells
        self.table = table
    }

    /// Entries of ``table``: code values × 256 for light 0 … 1.
    package static let tableEntries = 16384
}

/// How many cells a picture has.
package struct FinishCells: Hashable, Sendable {
    package let across: Int
    package let down: Int
    package var count: Int { across * down }

    /// Quads along a side of a cell.
    package static let side = 8

    /// Cells over a picture of this many quads.
    package init(width: Int, height: Int) {
        across = (width + FinishCells.side - 1) / FinishCells.side
        down = (height + FinishCells.side - 1) / FinishCells.side
    }
}

/// A 4:2:0 picture, full-range Rec. 601.
package struct FinishedPlanes: Sendable {
    package let width: Int
    package let height: Int
    package var luma: [UInt8]
    package var cb: [UInt8]
    package var cr: [UInt8]

    /// Black, in quads.
    package init(width: Int, height: Int) {
        self.width = 2 * width
        self.height = 2 * height
        luma = [UInt8](repeating: 0, count: 4 * width * height)
        cb = [UInt8](repeating: 128, count: width * height)
        cr = cb
    }
}
