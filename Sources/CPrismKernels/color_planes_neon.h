// SPDX-License-Identifier: MIT
// Affine colour on planes and chroma for NEON.
#pragma once

#if defined(__aarch64__)
#include "color.h"
#include "neon_words.h"

INLINE uint8x16_t affine_16(uint8x16_t bytes, int16x8_t c, int16x8_t offset, int shift) {
    const words x = widen(bytes);
    words sum = {offset, offset};
    sum = ADD_PRODUCT(sum, x, c, 0);
    return narrow(sum, shift);
}

INLINE void affine_rows(prism_dst dst, prism_src src, int width, int y0, int y1,
                        const prism_affine *affine, int shift) {
    const int16x8_t c = vdupq_n_s16(affine->c), offset = vdupq_n_s16(affine->offset);
    for (int y = y0; y < y1; y++) {
        uint8_t *d = prism_dst_row(dst, y);
        const uint8_t *s = prism_src_row(src, y);
        int x = 0;
        for (; x + 64 <= width; x += 64) {
            uint8x16x4_t v = vld1q_u8_x4(s + x);
            for (int i = 0; i < 4; i++)
                v.val[i] = affine_16(v.val[i], c, offset, shift);
            vst1q_u8_x4(d + x, v);
        }
        for (; x + 16 <= width; x += 16)
            vst1q_u8(d + x, affine_16(vld1q_u8(s + x), c, offset, shift));
        prism_affine_u8_row(d + x, s + x, width - x, affine);
    }
}

static void affine_u8_neon(prism_dst dst, prism_src src, int width, int y0, int y1,
                           const prism_affine *affine) {
    WITH_SHIFT(affine->shift, affine_rows, dst, src, width, y0, y1, affine);
}

/// A chroma matrix by lane: coefficients by rows, then the offsets.
INLINE int16x8_t spread_chroma(const prism_chroma_matrix *m) {
    const int16_t lanes[8] = {m->c[0][0], m->c[0][1],   m->c[1][0],
                              m->c[1][1], m->offset[0], m->offset[1]};
    return vld1q_s16(lanes);
}

INLINE uint8x16x2_t chroma_16(uint8x16_t u, uint8x16_t v, int16x8_t k, int shift) {
    const words a = widen(u), b = widen(v);
    words sum_u = {vdupq_laneq_s16(k, 4), vdupq_laneq_s16(k, 4)};
    words sum_v = {vdupq_laneq_s16(k, 5), vdupq_laneq_s16(k, 5)};
    sum_u = ADD_PRODUCT(sum_u, a, k, 0);
    sum_u = ADD_PRODUCT(sum_u, b, k, 1);
    sum_v = ADD_PRODUCT(sum_v, a, k, 2);
    sum_v = ADD_PRODUCT(sum_v, b, k, 3);
    return (uint8x16x2_t){{narrow(sum_u, shift), narrow(sum_v, shift)}};
}

INLINE void pairs_rows(prism_dst dst, prism_src src, int width, int y0, int y1,
                       const prism_chroma_matrix *m, int shift) {
    const int16x8_t k = spread_chroma(m);
    for (int y = y0; y < y1; y++) {
        uint8_t *d = prism_dst_row(dst, y);
        const uint8_t *s = prism_src_row(src, y);
        int x = 0;
        for (; x + 16 <= width; x += 16) {
            const uint8x16x2_t uv = vld2q_u8(s + 2 * x);
            vst2q_u8(d + 2 * x, chroma_16(uv.val[0], uv.val[1], k, shift));
        }
        prism_chroma_row_of(d + 2 * x, d + 2 * x + 1, s + 2 * x, s + 2 * x + 1, 2, width - x, m);
    }
}

static void chroma_pairs_neon(prism_dst dst, prism_src src, int width, int y0, int y1,
                              const prism_chroma_matrix *m) {
    WITH_SHIFT(m->shift, pairs_rows, dst, src, width, y0, y1, m);
}

INLINE void planes_rows(prism_dst u, prism_dst v, prism_src src_u, prism_src src_v, int width,
                        int y0, int y1, const prism_chroma_matrix *m, int shift) {
    const int16x8_t k = spread_chroma(m);
    for (int y = y0; y < y1; y++) {
        uint8_t *du = prism_dst_row(u, y), *dv = prism_dst_row(v, y);
        const uint8_t *su = prism_src_row(src_u, y), *sv = prism_src_row(src_v, y);
        int x = 0;
        for (; x + 16 <= width; x += 16) {
            const uint8x16x2_t uv = chroma_16(vld1q_u8(su + x), vld1q_u8(sv + x), k, shift);
            vst1q_u8(du + x, uv.val[0]);
            vst1q_u8(dv + x, uv.val[1]);
        }
        prism_chroma_row_of(du + x, dv + x, su + x, sv + x, 1, width - x, m);
    }
}

static void chroma_planes_neon(prism_dst u, prism_dst v, prism_src src_u, prism_src src_v,
                               int width, int y0, int y1, const prism_chroma_matrix *m) {
    WITH_SHIFT(m->shift, planes_rows, u, v, src_u, src_v, width, y0, y1, m);
}

/// Samples less 2^15 are signed, so that one multiplication serves; the offset makes up for it.
static void affine_u16_neon(prism_dst dst, prism_src src, int width, int y0, int y1,
                            const prism_affine_u16 *affine) {
    const int32x4_t offset = vdupq_n_s32(affine->offset + affine->c * 32768);
    const int32x4_t shift = vdupq_n_s32(-affine->shift);
    const int16x4_t c = vdup_n_s16(affine->c);
    const uint16x8_t sign = vdupq_n_u16(0x8000), most = vdupq_n_u16(affine->most);
    for (int y = y0; y < y1; y++) {
        uint16_t *d = (uint16_t *)(void *)prism_dst_row(dst, y);
        const uint16_t *s = (const uint16_t *)(const void *)prism_src_row(src, y);
        int x = 0;
        for (; x + 8 <= width; x += 8) {
            const int16x8_t v = vreinterpretq_s16_u16(veorq_u16(vld1q_u16(s + x), sign));
            const int32x4_t a = vshlq_s32(vmlal_s16(offset, vget_low_s16(v), c), shift);
            const int32x4_t b = vshlq_s32(vmlal_high_s16(offset, v, vcombine_s16(c, c)), shift);
            vst1q_u16(d + x, vminq_u16(vqmovun_high_s32(vqmovun_s32(a), b), most));
        }
        prism_affine_u16_row(d + x, s + x, width - x, affine);
    }
}
#endif
