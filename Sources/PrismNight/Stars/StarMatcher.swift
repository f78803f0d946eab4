// SPDX-License-Identifier: MIT
// Which star is which, by triangles, and the turn and shift that brings one sky to the other.

internal import Glibc

/// Matches the stars of a frame to those of the reference.
///
/// The lens is the same, so a triangle's sides are: three lengths name it, and its vertices vote for pairs of stars.
struct StarMatcher: Sendable {
    /// How well two skies match.
    struct Match: Hashable, Sendable {
        /// From the reference's mosaic to the frame's.
        var transform: FrameTransform
        /// Pairs of stars that agree.
        var pairs: Int
        /// Root mean square distance of these, in pixels.
        var deviation: Double
    }

    /// Neighbours of a star that it makes triangles with.
    private static let neighbours = 5
    /// Pixels that sides of one triangle may differ by.
    private static let tolerance = 1.0
    /// Shortest side in pixels.
    private static let shortest = 20.0
    private static let votes = 2
    /// Fewest pairs that are no accident.
    static let fewest = 5

    private struct Triangle {
        /// From the longest to the shortest.
        var sides: (Double, Double, Double)
        /// Opposite of each side.
        var stars: (Int, Int, Int)
        /// Which way round; a mirrored sky is another one.
        var isLeft: Bool
    }

    private let reference: [Star]
    private let triangles: [Triangle]

    init(_ reference: [Star]) {
        self.reference = reference
        triangles = StarMatcher.triangles(reference).sorted { $0.sides.0 < $1.sides.0 }
    }

    /// Whether there are stars enough to match anything.
    var isUsable: Bool { reference.count >= StarMatcher.fewest + 1 }

    /// The turn and shift.
    ///
    /// - Parameters:
    ///   - stars: Of the frame.
    ///   - guess: Where the frame may lie, as the frame before it.
    /// - Returns: nil where the skies have too little in common.
    func match(_ stars: [Star], guess: FrameTransform? = nil) -> Match? {
        var pairs = votedPairs(stars)
        if let guess { pairs += nearPairs(stars, guess, within: 8) }
        guard let found = consensus(pairs, stars) else { return nil }
        return refine(found, stars)
    }

    // MARK: Triangles

    private static func triangles(_ stars: [Star]) -> [Triangle] {
        var seen: Set<Int> = []
        var triangles: [Triangle] = []
        for (index, star) in stars.enumerated() {
            let near = stars.indices.filter { $0 != index }
                .map { ($0, hypot(stars[$0].x - star.x, stars[$0].y - star.y)) }
                .sorted { $0.1 < $1.1 }.prefix(neighbours).map(\.0)
            for (place, second) in near.enumerated() {
                for third in near[(place + 1)...] {
                    let key = [index, second, third].sorted().reduce(0) { $0 << 10 | $1 }
                    guard seen.insert(key).inserted else { continue }
                    if let one = triangle(stars, index, second, third) { triangles.append(one) }
                }
            }
        }
        return triangles
    }

    private static func triangle(_ stars: [Star], _ a: Int, _ b: Int, _ c: Int) -> Triangle? {
        func side(_ i: Int, _ j: Int) -> Double {
            hypot(stars[i].x - stars[j].x, stars[i].y - stars[j].y)
        }
        let sides = [(side(b, c), a), (side(a, c), b), (side(a, b), c)].sorted { $0.0 > $1.0 }
        // Vertices of an isosceles triangle cannot be told apart.
        guard sides[2].0 >= shortest, sides[0].0 - sides[1].0 > 2 * tolerance,
            sides[1].0 - sides[2].0 > 2 * tolerance
        else { return nil }
        let (p, q, r) = (stars[sides[0].1], stars[sides[1].1], stars[sides[2].1])
        let cross = (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x)
        return Triangle(
            sides: (sides[0].0, sides[1].0, sides[2].0),
            stars: (sides[0].1, sides[1].1, sides[2].1), isLeft: cross > 0)
    }

    private func votedPairs(_ stars: [Star]) -> [(Int, Int)] {
        let width = stars.count
        var votes = [Int](repeating: 0, count: reference.count * max(1, width))
        for one in StarMatcher.triangles(stars) {
            var index = firstTriangle(atLeast: one.sides.0 - StarMatcher.tolerance)
            while index < triangles.count,
                triangles[index].sides.0 <= one.sides.0 + StarMatcher.tolerance
            {
                let other = triangles[index]
                index += 1
                guard other.isLeft == one.isLeft,
                    abs(other.sides.1 - one.sides.1) <= StarMatcher.tolerance,
                    abs(other.sides.2 - one.sides.2) <= StarMatcher.tolerance
                else { continue }
                votes[other.stars.0 * width + one.stars.0] += 1
                votes[other.stars.1 * width + one.stars.1] += 1
                votes[other.stars.2 * width + one.stars.2] += 1
            }
        }
        var pairs: [(Int, Int)] = []
        for row in reference.indices {
            guard
                let best = stars.indices.max(by: {
                    votes[row * width + $0] < votes[row * width + $1]
                }),
                votes[row * width + best] >= StarMatcher.votes
            else { continue }
            pairs.append((row, best))
        }
        return pairs
    }

