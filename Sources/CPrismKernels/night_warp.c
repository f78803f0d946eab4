// SPDX-License-Identifier: MIT
// The reference of resampling and of the alignment's sums.
#include "night.h"

/// Columns are resampled in blocks that share one fraction; the shift changes by less than 0.01 pixels in a block.
enum { BLOCK = 32, LANES = 16 };

void prism_night_columns_part(int16_t *dst, const int16_t *src, int n, int step, int x0, int x1,
                              int64_t position) {
    prism_taps taps = prism_cubic((int)((position >> 17) & 0x7fff));
    int whole = (int)(position >> 32);
    for (int x = x0; x < x1; x++) {
        int value[4];
        for (int k = 0; k < 4; k++)
            value[k] = src[prism_nearest(x + step * (whole + k - 1), n, step)];
        dst[x] = prism_interpolate(value[0], value[1], value[2], value[3], taps);
    }
}

void prism_night_columns_c(int16_t *dst, const int16_t *src, int n, int step, int64_t shift,
                           int64_t slope) {
    for (int x = 0; x < n; x += BLOCK) {
        int end = x + BLOCK < n ? x + BLOCK : n;
        prism_night_columns_part(dst, src, n, step, x, end, shift + slope * (x + BLOCK / 2));
    }
}

/// Lanes share a start whose fraction has 16 bits, and add a slope of 16 bits each, as the vectors do.
void prism_night_rows_c(int16_t *dst, const int16_t *const *rows, int height, int n, int y,
                        int step, int64_t shift, int64_t slope) {
    int lane_slope = (int)((slope + 0x8000) >> 16);
    for (int x = 0; x < n; x++) {
        int64_t start = shift + slope * (x & ~(LANES - 1));
        int lane = (int)((start >> 16) & 0xffff) + lane_slope * (x & (LANES - 1));
        int whole = (int)(start >> 32) + (lane >> 16), value[4];
        for (int k = 0; k < 4; k++)
            value[k] = rows[prism_nearest(y + step * (whole + k - 1), height, step)][x];
        dst[x] = prism_interpolate(value[0], value[1], value[2], value[3],
                                   prism_cubic((lane & 0xffff) >> 1));
    }
}

/// Bounds of gradients and differences, so that a tile's sums stay within 32 bits.
static int held(int value) {
    return value < -2047 ? -2047 : value > 2047 ? 2047 : value;
}

void prism_night_tile_c(prism_night_sums *sums, prism_src ref, prism_src alt) {
    *sums = (prism_night_sums){0};
    for (int y = 0; y < PRISM_NIGHT_TILE; y++) {
        const int16_t *above = (const int16_t *)prism_src_row(ref, y - 1);
        const int16_t *row = (const int16_t *)prism_src_row(ref, y);
        const int16_t *below = (const int16_t *)prism_src_row(ref, y + 1);
        const int16_t *other = (const int16_t *)prism_src_row(alt, y);
        for (int x = 0; x < PRISM_NIGHT_TILE; x++) {
            int gx = held(row[x + 1] - row[x - 1]), gy = held(below[x] - above[x]);
            int e = held(other[x] - row[x]);
            sums->xx += gx * gx, sums->xy += gx * gy, sums->yy += gy * gy;
            sums->xe += gx * e, sums->ye += gy * e, sums->ee += e * e;
        }
    }
}
