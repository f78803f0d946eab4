// SPDX-License-Identifier: MIT
// Affine colour for NEON.
#if defined(__aarch64__)
#include "color.h"
#include "neon_words.h"

/// A matrix in two registers: coefficients by lane, offsets by lane.
typedef struct matrix_lanes {
    int16x8_t c0, c1, offset;
} matrix_lanes;

INLINE uint8x16x4_t matrix_16(uint8x16x4_t p, const matrix_lanes *k, int shift) {
    const words b = widen(p.val[0]), g = widen(p.val[1]), r = widen(p.val[2]);
    words sum = {vdupq_laneq_s16(k->offset, 0), vdupq_laneq_s16(k->offset, 0)};
    sum = ADD_PRODUCT(sum, b, k->c0, 0);
    sum = ADD_PRODUCT(sum, g, k->c0, 1);
    sum = ADD_PRODUCT(sum, r, k->c0, 2);
    p.val[0] = narrow(sum, shift);
    sum = (words){vdupq_laneq_s16(k->offset, 1), vdupq_laneq_s16(k->offset, 1)};
    sum = ADD_PRODUCT(sum, b, k->c0, 3);
    sum = ADD_PRODUCT(sum, g, k->c0, 4);
    sum = ADD_PRODUCT(sum, r, k->c0, 5);
    p.val[1] = narrow(sum, shift);
    sum = (words){vdupq_laneq_s16(k->offset, 2), vdupq_laneq_s16(k->offset, 2)};
    sum = ADD_PRODUCT(sum, b, k->c0, 6);
    sum = ADD_PRODUCT(sum, g, k->c0, 7);
    sum = ADD_PRODUCT(sum, r, k->c1, 0);
    p.val[2] = narrow(sum, shift);
    return p;
}

INLINE void matrix_rows(prism_dst dst, prism_src src, int width, int y0, int y1,
                        const prism_matrix *m, int shift) {
    const int16_t *o = m->offset;
    const matrix_lanes k = {
        vld1q_s16(&m->c[0][0]), vdupq_n_s16(m->c[2][2]), {o[0], o[1], o[2], 0, 0, 0, 0, 0}};
    for (int y = y0; y < y1; y++) {
        uint8_t *d = prism_dst_row(dst, y);
        const uint8_t *s = prism_src_row(src, y);
        int x = 0;
        for (; x + 16 <= width; x += 16)
            vst4q_u8(d + 4 * x, matrix_16(vld4q_u8(s + 4 * x), &k, shift));
        prism_matrix_xrgb_row(d + 4 * x, s + 4 * x, width - x, m);
    }
}

static void matrix_xrgb_neon(prism_dst dst, prism_src src, int width, int y0, int y1,
                             const prism_matrix *m) {
    WITH_SHIFT(m->shift, matrix_rows, dst, src, width, y0, y1, m);
}

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

void prism_color_init_neon(prism_color_kernels *kernels) {
    kernels->matrix_xrgb = matrix_xrgb_neon;
    kernels->affine_u8 = affine_u8_neon;
}
#endif
