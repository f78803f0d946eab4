// SPDX-License-Identifier: MIT
// How often each brightness occurs in a picture, and the outline of that.

public import PrismCore

/// A histogram of luma.
public struct Histogram: Hashable, Sendable {
    /// Pixels per brightness, 64 steps of four levels.
    public private(set) var bins: [Int]

    /// Counts every eighth pixel of every eighth row: enough for a drawing, and 1/64 of the work.
    ///
    /// - Parameters:
    ///   - view: Y'CbCr, or RGB, of which green stands for luma.
    ///   - step: Pixels from one that counts to the next.
    public init(_ view: PixelView, step: Int = 8) {
        bins = Array(repeating: 0, count: 64)
        guard let layout = PixelLayout(view.format), step > 0 else { return }
        let component = layout.components[layout.kind == .rgb ? 1 : 0]
        guard component.plane < view.planes.count else { return }
        let plane = view.planes[component.plane]
        for row in stride(from: 0, to: min(view.height, plane.rows), by: step) {
            for column in stride(from: 0, to: view.width, by: step) {
                let at = row * plane.stride + component.offset + column * component.step
                let value = plane.base.load(fromByteOffset: at, as: UInt8.self)
                bins[Int(value) / 4] += 1
            }
        }
    }

    /// Makes a histogram of counts; missing ones are 0.
    public init(bins: [Int]) {
        self.bins = Array((bins + Array(repeating: 0, count: 64)).prefix(64))
    }

    /// Part of the pixels at the upper end, which are probably burnt out.
    public var clipped: Double {
        let all = bins.reduce(0, +)
        return all > 0 ? Double(bins[63]) / Double(all) : 0
    }

    /// The outline from the lower left to the lower right corner of a frame.
    ///
    /// Heights go by the square root, so that few pixels are seen beside many; a lone peak at either end does not
    /// flatten the rest.
    public func outline(in frame: Frame) -> [Point] {
        let inner = bins[1..<63].max() ?? 0
        let top = Double(max(1, inner)).squareRoot()
        var points = [Point(x: frame.x, y: frame.y + frame.height)]
        for (index, count) in bins.enumerated() {
            let height = min(1, Double(count).squareRoot() / top) * frame.height
            points.append(
                Point(
                    x: frame.x + frame.width * (Double(index) + 0.5) / 64,
                    y: frame.y + frame.height - height))
        }
        points.append(Point(x: frame.x + frame.width, y: frame.y + frame.height))
        return points
    }
}
