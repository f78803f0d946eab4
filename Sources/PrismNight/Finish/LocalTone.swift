// SPDX-License-Identifier: MIT
// Local brightness as a gain map: dark areas get all of the brightening, bright ones less.

internal import Glibc
internal import PrismFilters

/// For each cell a line from a quad's own light to its gain, so that edges are followed at full size.
///
/// Gains come of exposure fusion (Mertens and others, 2007) of synthetic exposures; the lines are those of the guided
/// filter (He and others, 2010) with the cells' light as guide.
struct LocalTone: Equatable {
    var alpha: [Float]
    var beta: [Float]
    /// Every gain lies in it.
    var gains: ClosedRange<Float>

    /// Cells in a window's half side.
    private static let reach = 4
    /// Variance of light below which a window is one surface.
    private static let flatness: Float = 1e-5

    /// Lines for a picture.
    ///
    /// - Parameters:
    ///   - light: Of each cell, 1 where all samples are clipped.
    ///   - cells: How many there are.
    ///   - stops: The brightening.
    ///   - contrast: Stops by which the brightest areas get less.
    init(light: [Float], cells: FinishCells, stops: Double, contrast: Double) {
        let contrast = min(contrast, stops)
        gains = Float(exp2(stops - contrast))...Float(exp2(stops))
        guard contrast > 0 else {
            alpha = [Float](repeating: 0, count: cells.count)
            beta = [Float](repeating: gains.upperBound, count: cells.count)
            return
        }
        let wanted = light.map { LocalTone.gain($0, stops: stops, contrast: contrast) }
        let mean = LocalTone.blur(light, cells)
        let meanGain = LocalTone.blur(wanted, cells)
        let square = LocalTone.blur(light.map { $0 * $0 }, cells)
        let cross = LocalTone.blur(zip(light, wanted).map { $0 * $1 }, cells)
        var lines = (alpha: [Float](), beta: [Float]())
        for index in 0..<cells.count {
            let variance = max(0, square[index] - mean[index] * mean[index])
            let slope =
                (cross[index] - mean[index] * meanGain[index]) / (variance + LocalTone.flatness)
            lines.alpha.append(slope)
            lines.beta.append(meanGain[index] - slope * mean[index])
        }
        alpha = LocalTone.blur(lines.alpha, cells)
        beta = LocalTone.blur(lines.beta, cells)
    }

    /// The gain of one area: a mean of the exposures, each counting by how near it comes to mid-grey.
    private static func gain(_ light: Float, stops: Double, contrast: Double) -> Float {
        var sum = 0.0
        var weights = 0.0
        for step in 0...2 {
            let exposure = stops - contrast * Double(step) / 2
            let shown = pow(min(1, max(0, Double(light)) * exp2(exposure)), 1 / 2.2)
            let weight = exp(-12.5 * (shown - 0.5) * (shown - 0.5))
            sum += weight * exposure
            weights += weight
        }
        return Float(exp2(sum / weights))
    }

    /// Means over windows, by two passes of running sums; edges have smaller windows.
    private static func blur(_ values: [Float], _ cells: FinishCells) -> [Float] {
        var result = values
        for row in 0..<cells.down {
            blur(&result, start: row * cells.across, step: 1, count: cells.across)
        }
        for column in 0..<cells.across {
            blur(&result, start: column, step: cells.across, count: cells.down)
        }
        return result
    }

    private static func blur(_ values: inout [Float], start: Int, step: Int, count: Int) {
        let line = (0..<count).map { Double(values[start + $0 * step]) }
        var sum = line.prefix(reach).reduce(0, +)
        for index in 0..<count {
            if index + reach < count { sum += line[index + reach] }
            if index > reach { sum -= line[index - reach - 1] }
            let size = min(count - 1, index + reach) - max(0, index - reach) + 1
            values[start + index * step] = Float(sum / Double(size))
        }
    }
}
