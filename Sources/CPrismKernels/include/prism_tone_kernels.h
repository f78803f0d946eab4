// SPDX-License-Identifier: MIT
// Look-up tables in one and three dimensions, and gains that vary over the picture.
#pragma once

#include "prism_planes.h"

/// A table of 256 bytes over a plane. In place.
typedef void prism_lut_u8_fn(prism_dst dst, prism_src src, int width, int y0, int y1,
                             const uint8_t table[256]);

/// A table for each of bytes 0, 1, 2 of 4-byte pixels, 3 x 256 bytes; byte 3 is copied. In place.
typedef void prism_lut_xrgb_fn(prism_dst dst, prism_src src, int width, int y0, int y1,
                               const uint8_t *tables);

/// A table of `most` + 1 entries over a plane of 16-bit samples; a sample above `most` counts as it. In place.
typedef void prism_lut_u16_fn(prism_dst dst, prism_src src, int width, int y0, int y1,
                              const uint16_t *table, uint16_t most);

/// A cube of colours, interpolated over tetrahedra.
///
/// Entry (i, j, k) for bytes 0, 1, 2 is at i + size (j + size k): four words, the three output bytes times 2^7 (0 ... 32640)
/// and one that is not used. With t = x (size - 1), the cell is t / 255, the fraction f = ((t mod 255) 257) >> 2 in units of
/// 2^-14. The four corners on the way from the cell's first to its last corner, in order of falling fraction, weigh
/// 2^14 - f1, f1 - f2, f2 - f3, f3, and out = (sum + 2^20) >> 21.
typedef struct prism_cube {
    /// prism_cube_entries(size) entries, owned by the caller; those beyond size^3 are read but have no weight.
    const int16_t *entries;
    /// 2 ... 65.
    int32_t size;
} prism_cube;

/// How many entries of four words a cube's memory holds: size^3 and what the last cells read beyond. Thread: any.
int prism_cube_entries(int size);

/// 4-byte pixels through a cube; byte 3 is copied. In place.
typedef void prism_cube_fn(prism_dst dst, prism_src src, int width, int y0, int y1,
                           const prism_cube *cube);

/// A smooth gain over the picture, given on a grid.
///
/// Gains are in units of 2^-14 (0 ... 32767), bilinear between grid points `step` samples apart (16, or 8 for subsampled
/// planes): down a column first, g = a + round((b - a) v / 2^15) with v = (y mod step) 2^15 / step, then along the row in
/// the same way. out = clamp(black + round(round(2^7 (x - black) g / 2^15) / 2^6)).
typedef struct prism_gain_grid {
    /// (width - 1) / step + 2 columns, (height - 1) / step + 2 rows.
    const int16_t *gains;
    /// From a grid row to the next, in gains.
    int32_t stride;
    /// 16 or 8.
    int32_t step;
    /// What no gain changes: 0, luma's black, or 128 for chroma.
    int32_t black;
} prism_gain_grid;

/// A gain over a plane; see the slot for how many bytes make a sample. In place.
typedef void prism_gain_fn(prism_dst dst, prism_src src, int width, int y0, int y1,
                           const prism_gain_grid *grid);

/// The slots of tone.
typedef struct prism_tone_kernels {
    prism_lut_u8_fn *lut_u8;
    prism_lut_xrgb_fn *lut_xrgb;
    prism_lut_u16_fn *lut_u16;
    prism_cube_fn *cube_xrgb;
    /// Bytes 0, 1, 2 of 4-byte pixels; byte 3 is copied. The step is 16, black counts as 0.
    prism_gain_fn *gain_xrgb;
    /// Bytes. The step is 16 or 8.
    prism_gain_fn *gain_u8;
    /// Pairs; `width` counts them. The step is 16 or 8.
    prism_gain_fn *gain_pairs;
} prism_tone_kernels;

/// Fills the slots with the fastest path that `cpu_flags` allow. Thread: any.
void prism_tone_kernels_init(prism_tone_kernels *kernels, uint32_t cpu_flags);
