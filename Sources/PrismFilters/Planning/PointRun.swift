// SPDX-License-Identifier: MIT
// A run of point filters, folded into as few passes of kernels as is true to them.

/// Neighbouring point filters of a chain.
struct PointRun {
    /// Largest error of a channel that a table of colours may bring in where exact steps are possible, in code values.
    static let tolerance = 1.0

    /// Whether a matrix at the beginning is done by the conversion from Y'CbCr, which holds nothing to 0…1 before it.
    private let keepsFirstMatrix: Bool
    private var segments: [Segment] = []

    init(keepsFirstMatrix: Bool = false) { self.keepsFirstMatrix = keepsFirstMatrix }

    private enum Segment {
        case pieces([PointPiece])
        case shade(Shade)
    }

    /// Adds a piece.
    mutating func add(_ piece: PointPiece) {
        guard case .pieces(var pieces)? = segments.last, let last = pieces.last else {
            segments.append(.pieces([piece]))
            return
        }
        if !isKept(last, pieces, piece), let joined = last.joined(piece) {
            pieces[pieces.count - 1] = joined
        } else {
            pieces.append(piece)
        }
        segments[segments.count - 1] = .pieces(pieces)
    }

    /// Whether the last piece is a first matrix that only another matrix may join.
    private func isKept(_ last: PointPiece, _ pieces: [PointPiece], _ next: PointPiece) -> Bool {
        guard keepsFirstMatrix, segments.count == 1, pieces.count == 1, case .matrix = last else {
            return false
        }
        if case .matrix = next { return false }
        return true
    }

    /// Adds a gain over the picture.
    mutating func add(_ shade: Shade) { segments.append(.shade(shade)) }

    /// What the kernels are to do, in this order.
    func steps() -> [PointStep] {
        segments.enumerated().flatMap { index, segment -> [PointStep] in
            switch segment {
            case .shade(let shade): return [.shade(shade)]
            case .pieces(let pieces):
                guard index == 0, keepsFirstMatrix, case .matrix(let matrix) = pieces[0] else {
                    return PointRun.fold(pieces)
                }
                return [.matrix(matrix)] + PointRun.fold(Array(pieces.dropFirst()))
            }
        }
    }

    /// One table of colours where there is a function of the whole colour, or where it saves passes.
    private static func fold(_ pieces: [PointPiece]) -> [PointStep] {
        var pieces = pieces
        for index in pieces.indices.dropFirst().reversed() {
            // A matrix that another follows is followed by one that it could not be joined to: neither closes.
            guard let joined = pieces[index - 1].closed(pieces[index]) else { continue }
            pieces.replaceSubrange(index - 1...index, with: [joined])
        }
        guard !pieces.isEmpty else { return [] }
        let hasColor = pieces.contains { if case .color = $0 { true } else { false } }
        if hasColor || pieces.count > 2, let cube = bake(pieces) { return [.cube(cube)] }
        return pieces.map { piece in
            switch piece {
            case .matrix(let matrix): .matrix(matrix)
            case .curves(let map): .tables(ChannelTables(map))
            case .color(let map): .cube(BakedCube(size: 65, map))
            }
        }
    }

    /// The smallest table that is near enough, or nil.
    private static func bake(_ pieces: [PointPiece]) -> BakedCube? {
        let whole = { (color: SIMD3<Double>) in pieces.reduce(color) { $1($0) } }
        for size in [17, 33, 65] {
            let cube = BakedCube(size: size, whole)
            if cube.error(against: whole) <= tolerance { return cube }
        }
        return nil
    }
}
