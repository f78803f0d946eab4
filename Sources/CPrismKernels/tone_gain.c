// SPDX-License-Identifier: MIT
// The reference of gains that vary over the picture.
#include "tone.h"

void prism_gain_columns(uint8_t *dst, const uint8_t *src, int x, int n, int size, int used,
                        const prism_gain_row *row) {
    for (; x < n; x++) {
        const int left = prism_gain_at(row, x >> row->bits);
        const int right = prism_gain_at(row, (x >> row->bits) + 1);
        const int gain = left + prism_mulhrs(right - left, prism_gain_along(row, x));
        for (int i = 0; i < size; i++) {
            const int in = src[x * size + i];
            const int out = prism_mulhrs((in - row->black) * 128, gain);
            dst[x * size + i] =
                i < used ? prism_clamp_u8(row->black + ((out + 32) >> 6)) : (uint8_t)in;
        }
    }
}

static void gain_rows(prism_dst dst, prism_src src, int width, int y0, int y1, int size, int used,
                      const prism_gain_grid *grid) {
    for (int y = y0; y < y1; y++) {
        prism_gain_row row = prism_gain_row_at(grid, y);
        row.black = size == 4 ? 0 : row.black;
        prism_gain_columns(prism_dst_row(dst, y), prism_src_row(src, y), 0, width, size, used,
                           &row);
    }
}

static void gain_xrgb_c(prism_dst dst, prism_src src, int width, int y0, int y1,
                        const prism_gain_grid *grid) {
    gain_rows(dst, src, width, y0, y1, 4, 3, grid);
}

static void gain_u8_c(prism_dst dst, prism_src src, int width, int y0, int y1,
                      const prism_gain_grid *grid) {
    gain_rows(dst, src, width, y0, y1, 1, 1, grid);
}

static void gain_pairs_c(prism_dst dst, prism_src src, int width, int y0, int y1,
                         const prism_gain_grid *grid) {
    gain_rows(dst, src, width, y0, y1, 2, 2, grid);
}

void prism_tone_init_gain(prism_tone_kernels *kernels) {
    kernels->gain_xrgb = gain_xrgb_c;
    kernels->gain_u8 = gain_u8_c;
    kernels->gain_pairs = gain_pairs_c;
}
