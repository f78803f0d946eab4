// SPDX-License-Identifier: MIT
// A frame's picture of quads, and the same at halves of its size.

internal import PrismFilters

/// Pictures of levels, each half the size of the one before; the first has a pixel per quad.
struct LevelPyramid: Sendable {
    let levels: [NightLevels]

    /// Allocates pictures down to a shorter side of 48 or more.
    init(width: Int, height: Int) {
        var levels = [NightLevels(width: width / 2, height: height / 2)]
        while let last = levels.last, min(last.width, last.height) >= 2 * 48 {
            levels.append(NightLevels(width: last.width / 2, height: last.height / 2))
        }
        self.levels = levels
    }

    private init(_ levels: [NightLevels]) { self.levels = levels }

    /// Pictures of the same sizes from ``finest`` on, for results; those before are as small as can be.
    func emptyCopy(_ isUnused: Bool) -> LevelPyramid {
        LevelPyramid(
            levels.enumerated().map { index, level in
                index < finest || isUnused
                    ? NightLevels(width: 0, height: 0)
                    : NightLevels(width: level.width, height: level.height)
            })
    }

    var quads: NightLevels { levels[0] }
    var coarsest: NightLevels { levels[levels.count - 1] }

    /// Pixels of the mosaic per pixel of a level.
    static func scale(_ level: Int) -> Double { Double(2 << level) }

    /// Fills all but the first.
    func build(_ kernels: NightKernels) {
        for index in 1..<max(1, levels.count) {
            kernels.halve(levels[index - 1], into: levels[index])
        }
    }

    /// The level that decides alignment: the first of at most a million pixels.
    var finest: Int { levels.firstIndex { $0.width * $0.height <= 1 << 20 } ?? 0 }
}
