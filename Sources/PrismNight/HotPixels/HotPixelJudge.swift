// SPDX-License-Identifier: MIT
// Tells hot pixels from lamps and stars: what is real moves with the scene, what is hot stays on the sensor.

internal import PrismFilters

/// What is to be done about one frame's suspects.
struct HotPixelRuling: Sendable {
    /// Pixels of the frame to be filled from their neighbours, ascending.
    var fills: [NightSuspect] = []
    /// Pixels of the reference where the frame has no say, ascending.
    var silenced: [UInt32] = []
    /// Places that this frame proves to be hot.
    var proven: [UInt32] = []
}

/// Judges suspects of frames, and those of the reference once a frame shows what is beneath them.
struct HotPixelJudge: Sendable {
    /// A suspect of the reference, and how many frames seemed to show that it is real.
    private struct Case: Sendable {
        var suspect: NightSuspect
        var voices = 0
    }

    /// Suspects of the reference of which no frame has shown the truth.
    private var open: [Case]
    /// Voices that acquit: one alone may be another hot pixel, or noise.
    private static let acquittal = 4
    /// A point that is real keeps this part of its height when it is sampled elsewhere between two pixels.
    private static let kept = 0.35
    /// Shift in pixels below which hot and real look the same: the nine pixels of one colour around the new place reach
    /// three pixels far, and must not hold the old one.
    private static let still = 4.5

    init(reference suspects: [NightSuspect]) { open = suspects.map { Case(suspect: $0) } }

    /// Rules on a frame's suspects, given where the reference's pixels are in it.
    func rule(
        on suspects: [NightSuspect], transform: FrameTransform, stack: NightSums
    ) -> HotPixelRuling {
        var ruling = HotPixelRuling()
        let back = transform.inverse
        for suspect in suspects {
            let place = back(Double(suspect.x), Double(suspect.y))
            let moves =
                max(abs(place.x - Double(suspect.x)), abs(place.y - Double(suspect.y)))
                >= HotPixelJudge.still
            let seen = moves ? HotPixelJudge.height(near: place, of: suspect, in: stack) : nil
            let isHot: Bool
            if let seen {
                isHot = suspect.isMapped || seen < HotPixelJudge.kept
            } else {
                isHot = suspect.isMapped || HotPixelJudge.isNeedle(suspect)
            }
            guard isHot else { continue }
            ruling.fills.append(suspect)
            ruling.silenced += HotPixelJudge.touched(by: suspect, at: place, in: stack)
            if seen != nil { ruling.proven.append(HotPixelMap.key(suspect.x, suspect.y)) }
        }
        ruling.silenced.sort()
        return ruling
    }

    /// Rules on the reference's open suspects by a frame that is about to be added; a hot one takes the frame's value.
    ///
    /// - Returns: The places that are proven hot.
    mutating func settle(
        by frame: NightMosaic, transform: FrameTransform, known: Set<UInt32>, stack: NightSums
    ) -> [UInt32] {
        var proven: [UInt32] = []
        for index in open.indices.reversed() {
            let suspect = open[index].suspect
            let key = HotPixelMap.key(suspect.x, suspect.y)
            let at = transform(Double(suspect.x), Double(suspect.y))
            let moves = max(abs(at.x - Double(suspect.x)), abs(at.y - Double(suspect.y)))
            guard moves >= HotPixelJudge.still,
                let seen = HotPixelJudge.look(at: at, of: suspect, in: frame)
            else { continue }
            let part =
                (seen.highest - Double(suspect.fill))
                / (Double(suspect.value) - Double(suspect.fill))
            if suspect.isMapped || known.contains(key) || part < HotPixelJudge.kept {
                // Not the others' mean: where they were silenced they took over the reference's value.
                HotPixelJudge.replace(suspect, by: seen.value, in: stack)
                if !suspect.isMapped { proven.append(key) }
                open.remove(at: index)
            } else {
                open[index].voices += 1
                if open[index].voices == HotPixelJudge.acquittal { open.remove(at: index) }
            }
        }
        return proven
    }

