// SPDX-License-Identifier: MIT
// What the files of tone share: row functions for tails, and the paths.
#pragma once

#include "include/prism_cpu.h"
#include "include/prism_tone_kernels.h"
#include "target.h"

void prism_lut_u8_row(uint8_t *dst, const uint8_t *src, int n, const uint8_t table[256]);
void prism_lut_xrgb_row(uint8_t *dst, const uint8_t *src, int n, const uint8_t *tables);
void prism_cube_row(uint8_t *dst, const uint8_t *src, int n, const prism_cube *cube);

/// A grid at one row: between which of its rows, and how far.
typedef struct prism_gain_row {
    const int16_t *above, *below;
    /// Steps are 2^bits columns.
    int fraction, bits, black;
} prism_gain_row;

/// The grid at row y.
static inline prism_gain_row prism_gain_row_at(const prism_gain_grid *grid, int y) {
    const int bits = grid->step == 8 ? 3 : 4;
    const int16_t *above = grid->gains + (ptrdiff_t)(y >> bits) * grid->stride;
    const int fraction = (y & (grid->step - 1)) << (15 - bits);
    return (prism_gain_row){above, above + grid->stride, fraction, bits, grid->black};
}

/// The gain at grid point i of the row.
static inline int prism_gain_at(const prism_gain_row *row, int i) {
    return row->above[i] + prism_mulhrs(row->below[i] - row->above[i], row->fraction);
}

/// How far column x is from its grid point on the left, in units of 2^-15 steps.
static inline int prism_gain_along(const prism_gain_row *row, int x) {
    return (x & ((1 << row->bits) - 1)) << (15 - row->bits);
}

/// Columns whose gains are worked out at once, so that they stay in the first cache; and the grid points they need.
enum { PRISM_GAIN_COLUMNS = 512, PRISM_GAIN_POINTS = PRISM_GAIN_COLUMNS / 8 + 1 };

/// The gains at the grid points from column x on, one more than there are cells.
static inline void prism_gain_points(int16_t *points, const prism_gain_row *row, int x,
                                     int columns) {
    const int first = x >> row->bits;
    for (int i = 0; i <= columns >> row->bits; i++)
        points[i] = (int16_t)prism_gain_at(row, first + i);
}

/// Columns x ..< n of samples of `size` bytes, of which the first `used` change.
void prism_gain_columns(uint8_t *dst, const uint8_t *src, int x, int n, int size, int used,
                        const prism_gain_row *row);

/// Fills the slots of gains and of cubes with their reference.
void prism_tone_init_gain(prism_tone_kernels *kernels);
void prism_tone_init_cube(prism_tone_kernels *kernels);
void prism_tone_init_neon(prism_tone_kernels *kernels);
void prism_tone_init_avx2(prism_tone_kernels *kernels);
void prism_tone_init_avx512(prism_tone_kernels *kernels);
