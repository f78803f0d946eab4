// SPDX-License-Identifier: MIT
// RGB to YUV for NEON: sixteen columns of two rows.
#pragma once

#if defined(__aarch64__)
#include "convert.h"
#include "neon_words.h"

/// A matrix by lane: rows Y and U in `luma_u`, row V and the offsets in `v_offset`.
typedef struct rgb_lanes {
    int16x8_t luma_u, v_offset;
} rgb_lanes;

INLINE rgb_lanes spread_rgb(const prism_matrix *m) {
    const int16_t v_offset[8] = {m->c[2][0],   m->c[2][1],   m->c[2][2],
                                 m->offset[0], m->offset[1], m->offset[2]};
    return (rgb_lanes){vld1q_s16(&m->c[0][0]), vld1q_s16(v_offset)};
}

INLINE uint8x16_t luma_16(const uint8x16x4_t *p, const rgb_lanes *k, int shift) {
    const int16x8_t offset = vdupq_laneq_s16(k->v_offset, 3);
    words sum = {offset, offset};
    const words a = widen(p->val[0]), b = widen(p->val[1]), c = widen(p->val[2]);
    sum = ADD_PRODUCT(sum, a, k->luma_u, 0);
    sum = ADD_PRODUCT(sum, b, k->luma_u, 1);
    sum = ADD_PRODUCT(sum, c, k->luma_u, 2);
    return narrow(sum, shift);
}

/// 2^7 times the means of 2x2 bytes.
INLINE int16x8_t means(uint8x16_t a, uint8x16_t b) {
    const uint16x8_t sum = vpadalq_u8(vpaddlq_u8(a), b);
    return vreinterpretq_s16_u16(vshll_n_u8(vrshrn_n_u16(sum, 2), 7));
}

INLINE uint8x8x2_t chroma_8(const uint8x16x4_t *p, const uint8x16x4_t *q, const rgb_lanes *k,
                            int shift) {
    const int16x8_t a = means(p->val[0], q->val[0]), b = means(p->val[1], q->val[1]);
    const int16x8_t c = means(p->val[2], q->val[2]);
    int16x8_t u = vdupq_laneq_s16(k->v_offset, 4), v = vdupq_laneq_s16(k->v_offset, 5);
    u = ADD_PRODUCT_8(ADD_PRODUCT_8(u, a, k->luma_u, 3), b, k->luma_u, 4);
    u = ADD_PRODUCT_8(u, c, k->luma_u, 5);
    v = ADD_PRODUCT_8(ADD_PRODUCT_8(v, a, k->v_offset, 0), b, k->v_offset, 1);
    v = ADD_PRODUCT_8(v, c, k->v_offset, 2);
    return (uint8x8x2_t){{narrow_8(u, shift), narrow_8(v, shift)}};
}

INLINE void two_rows(prism_yuv_rows dst, const uint8_t *const src[2], int width,
                     const prism_matrix *matrix, const rgb_lanes *k, int step, int shift) {
    int x = 0;
    for (; x + 16 <= width; x += 16) {
        const uint8x16x4_t p = vld4q_u8(src[0] + 4 * x), q = vld4q_u8(src[1] + 4 * x);
        vst1q_u8(dst.luma[0] + x, luma_16(&p, k, shift));
        vst1q_u8(dst.luma[1] + x, luma_16(&q, k, shift));
        const uint8x8x2_t uv = chroma_8(&p, &q, k, shift);
        if (step == 2) {
            vst2_u8(dst.u + x, uv);
        } else {
            vst1_u8(dst.u + x / 2, uv.val[0]);
            vst1_u8(dst.v + x / 2, uv.val[1]);
        }
    }
    prism_xrgb_to_yuv_rows(dst, src, x, width, matrix);
}

INLINE void to_nv12(prism_dst luma, prism_dst chroma, prism_src src, int width, int y0, int y1,
                    const prism_matrix *matrix, int shift) {
    const rgb_lanes k = spread_rgb(matrix);
    for (int y = y0; y < y1; y += 2) {
        const uint8_t *const rows[2] = {prism_src_row(src, y),
                                        prism_src_row(src, y + 1 < y1 ? y + 1 : y)};
        two_rows(prism_nv12_rows(luma, chroma, y, y1), rows, width, matrix, &k, 2, shift);
    }
}

static void xrgb_to_nv12_neon(prism_dst luma, prism_dst chroma, prism_src src, int width, int y0,
                              int y1, const prism_matrix *matrix) {
    WITH_SHIFT(matrix->shift, to_nv12, luma, chroma, src, width, y0, y1, matrix);
}

INLINE void to_yuv420(prism_dst luma, prism_dst u, prism_dst v, prism_src src, int width, int y0,
                      int y1, const prism_matrix *matrix, int shift) {
    const rgb_lanes k = spread_rgb(matrix);
    for (int y = y0; y < y1; y += 2) {
        const uint8_t *const rows[2] = {prism_src_row(src, y),
                                        prism_src_row(src, y + 1 < y1 ? y + 1 : y)};
        two_rows(prism_yuv420_rows(luma, u, v, y, y1), rows, width, matrix, &k, 1, shift);
    }
}

static void xrgb_to_yuv420_neon(prism_dst luma, prism_dst u, prism_dst v, prism_src src, int width,
                                int y0, int y1, const prism_matrix *matrix) {
    WITH_SHIFT(matrix->shift, to_yuv420, luma, u, v, src, width, y0, y1, matrix);
}
#endif