    private func firstTriangle(atLeast side: Double) -> Int {
        var (low, high) = (0, triangles.count)
        while low < high {
            let middle = (low + high) / 2
            if triangles[middle].sides.0 < side { low = middle + 1 } else { high = middle }
        }
        return low
    }

    // MARK: Consensus

    private func nearPairs(
        _ stars: [Star], _ transform: FrameTransform, within distance: Double
    ) -> [(Int, Int)] {
        var pairs: [(Int, Int)] = []
        for (index, star) in reference.enumerated() {
            let at = transform(star.x, star.y)
            let near = stars.indices.min {
                hypot(stars[$0].x - at.x, stars[$0].y - at.y)
                    < hypot(stars[$1].x - at.x, stars[$1].y - at.y)
            }
            guard let near, hypot(stars[near].x - at.x, stars[near].y - at.y) <= distance else {
                continue
            }
            pairs.append((index, near))
        }
        return pairs
    }

    /// The transform of two pairs that most stars agree with.
    private func consensus(_ pairs: [(Int, Int)], _ stars: [Star]) -> FrameTransform? {
        guard pairs.count >= 2 else { return nil }
        var best: (transform: FrameTransform, count: Int)?
        var random: UInt64 = 0x9E37_79B9_7F4A_7C15
        func next(_ limit: Int) -> Int {
            // Marsaglia's xorshift: the same pairs in every run.
            random ^= random << 13
            random ^= random >> 7
            random ^= random << 17
            return Int(random % UInt64(limit))
        }
        for _ in 0..<300 {
            let (one, two) = (pairs[next(pairs.count)], pairs[next(pairs.count)])
            guard one.0 != two.0, one.1 != two.1,
                let transform = fit([one, two], stars, distance: StarMatcher.shortest)
            else { continue }
            let count = nearPairs(stars, transform, within: 2).count
            if count > best?.count ?? 0 { best = (transform, count) }
        }
        guard let best, best.count >= StarMatcher.fewest else { return nil }
        return best.transform
    }

    private func refine(_ start: FrameTransform, _ stars: [Star]) -> Match? {
        var match = Match(transform: start, pairs: 0, deviation: 0)
        for distance in [2.0, 1, 0.7, 0.7] {
            let pairs = nearPairs(stars, match.transform, within: distance)
            guard pairs.count >= StarMatcher.fewest, let fitted = fit(pairs, stars) else {
                return nil
            }
            match.transform = fitted
            match.pairs = pairs.count
            let squares = pairs.reduce(0.0) { sum, pair in
                let at = fitted(reference[pair.0].x, reference[pair.0].y)
                let (dx, dy) = (stars[pair.1].x - at.x, stars[pair.1].y - at.y)
                return sum + dx * dx + dy * dy
            }
            match.deviation = (squares / Double(pairs.count)).squareRoot()
        }
        return match
    }

    /// Least squares, bright stars counting more; nil where the stars are nearer to each other than `distance`.
    private func fit(
        _ pairs: [(Int, Int)], _ stars: [Star], distance: Double = 0
    ) -> FrameTransform? {
        let typical = pairs.map { reference[$0.0].flux }.sorted()[pairs.count / 2]
        var (w, ax, ay, bx, by) = (0.0, 0.0, 0.0, 0.0, 0.0)
        func weight(_ pair: (Int, Int)) -> Double {
            let flux = min(reference[pair.0].flux, stars[pair.1].flux)
            return flux / (flux + typical)
        }
        for pair in pairs {
            let (a, b, weight) = (reference[pair.0], stars[pair.1], weight(pair))
            (w, ax, ay) = (w + weight, ax + weight * a.x, ay + weight * a.y)
            (bx, by) = (bx + weight * b.x, by + weight * b.y)
        }
        guard w > 0 else { return nil }
        (ax, ay, bx, by) = (ax / w, ay / w, bx / w, by / w)
        var (cosine, sine, spread) = (0.0, 0.0, 0.0)
        for pair in pairs {
            let (a, b, weight) = (reference[pair.0], stars[pair.1], weight(pair))
            let (px, py, qx, qy) = (a.x - ax, a.y - ay, b.x - bx, b.y - by)
            cosine += weight * (px * qx + py * qy)
            sine += weight * (px * qy - py * qx)
            spread = max(spread, px * px + py * py)
        }
        guard spread.squareRoot() >= distance / 2, cosine != 0 || sine != 0 else { return nil }
        let turn = atan2(sine, cosine)
        let moved = FrameTransform(turn: turn, aboutX: 0, y: 0, dx: 0, dy: 0)(ax, ay)
        return FrameTransform(turn: turn, aboutX: 0, y: 0, dx: bx - moved.x, dy: by - moved.y)
    }
}