    /// Fills what no frame showed: what the map names, and needles that no lens can draw.
    mutating func close(_ stack: NightSums) -> Int {
        let filled = open.map(\.suspect).filter { $0.isMapped || HotPixelJudge.isNeedle($0) }
        for suspect in filled {
            HotPixelJudge.replace(suspect, by: Double(suspect.fill), in: stack)
        }
        open = []
        return filled.count
    }

    /// A point that leaves less than an eighth of its height in the next pixel of its colour.
    private static func isNeedle(_ suspect: NightSuspect) -> Bool {
        let height = Int(suspect.value) - Int(suspect.fill)
        return 8 * (Int(suspect.second) - Int(suspect.fill)) < height
    }

    /// Pixels of the suspect's colour around a place: the nearest and its eight neighbours.
    private static func around(
        _ place: (x: Double, y: Double), of suspect: NightSuspect, width: Int, height: Int
    ) -> (x: Int, y: Int)? {
        let x = suspect.x + 2 * Int(((place.x - Double(suspect.x)) / 2).rounded())
        let y = suspect.y + 2 * Int(((place.y - Double(suspect.y)) / 2).rounded())
        return x >= 2 && y >= 2 && x < width - 2 && y < height - 2 ? (x, y) : nil
    }

    /// The highest mean near a place, in parts of the suspect's height over its neighbours.
    private static func height(
        near place: (x: Double, y: Double), of suspect: NightSuspect, in stack: NightSums
    ) -> Double? {
        guard let at = around(place, of: suspect, width: stack.width, height: stack.height) else {
            return nil
        }
        var highest = -Double.infinity
        for y in [at.y - 2, at.y, at.y + 2] {
            for x in [at.x - 2, at.x, at.x + 2] {
                highest = max(highest, stack.mean(x, y) ?? highest)
            }
        }
        let height = Double(suspect.value) - Double(suspect.fill)
        return (highest - Double(suspect.fill)) / height
    }

    /// The highest value near a place, and the value there between its neighbours.
    private static func look(
        at place: (x: Double, y: Double), of suspect: NightSuspect, in frame: NightMosaic
    ) -> (highest: Double, value: Double)? {
        guard let at = around(place, of: suspect, width: frame.width, height: frame.height) else {
            return nil
        }
        var (highest, sum, weights) = (-Double.infinity, 0.0, 0.0)
        for y in [at.y - 2, at.y, at.y + 2] {
            for x in [at.x - 2, at.x, at.x + 2] {
                let value = Double(frame.value(x, y))
                highest = max(highest, value)
                let near =
                    max(0, 1 - abs(place.x - Double(x)) / 2)
                    * max(0, 1 - abs(place.y - Double(y)) / 2)
                sum += near * value
                weights += near
            }
        }
        return weights > 0 ? (highest, sum / weights) : nil
    }

    private static func replace(_ suspect: NightSuspect, by value: Double, in stack: NightSums) {
        let total = stack.withTotals { Int($0[suspect.y / 2 * (stack.width / 2) + suspect.x / 2]) }
        stack.withSums {
            $0[suspect.y * stack.width + suspect.x] = Int32((value * Double(total)).rounded())
        }
    }

    /// Pixels of the reference that a frame's pixel reaches by more than a negative lobe.
    private static func touched(
        by suspect: NightSuspect, at place: (x: Double, y: Double), in stack: NightSums
    ) -> [UInt32] {
        let columns = nearest(place.x, to: suspect.x).filter { $0 >= 0 && $0 < stack.width }
        return nearest(place.y, to: suspect.y).filter { $0 >= 0 && $0 < stack.height }.flatMap {
            y in
            columns.map { HotPixelMap.key($0, y) }
        }
    }

    private static func nearest(_ place: Double, to phase: Int) -> [Int] {
        let low = phase + 2 * Int(((place - Double(phase)) / 2).rounded(.down))
        return [low, low + 2]
    }
}

extension NightSums {
    /// The mean at a pixel; nil where nothing was added.
    func mean(_ x: Int, _ y: Int) -> Double? {
        let total = withTotals { $0[y / 2 * (width / 2) + x / 2] }
        return total > 0 ? Double(withSums { $0[y * width + x] }) / Double(total) : nil
    }
}
