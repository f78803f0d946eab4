// SPDX-License-Identifier: MIT
// Gains over the picture for NEON: sixteen columns are one cell of the grid, or two.
#pragma once

#if defined(__aarch64__)
#include "neon_words.h"
#include "tone.h"

/// How far eight columns from `begin` on are along their cell.
INLINE int16x8_t ways(const prism_gain_row *row, int begin) {
    int16_t way[8];
    for (int i = 0; i < 8; i++)
        way[i] = (int16_t)prism_gain_along(row, begin + i);
    return vld1q_s16(way);
}

INLINE int16x8_t gains_8(const prism_gain_row *row, int x, int16x8_t way) {
    const int cell = x >> row->bits;
    const int left = prism_gain_at(row, cell), right = prism_gain_at(row, cell + 1);
    return vaddq_s16(vdupq_n_s16((int16_t)left), vqrdmulhq_n_s16(way, (int16_t)(right - left)));
}

/// The gains of sixteen columns; `low_way` and `high_way` are those of columns 0 and 8.
INLINE words gains_16(const prism_gain_row *row, int x, int16x8_t low_way, int16x8_t high_way) {
    if (row->bits == 3)
        return (words){gains_8(row, x, low_way), gains_8(row, x + 8, low_way)};
    const int left = prism_gain_at(row, x >> 4);
    const int16_t rise = (int16_t)(prism_gain_at(row, (x >> 4) + 1) - left);
    const int16x8_t begin = vdupq_n_s16((int16_t)left);
    return (words){vaddq_s16(begin, vqrdmulhq_n_s16(low_way, rise)),
                   vaddq_s16(begin, vqrdmulhq_n_s16(high_way, rise))};
}

INLINE int16x8_t gain_words(uint8x8_t bytes, int16x8_t gain, uint8x8_t black) {
    const int16x8_t x = vshlq_n_s16(vreinterpretq_s16_u16(vsubl_u8(bytes, black)), 7);
    const int16x8_t out = vrshrq_n_s16(vqrdmulhq_s16(x, gain), 6);
    return vreinterpretq_s16_u16(vaddw_u8(vreinterpretq_u16_s16(out), black));
}

INLINE uint8x16_t gain_16(uint8x16_t bytes, words gain, uint8x8_t black) {
    const int16x8_t low = gain_words(vget_low_u8(bytes), gain.low, black);
    const int16x8_t high = gain_words(vget_high_u8(bytes), gain.high, black);
    return vqmovun_high_s16(vqmovun_s16(low), high);
}

/// Sixteen values that need no black: their products are words, rounded as they narrow.
INLINE uint8x16_t gain_from_zero(uint8x16_t bytes, words gain) {
    const words x = widen(bytes);
    return narrow((words){vqrdmulhq_s16(x.low, gain.low), vqrdmulhq_s16(x.high, gain.high)}, 6);
}

static void gain_xrgb_neon(prism_dst dst, prism_src src, int width, int y0, int y1,
                           const prism_gain_grid *grid) {
    for (int y = y0; y < y1; y++) {
        prism_gain_row row = prism_gain_row_at(grid, y);
        row.black = 0;
        const int16x8_t low = ways(&row, 0), high = ways(&row, 8);
        uint8_t *d = prism_dst_row(dst, y);
        const uint8_t *s = prism_src_row(src, y);
        int x = 0;
        for (; x + 16 <= width; x += 16) {
            const words gain = gains_16(&row, x, low, high);
            uint8x16x4_t p = vld4q_u8(s + 4 * x);
            for (int i = 0; i < 3; i++)
                p.val[i] = gain_from_zero(p.val[i], gain);
            vst4q_u8(d + 4 * x, p);
        }
        prism_gain_columns(d, s, x, width, 4, 3, &row);
    }
}

static void gain_u8_neon(prism_dst dst, prism_src src, int width, int y0, int y1,
                         const prism_gain_grid *grid) {
    const uint8x8_t black = vdup_n_u8((uint8_t)grid->black);
    for (int y = y0; y < y1; y++) {
        const prism_gain_row row = prism_gain_row_at(grid, y);
        const int16x8_t low = ways(&row, 0), high = ways(&row, 8);
        uint8_t *d = prism_dst_row(dst, y);
        const uint8_t *s = prism_src_row(src, y);
        int x = 0;
        for (; x + 16 <= width; x += 16)
            vst1q_u8(d + x, gain_16(vld1q_u8(s + x), gains_16(&row, x, low, high), black));
        prism_gain_columns(d, s, x, width, 1, 1, &row);
    }
}

static void gain_pairs_neon(prism_dst dst, prism_src src, int width, int y0, int y1,
                            const prism_gain_grid *grid) {
    const uint8x8_t black = vdup_n_u8((uint8_t)grid->black);
    for (int y = y0; y < y1; y++) {
        const prism_gain_row row = prism_gain_row_at(grid, y);
        const int16x8_t low = ways(&row, 0), high = ways(&row, 8);
        uint8_t *d = prism_dst_row(dst, y);
        const uint8_t *s = prism_src_row(src, y);
        int x = 0;
        for (; x + 16 <= width; x += 16) {
            const words gain = gains_16(&row, x, low, high);
            uint8x16x2_t p = vld2q_u8(s + 2 * x);
            p.val[0] = gain_16(p.val[0], gain, black);
            p.val[1] = gain_16(p.val[1], gain, black);
            vst2q_u8(d + 2 * x, p);
        }
        prism_gain_columns(d, s, x, width, 2, 2, &row);
    }
}
#endif
