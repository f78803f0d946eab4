// SPDX-License-Identifier: MIT
// Gains over the picture for NEON: sixteen columns are one cell of the grid, or two.
#pragma once

#if defined(__aarch64__)
#include "neon_words.h"
#include "tone.h"

/// How far sixteen columns are along their cell.
INLINE words ways(const prism_gain_row *row) {
    int16_t way[16];
    for (int i = 0; i < 16; i++)
        way[i] = (int16_t)prism_gain_along(row, i);
    return (words){vld1q_s16(way), vld1q_s16(way + 8)};
}

INLINE int16x8_t gains_8(const int16_t *points, int16x8_t way) {
    const int16x8_t left = vld1q_dup_s16(points), right = vld1q_dup_s16(points + 1);
    return vaddq_s16(left, vqrdmulhq_s16(way, vsubq_s16(right, left)));
}

/// The gains of sixteen columns: one cell, or two.
INLINE words gains_16(const int16_t *points, words way, int cells) {
    return (words){gains_8(points, way.low), gains_8(points + cells - 1, way.high)};
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

/// prism_gain_points by eights, and the rest one by one, since a grid may end there.
INLINE void gain_points(int16_t *points, const prism_gain_row *row, int x, int columns) {
    const int first = x >> row->bits, count = (columns >> row->bits) + 1;
    int i = 0;
    for (; i + 8 <= count; i += 8) {
        const int16x8_t above = vld1q_s16(row->above + first + i);
        const int16x8_t fall = vsubq_s16(vld1q_s16(row->below + first + i), above);
        vst1q_s16(points + i, vaddq_s16(above, vqrdmulhq_n_s16(fall, (int16_t)row->fraction)));
    }
    for (; i < count; i++)
        points[i] = (int16_t)prism_gain_at(row, first + i);
}

/// Sixteen samples of 1, 2 or 4 bytes; no black with 4.
INLINE void gain_samples(uint8_t *d, const uint8_t *s, words gain, int size, uint8x8_t black) {
    if (size == 1) {
        vst1q_u8(d, gain_16(vld1q_u8(s), gain, black));
    } else if (size == 2) {
        uint8x16x2_t p = vld2q_u8(s);
        for (int i = 0; i < 2; i++)
            p.val[i] = gain_16(p.val[i], gain, black);
        vst2q_u8(d, p);
    } else {
        uint8x16x4_t p = vld4q_u8(s);
        for (int i = 0; i < 3; i++)
            p.val[i] = gain_from_zero(p.val[i], gain);
        vst4q_u8(d, p);
    }
}

/// A multiple of sixteen columns; `cells` is constant.
INLINE void gain_columns(uint8_t *d, const uint8_t *s, int columns, int size, const int16_t *points,
                         words way, int cells, uint8x8_t black) {
    for (int x = 0; x < columns; x += 16, points += cells)
        gain_samples(d + size * x, s + size * x, gains_16(points, way, cells), size, black);
}

INLINE void gain_row(uint8_t *d, const uint8_t *s, int width, int size, const prism_gain_row *row) {
    int16_t points[PRISM_GAIN_POINTS];
    const int whole = width / 16 * 16;
    const words way = ways(row);
    const uint8x8_t black = vdup_n_u8((uint8_t)row->black);
    for (int begin = 0; begin < whole; begin += PRISM_GAIN_COLUMNS) {
        const int rest = whole - begin;
        const int columns = rest < PRISM_GAIN_COLUMNS ? rest : PRISM_GAIN_COLUMNS;
        gain_points(points, row, begin, columns);
        uint8_t *to = d + size * begin;
        const uint8_t *from = s + size * begin;
        if (row->bits == 3)
            gain_columns(to, from, columns, size, points, way, 2, black);
        else
            gain_columns(to, from, columns, size, points, way, 1, black);
    }
    prism_gain_columns(d, s, whole, width, size, size == 4 ? 3 : size, row);
}

INLINE void gain_rows(prism_dst dst, prism_src src, int width, int y0, int y1, int size,
                      const prism_gain_grid *grid) {
    for (int y = y0; y < y1; y++) {
        prism_gain_row row = prism_gain_row_at(grid, y);
        row.black = size == 4 ? 0 : row.black;
        gain_row(prism_dst_row(dst, y), prism_src_row(src, y), width, size, &row);
    }
}

static void gain_xrgb_neon(prism_dst dst, prism_src src, int width, int y0, int y1,
                           const prism_gain_grid *grid) {
    gain_rows(dst, src, width, y0, y1, 4, grid);
}

static void gain_u8_neon(prism_dst dst, prism_src src, int width, int y0, int y1,
                         const prism_gain_grid *grid) {
    gain_rows(dst, src, width, y0, y1, 1, grid);
}

static void gain_pairs_neon(prism_dst dst, prism_src src, int width, int y0, int y1,
                            const prism_gain_grid *grid) {
    gain_rows(dst, src, width, y0, y1, 2, grid);
}
#endif
