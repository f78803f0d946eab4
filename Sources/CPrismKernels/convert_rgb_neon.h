// SPDX-License-Identifier: MIT
// YUV to RGB for NEON: sixteen columns of two rows, which share the chroma's products.
#pragma once

#if defined(__aarch64__)
#include "convert.h"
#include "neon_words.h"

/// A matrix by lane: the luma's coefficients in `luma`, those of U and V in turn in `chroma`.
typedef struct yuv_lanes {
    int16x8_t luma, chroma, offset;
    int same_luma;
} yuv_lanes;

INLINE yuv_lanes spread_yuv(const prism_matrix *m) {
    const int16_t luma[8] = {m->c[0][0], m->c[1][0], m->c[2][0]};
    const int16_t chroma[8] = {m->c[0][1], m->c[0][2], m->c[1][1],
                               m->c[1][2], m->c[2][1], m->c[2][2]};
    const int16_t offset[8] = {m->offset[0], m->offset[1], m->offset[2]};
    return (yuv_lanes){vld1q_s16(luma), vld1q_s16(chroma), vld1q_s16(offset),
                       luma[0] == luma[1] && luma[0] == luma[2]};
}

/// What eight chroma samples add to sixteen pixels' outputs.
typedef struct chroma_words {
    words output[3];
} chroma_words;

/// Each sum twice, for two columns.
INLINE words doubled(int16x8_t sum) {
    return (words){vzip1q_s16(sum, sum), vzip2q_s16(sum, sum)};
}

INLINE chroma_words chroma_sums(uint8x8_t u, uint8x8_t v, const yuv_lanes *k) {
    const int16x8_t a = widen_8(u), b = widen_8(v);
    int16x8_t sum[3] = {vdupq_laneq_s16(k->offset, 0), vdupq_laneq_s16(k->offset, 1),
                        vdupq_laneq_s16(k->offset, 2)};
    sum[0] = ADD_PRODUCT_8(ADD_PRODUCT_8(sum[0], a, k->chroma, 0), b, k->chroma, 1);
    sum[1] = ADD_PRODUCT_8(ADD_PRODUCT_8(sum[1], a, k->chroma, 2), b, k->chroma, 3);
    sum[2] = ADD_PRODUCT_8(ADD_PRODUCT_8(sum[2], a, k->chroma, 4), b, k->chroma, 5);
    return (chroma_words){{doubled(sum[0]), doubled(sum[1]), doubled(sum[2])}};
}

INLINE words add_words(words a, words b) {
    return (words){vaddq_s16(a.low, b.low), vaddq_s16(a.high, b.high)};
}

INLINE uint8x16x4_t pixels_16(uint8x16_t luma, const chroma_words *sums, const yuv_lanes *k,
                              int same_luma, int shift) {
    const words y = widen(luma);
    uint8x16x4_t out = {{vdupq_n_u8(0), vdupq_n_u8(0), vdupq_n_u8(0), vdupq_n_u8(255)}};
    if (same_luma) {
        const words own = {vqrdmulhq_laneq_s16(y.low, k->luma, 0),
                           vqrdmulhq_laneq_s16(y.high, k->luma, 0)};
        for (int i = 0; i < 3; i++)
            out.val[i] = narrow(add_words(sums->output[i], own), shift);
        return out;
    }
    out.val[0] = narrow(ADD_PRODUCT(sums->output[0], y, k->luma, 0), shift);
    out.val[1] = narrow(ADD_PRODUCT(sums->output[1], y, k->luma, 1), shift);
    out.val[2] = narrow(ADD_PRODUCT(sums->output[2], y, k->luma, 2), shift);
    return out;
}

/// Two rows to write, their luma, and the chroma they share.
typedef struct yuv_rows {
    uint8_t *dst[2];
    const uint8_t *luma[2];
    prism_chroma_row chroma;
} yuv_rows;

INLINE int vectors(const yuv_rows *r, int width, const yuv_lanes *k, int step, int same_luma,
                   int shift) {
    int x = 0;
    for (; x + 16 <= width; x += 16) {
        uint8x8x2_t uv;
        if (step == 2)
            uv = vld2_u8(r->chroma.u + x);
        else
            uv = (uint8x8x2_t){{vld1_u8(r->chroma.u + x / 2), vld1_u8(r->chroma.v + x / 2)}};
        const chroma_words sums = chroma_sums(uv.val[0], uv.val[1], k);
        for (int i = 0; i < 2; i++)
            vst4q_u8(r->dst[i] + 4 * x,
                     pixels_16(vld1q_u8(r->luma[i] + x), &sums, k, same_luma, shift));
    }
    return x;
}

INLINE void yuv_to_xrgb_rows(const yuv_rows *r, int width, const prism_matrix *matrix,
                             const yuv_lanes *k, int step, int shift) {
    const int x =
        k->same_luma ? vectors(r, width, k, step, 1, shift) : vectors(r, width, k, step, 0, shift);
    for (int i = 0; i < 2; i++)
        prism_yuv_to_xrgb_row(r->dst[i], r->luma[i], r->chroma, x, width, matrix);
}

/// Rows y and y + 1; the last row of an odd picture is done twice.
INLINE yuv_rows rows_at(prism_dst dst, prism_src luma, prism_chroma_row chroma, int y, int y1) {
    const int next = y + 1 < y1 ? y + 1 : y;
    return (yuv_rows){{prism_dst_row(dst, y), prism_dst_row(dst, next)},
                      {prism_src_row(luma, y), prism_src_row(luma, next)},
                      chroma};
}

INLINE void nv12_rows(prism_dst dst, prism_src luma, prism_src chroma, int width, int y0, int y1,
                      const prism_matrix *matrix, int shift) {
    const yuv_lanes k = spread_yuv(matrix);
    for (int y = y0; y < y1; y += 2) {
        const uint8_t *uv = prism_src_row(chroma, y / 2);
        const yuv_rows rows = rows_at(dst, luma, (prism_chroma_row){uv, uv + 1, 2}, y, y1);
        yuv_to_xrgb_rows(&rows, width, matrix, &k, 2, shift);
    }
}

static void nv12_to_xrgb_neon(prism_dst dst, prism_src luma, prism_src chroma, int width, int y0,
                              int y1, const prism_matrix *matrix) {
    WITH_SHIFT(matrix->shift, nv12_rows, dst, luma, chroma, width, y0, y1, matrix);
}

INLINE void yuv420_rows(prism_dst dst, prism_src luma, prism_src u, prism_src v, int width, int y0,
                        int y1, const prism_matrix *matrix, int shift) {
    const yuv_lanes k = spread_yuv(matrix);
    for (int y = y0; y < y1; y += 2) {
        const prism_chroma_row chroma = {prism_src_row(u, y / 2), prism_src_row(v, y / 2), 1};
        const yuv_rows rows = rows_at(dst, luma, chroma, y, y1);
        yuv_to_xrgb_rows(&rows, width, matrix, &k, 1, shift);
    }
}

static void yuv420_to_xrgb_neon(prism_dst dst, prism_src luma, prism_src u, prism_src v, int width,
                                int y0, int y1, const prism_matrix *matrix) {
    WITH_SHIFT(matrix->shift, yuv420_rows, dst, luma, u, v, width, y0, y1, matrix);
}
#endif
