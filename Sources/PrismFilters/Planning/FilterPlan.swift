// SPDX-License-Identifier: MIT
// A chain as passes over the picture: what is read, what is written, what is joined.

internal import PrismCore

/// How a chain is carried out for pictures of one size and format.
struct FilterPlan: Sendable {
    /// What a pass works on.
    enum Work: Hashable, Sendable {
        /// Y'CbCr planes as they came.
        case planes
        /// XRGB8888.
        case pixels
    }

    /// What begins a pass.
    enum Head: Sendable {
        /// Reads and converts.
        case load
        case area(AreaOperation)
        case warp(WarpOperation)
        case rows(any RowFilter)
    }

    /// One reading of the whole picture, and one writing.
    struct Pass: Sendable {
        var work: Work
        /// What is read.
        var input: PixelFormat
        /// What is written.
        var output: PixelFormat
        var head = Head.load
        /// Of the head, against what it reads.
        var intensity = 1.0
        /// In place, while the rows are in the cache.
        var tail: [PointStep] = []
        /// Names of the filters.
        var names: [String] = []
    }

    let geometry: FilterGeometry
    let input: PixelFormat
    let output: PixelFormat
    /// Empty: the picture is handed on as it is.
    var passes: [Pass] = []

    /// Intermediate pictures that are needed at once: none, one or two.
    var intermediates: Int { min(2, max(0, passes.count - 1)) }
}
