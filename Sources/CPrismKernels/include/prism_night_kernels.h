// SPDX-License-Identifier: MIT
// Kernels of the night stack: unpack, find hot pixels, align, weigh, warp, add up.
//
// Samples are "centred": signed 16 bits, black is 0, white at most 16384, so that negative noise survives and no sum
// overflows. A "quad" is a 2×2 of the mosaic; its mean is the grey of the half-size picture. "Levels" are pictures in the
// domain where noise has one size everywhere, 0 ..< 2^13. Every slot obeys the contract of prism_kernels.h; all are
// integer arithmetic, so that any path and any division into rows gives the same bytes.
#pragma once

#include "prism_planes.h"

#include <stddef.h>
#include <stdint.h>

enum {
    /// Samples by which rows of scratch and levels must be longer than the picture: vectors write whole blocks.
    PRISM_NIGHT_PAD = 32,
    /// Sides of an alignment tile in pixels of a level.
    PRISM_NIGHT_TILE = 16,
    /// Entries of the table from grey to level; entry i is for the grey 2 * (i - PRISM_NIGHT_ZERO).
    PRISM_NIGHT_ENTRIES = 16384,
    PRISM_NIGHT_ZERO = 4096,
    /// Centred value up to which a straight line stands for the threshold of suspects.
    PRISM_NIGHT_KNEE = 2048,
    /// Most frames whose weights and values the accumulators hold: 250 * 257 < 2^16 (followed tiles round up) and
    /// 250 * 257 * 2^15 < 2^31.
    PRISM_NIGHT_FRAMES = 250,
};

/// How samples become centred ones: min(sample, limit) * 2^shift - black, shift being -2 ... 6.
typedef struct prism_night_unpacking {
    /// For the columns 0 and 1 of the rows 0 and 1.
    int16_t black[4];
    uint16_t limit;
    int16_t shift;
} prism_night_unpacking;

/// A pixel that stands out of its eight neighbours of the same colour, or that a map names.
typedef struct prism_night_suspect {
    uint16_t x, y;
    /// Its centred value, the second largest neighbour, and the median of the neighbours.
    int16_t value, second, fill;
    /// Not 0: the map names it.
    int16_t mapped;
} prism_night_suspect;

/// When a pixel is a suspect: 256 * (value - second) > sigmas * noise(second) and 5 * value > 6 * second.
typedef struct prism_night_suspicion {
    /// The threshold by the neighbour's value / 64 (entry 0: all below 64), in centred units.
    int16_t threshold[256];
} prism_night_suspicion;

/// Where the pixel (x, y) of the reference lies in the frame, in 2^-32 of `step` pixels, split for two passes.
typedef struct prism_night_warp {
    /// Horizontal shift of column x in the frame's row v: h + hx * x + hv * v.
    int64_t h, hx, hv;
    /// Vertical shift of the pixel: v + vx * x + vy * y.
    int64_t v, vx, vy;
    /// 1 for grey, 2 for a mosaic, whose colours repeat every second pixel.
    int32_t step;
} prism_night_warp;

/// A tile's part of the normal equations; gradients are differences over two pixels.
typedef struct prism_night_sums {
    int32_t xx, xy, yy, xe, ye, ee;
} prism_night_sums;

/// From differences to weights, which are the least of two: one for how large the differences around a quad are, which
/// finds other texture, and one for their mean, which finds what is a little brighter or darker as a whole. Both are
/// sums over a 9×9 triangle, divided by 4: 156.25 times a mean. weight = (high - sum) * slope / 2^16, held to 0 ... 255.
typedef struct prism_night_weighing {
    /// A difference of levels is stored as round(difference * scale / 2^15), held to -127 ... 127.
    int16_t scale;
    /// For sums of sizes.
    uint16_t size_high, size_slope;
    /// For sizes of sums.
    uint16_t mean_high, mean_slope;
} prism_night_weighing;

/// Row functions; `n` is in elements of the destination.
typedef struct prism_night_kernels {
    /// Centres a row of samples; `black` has the values of its even and odd columns.
    void (*unpack)(int16_t *dst, const uint16_t *src, int n, const int16_t black[2], int limit,
                   int shift);
    /// Means of quads from two centred rows.
    void (*grey)(int16_t *dst, const int16_t *even, const int16_t *odd, int n);
    /// Marks (with bits of `marks`, which holds n / 16 + 1 words) pixels that may be suspects; only those can be. Rows are
    /// two above, this and two below; columns 2 ..< n - 2 are looked at, beginning at column 2 with bit 0. A candidate
    /// exceeds what its second largest neighbour is at least by `threshold` and `slope` / 2^15 of that, up to
    /// PRISM_NIGHT_KNEE, and by 3/16 of it.
    void (*candidates)(uint16_t *marks, const int16_t *const rows[3], int n, int threshold,
                       int slope);
    /// Halves four rows by 1 3 3 1 in both directions; src rows have 2 * n samples, the outermost repeated.
    void (*half)(int16_t *dst, const int16_t *const rows[4], int n);
    /// Resamples the columns of a row; `shift` and `slope` are 2^-32 of `step` pixels.
    void (*columns)(int16_t *dst, const int16_t *src, int n, int step, int64_t shift,
                    int64_t slope);
    /// Resamples between rows of a picture of `height`; `rows[v]` is row v.
    void (*rows)(int16_t *dst, const int16_t *const *rows, int height, int n, int y, int step,
                 int64_t shift, int64_t slope);
    /// Sums a tile; `ref` has a row above and below and a column left and right of it.
    void (*tile)(prism_night_sums *sums, prism_src ref, prism_src alt);
    /// Scaled differences of two levels.
    void (*differ)(int8_t *dst, const int16_t *ref, const int16_t *alt, int n, int scale);
    /// Weights from nine rows of differences; scratch has 2 * (n + 2 * PRISM_NIGHT_PAD) elements.
    void (*weigh)(uint8_t *dst, const int8_t *const rows[9], int n, int16_t *scratch,
                  const prism_night_weighing *weighing);
    /// The least of 3×3.
    void (*erode)(uint8_t *dst, const uint8_t *const rows[3], int n);
    /// Adds value times weight of the quad.
    void (*add)(int32_t *sums, const int16_t *values, const uint8_t *weights, int n);
    /// Adds weights.
    void (*count)(uint16_t *totals, const uint8_t *weights, int n);
} prism_night_kernels;

/// Fills the table for the flags of prism_cpu.h. Thread: any.
void prism_night_kernels_init(prism_night_kernels *kernels, uint32_t flags);
