// SPDX-License-Identifier: MIT
// The map of hot pixels: what was known before, and what the frames of this burst proved.

/// A hot pixel's place on the sensor.
public struct HotPixel: Hashable, Codable, Sendable, Comparable {
    /// Column and row of the mosaic.
    public var x, y: Int

    /// Names a place.
    public init(x: Int, y: Int) { (self.x, self.y) = (x, y) }

    /// By row, then by column.
    public static func < (a: HotPixel, b: HotPixel) -> Bool { (a.y, a.x) < (b.y, b.x) }
}

/// Places that are known to be hot, and evidence for more.
struct HotPixelMap: Sendable {
    /// Places that count as hot: y << 16 | x, ascending.
    private(set) var known: [UInt32]
    private var evidence: [UInt32: Int] = [:]
    /// Frames in which a place must have been hot while the scene moved.
    private static let proof = 2

    init(_ stored: [HotPixel], width: Int, height: Int) {
        let inside = stored.filter {
            (0..<width).contains($0.x) && (0..<height).contains($0.y)
        }
        known = Set(inside.map { HotPixelMap.key($0.x, $0.y) }).sorted()
    }

    static func key(_ x: Int, _ y: Int) -> UInt32 { UInt32(y) << 16 | UInt32(x) }

    /// Counts that places were hot in one more frame.
    mutating func note(_ places: [UInt32]) {
        var proven: [UInt32] = []
        for place in places {
            let count = (evidence[place] ?? 0) + 1
            evidence[place] = count
            if count == HotPixelMap.proof { proven.append(place) }
        }
        if !proven.isEmpty { known = Set(known + proven).sorted() }
    }

    /// All that count as hot.
    var pixels: [HotPixel] { known.map { HotPixel(x: Int($0 & 0xffff), y: Int($0 >> 16)) } }
}
