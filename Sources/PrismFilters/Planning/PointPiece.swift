// SPDX-License-Identifier: MIT
// Point filters of a run, joined as far as that is exact.

/// A part of a run of point filters before tables are made.
enum PointPiece {
    case matrix(ColorMatrix)
    case curves(@Sendable (SIMD3<Double>) -> SIMD3<Double>)
    case color(@Sendable (SIMD3<Double>) -> SIMD3<Double>)

    /// What becomes of a colour. Functions see colours held to 0…1; matrices any.
    func callAsFunction(_ color: SIMD3<Double>) -> SIMD3<Double> {
        switch self {
        case .matrix(let matrix): matrix(color)
        case .curves(let map), .color(let map): map(color.held)
        }
    }

    /// The piece at an intensity against what it is given.
    func mixed(_ intensity: Double) -> PointPiece {
        guard intensity < 1 else { return self }
        switch self {
        case .matrix(let matrix): return .matrix(matrix.mixed(intensity))
        case .curves(let map): return .curves { $0 + (map($0).held - $0) * intensity }
        case .color(let map): return .color { $0 + (map($0).held - $0) * intensity }
        }
    }

    /// This piece and the next as one, where that changes nothing.
    func joined(_ next: PointPiece) -> PointPiece? {
        switch (self, next) {
        case (.matrix(let first), .matrix(let second)):
            let whole = second.following(first)
            return whole.fitsKernel ? .matrix(whole) : nil
        case (.curves(let first), .curves(let second)): return .curves { second(first($0).held) }
        case (.matrix(let first), .curves(let second)) where first.isDiagonal:
            return .curves { second(first($0).held) }
        default: return nil
        }
    }
}

extension PointPiece {
    /// As `joined`, and a curve with the matrix behind it, once no other matrix can come to hold values beyond 0…1.
    func closed(_ next: PointPiece) -> PointPiece? {
        if case .curves(let first) = self, case .matrix(let second) = next, second.isDiagonal {
            return .curves { second(first($0)) }
        }
        return joined(next)
    }
}

extension ColorMatrix {
    /// Each channel depends on itself alone.
    var isDiagonal: Bool {
        red.y == 0 && red.z == 0 && green.x == 0 && green.z == 0 && blue.x == 0 && blue.y == 0
    }

    /// The kernel's numbers hold rows whose weights and offset add up to less than this.
    static let kernelLimit = 31.8

    /// Whether the kernel can do it in one go.
    var fitsKernel: Bool {
        [red, green, blue].allSatisfy { row in
            let sum = abs(row.x) + abs(row.y) + abs(row.z) + abs(row.w) * 255 / 257
            return sum < ColorMatrix.kernelLimit
        }
    }
}

extension SIMD3<Double> {
    /// Held to 0…1; what is no number is 0.
    var held: SIMD3<Double> {
        let whole = replacing(with: 0, where: self .!= self)
        return whole.clamped(lowerBound: .zero, upperBound: .one)
    }
}
