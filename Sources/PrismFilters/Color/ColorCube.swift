// SPDX-License-Identifier: MIT
// A lookup table of colours as a value: three curves or a cube.

public import PrismCore

/// A lookup table: `size` entries per channel (1D) or `size`³ colours (3D).
public struct ColorCube: Hashable, Sendable {
    /// Title of the file, or empty.
    public let title: String
    /// Entries along an edge: 2…65 536 for 1D, 2…256 for 3D.
    public let size: Int
    /// False for three curves.
    public let isThreeDimensional: Bool
    /// Colours, red changing fastest; display-encoded.
    public let colors: [SIMD3<Float>]
    /// The input that the first entry stands for.
    public let domainMinimum: SIMD3<Float>
    /// The input that the last entry stands for.
    public let domainMaximum: SIMD3<Float>

    /// Makes a table.
    ///
    /// - Throws: `invalidData` where the number of colours is not that of the size, a colour is not finite, or
    ///   the domain is empty.
    public init(
        title: String = "", size: Int, isThreeDimensional: Bool, colors: [SIMD3<Float>],
        domainMinimum: SIMD3<Float> = .zero, domainMaximum: SIMD3<Float> = SIMD3(repeating: 1)
    ) throws(PrismError) {
        let limit = isThreeDimensional ? 256 : 65_536
        guard (2...limit).contains(size) else {
            throw PrismError(.invalidData, "a table of size \(size): expected 2 to \(limit)")
        }
        let count = isThreeDimensional ? size * size * size : size
        guard colors.count == count else {
            throw PrismError(
                .invalidData, "a table of \(colors.count) colours: size \(size) needs \(count)")
        }
        let extent = domainMaximum - domainMinimum
        guard extent.x > 0, extent.y > 0, extent.z > 0, extent.sum().isFinite else {
            throw PrismError(.invalidData, "the domain of the table is empty or not finite")
        }
        self.title = title
        self.size = size
        self.isThreeDimensional = isThreeDimensional
        self.colors = colors
        self.domainMinimum = domainMinimum
        self.domainMaximum = domainMaximum
    }

    /// The interpolated colour: linear in 1D, tetrahedral in 3D.
    public func callAsFunction(_ color: SIMD3<Double>) -> SIMD3<Double> {
        let low = SIMD3<Double>(domainMinimum)
        let extent = SIMD3<Double>(domainMaximum) - low
        let place = ((color - low) / extent).clamped(lowerBound: .zero, upperBound: .one)
        return isThreeDimensional ? tetrahedral(place) : linear(place)
    }

    private func linear(_ place: SIMD3<Double>) -> SIMD3<Double> {
        var result = SIMD3<Double>.zero
        for channel in 0..<3 {
            let at = place[channel] * Double(size - 1)
            let index = min(Int(at), size - 2)
            let (a, b) = (colors[index][channel], colors[index + 1][channel])
            result[channel] = Double(a) + (at - Double(index)) * Double(b - a)
        }
        return result
    }

    /// From the black corner of the cell along its axes in the order of falling fractions.
    private func tetrahedral(_ place: SIMD3<Double>) -> SIMD3<Double> {
        let at = place * Double(size - 1)
        var index = 0
        var steps: [(fraction: Double, stride: Int)] = []
        var stride = 1
        for channel in 0..<3 {
            let cell = min(Int(at[channel]), size - 2)
            index += cell * stride
            steps.append((at[channel] - Double(cell), stride))
            stride *= size
        }
        steps.sort { $0.fraction > $1.fraction }
        var result = SIMD3<Double>(colors[index])
        for step in steps {
            let before = SIMD3<Double>(colors[index])
            index += step.stride
            result += (SIMD3<Double>(colors[index]) - before) * step.fraction
        }
        return result
    }
}

extension SIMD3<Double> {
    /// 1, 1, 1.
    static var one: SIMD3<Double> { SIMD3(repeating: 1) }
}
