// SPDX-License-Identifier: MIT
// Finds a frame's turn and shift: a search on the smallest picture, then Gauss-Newton from small to large.

internal import Glibc
internal import PrismFilters

/// What alignment found out.
struct Alignment: Hashable, Sendable {
    /// From the reference's mosaic to the frame's.
    var transform: FrameTransform
    /// The median tile's difference, 1 being noise.
    var residual: Double
    /// The part of the texture that follows the transform, 0 to 1.
    var agreement: Double
    /// There is texture enough to know; without, the transform is the identity.
    var isCertain: Bool
}

/// Aligns pictures of levels to one reference.
struct FrameAligner: Sendable {
    let kernels: NightKernels
    let reference: LevelPyramid
    /// Where pictures go that were brought to the reference's place.
    let moved: LevelPyramid
    /// Levels per unit of noise in the picture of quads.
    let unit: Double

    /// The inverse compositional step changes the transform by less than this many pixels of the level: done.
    private static let enough = 0.003
    private static let rounds = 12

    func align(_ frame: LevelPyramid) -> Alignment {
        var level = reference.levels.count - 1
        var transform = search(frame).enlarged(by: LevelPyramid.scale(level))
        var last: (solver: TileSolver, known: Bool)?
        while level >= reference.finest {
            let scale = LevelPyramid.scale(level)
            let found = refine(transform.reduced(by: scale), level: level, frame: frame)
            transform = found.transform.enlarged(by: scale)
            last = (found.solver, found.known)
            level -= 1
        }
        guard let last else {
            return Alignment(transform: .identity, residual: 0, agreement: 0, isCertain: false)
        }
        return conclude(transform, solver: last.solver, known: last.known)
    }

    private func conclude(_ transform: FrameTransform, solver: TileSolver, known: Bool) -> Alignment
    {
        let sorted = solver.residuals.sorted()
        let median = sorted.isEmpty ? 0 : sorted[sorted.count / 2]
        let residual = median / solver.variance.squareRoot()
        // A shift known to half a pixel of the mosaic, at least.
        let scale = LevelPyramid.scale(reference.finest)
        let certain = known && scale * scale < 0.25 * solver.information
        return Alignment(
            transform: certain ? transform : .identity, residual: residual,
            agreement: solver.agreement, isCertain: certain)
    }

    /// Variance of a difference of two pixels of a level, in levels².
    private func variance(_ level: Int) -> Double {
        // 1 3 3 1 twice keeps (20 / 64)² of white noise; what is left is correlated, and halves keep more of it.
        let kept = level == 0 ? 1.0 : 0.0977 * pow(0.2, Double(level - 1))
        return 2 * unit * unit * kept
    }

    /// The best of some turns and all whole shifts on the smallest picture.
    private func search(_ frame: LevelPyramid) -> FrameTransform {
        let picture = reference.coarsest
        let reach = min(8, min(picture.width, picture.height) / 6)
        let (x, y) = (Double(picture.width - 1) / 2, Double(picture.height - 1) / 2)
        var best = (difference: Double.infinity, transform: FrameTransform.identity)
        for degrees in [0.0, -1, 1, -2, 2, -3, 3] {
            let turn = FrameTransform(turn: degrees * .pi / 180, aboutX: x, y: y, dx: 0, dy: 0)
            kernels.resample(frame.coarsest, by: turn.warp(step: 1), into: moved.coarsest)
            let found = NightKernels.search(picture, moved.coarsest, reach: reach)
            guard found.difference < best.difference else { continue }
            let shift = FrameTransform(
                turn: 0, aboutX: 0, y: 0, dx: Double(found.dx), dy: Double(found.dy))
            best = (found.difference, turn.after(shift))
        }
        return best.transform
    }

    private func refine(
        _ start: FrameTransform, level: Int, frame: LevelPyramid
    ) -> (transform: FrameTransform, solver: TileSolver, known: Bool) {
        let picture = reference.levels[level]
        let tolerance =
            level == reference.finest ? max(0.1, 0.35 / LevelPyramid.scale(level)) : 0.35
        let (x, y) = (Double(picture.width - 1) / 2, Double(picture.height - 1) / 2)
        var transform = start
        for round in 1... {
            kernels.resample(
                frame.levels[level], by: transform.warp(step: 1), into: moved.levels[level])
            var solver = TileSolver(
                kernels.tiles(picture, moved.levels[level]), of: picture, transform: transform,
                variance: variance(level), tolerance: tolerance)
            guard let motion = solver.solve() else { return (transform, solver, false) }
            // What the reference must move by to look like the frame as it is now; undo that.
            let step = FrameTransform(
                turn: motion.turn, aboutX: x, y: y, dx: motion.dx, dy: motion.dy)
            let size = abs(motion.dx) + abs(motion.dy) + abs(motion.turn) * (x + y)
            guard size.isFinite, size < x else { return (transform, solver, false) }
            transform = transform.after(step.inverse)
            if size < FrameAligner.enough || round == FrameAligner.rounds {
                return (transform, solver, true)
            }
        }
        return (
            transform, TileSolver([], of: picture, transform: transform, variance: 1, tolerance: 1),
            false
        )
    }
}
