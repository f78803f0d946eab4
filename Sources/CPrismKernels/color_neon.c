// SPDX-License-Identifier: MIT
// Affine colour for NEON: matrices on pixels.
#if defined(__aarch64__)
#include "color_planes_neon.h"
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

INLINE matrix_lanes spread(const prism_matrix *m) {
    const int16_t offset[8] = {m->offset[0], m->offset[1], m->offset[2]};
    return (matrix_lanes){vld1q_s16(&m->c[0][0]), vdupq_n_s16(m->c[2][2]), vld1q_s16(offset)};
}

/// `n` pixels of a row.
INLINE void matrix_row(uint8_t *d, const uint8_t *s, int n, const prism_matrix *m, int shift) {
    const matrix_lanes k = spread(m);
    int x = 0;
    for (; x + 16 <= n; x += 16)
        vst4q_u8(d + 4 * x, matrix_16(vld4q_u8(s + 4 * x), &k, shift));
    prism_matrix_xrgb_row(d + 4 * x, s + 4 * x, n - x, m);
}

INLINE void matrix_rows(prism_dst dst, prism_src src, int width, int y0, int y1,
                        const prism_matrix *m, int shift) {
    for (int y = y0; y < y1; y++)
        matrix_row(prism_dst_row(dst, y), prism_src_row(src, y), width, m, shift);
}

static void matrix_xrgb_neon(prism_dst dst, prism_src src, int width, int y0, int y1,
                             const prism_matrix *m) {
    WITH_SHIFT(m->shift, matrix_rows, dst, src, width, y0, y1, m);
}

INLINE void rgb888_rows(prism_dst dst, prism_src src, int width, int y0, int y1,
                        const prism_matrix *m, int shift) {
    const matrix_lanes k = spread(m);
    for (int y = y0; y < y1; y++) {
        uint8_t *d = prism_dst_row(dst, y);
        const uint8_t *s = prism_src_row(src, y);
        int x = 0;
        for (; x + 16 <= width; x += 16) {
            const uint8x16x3_t p = vld3q_u8(s + 3 * x);
            const uint8x16x4_t wide = {{p.val[0], p.val[1], p.val[2], p.val[2]}};
            const uint8x16x4_t out = matrix_16(wide, &k, shift);
            const uint8x16x3_t packed = {{out.val[0], out.val[1], out.val[2]}};
            vst3q_u8(d + 3 * x, packed);
        }
        prism_matrix_rgb888_row(d + 3 * x, s + 3 * x, width - x, m);
    }
}

static void matrix_rgb888_neon(prism_dst dst, prism_src src, int width, int y0, int y1,
                               const prism_matrix *m) {
    WITH_SHIFT(m->shift, rgb888_rows, dst, src, width, y0, y1, m);
}

static void matrix_chain_xrgb_neon(prism_dst dst, prism_src src, int width, int y0, int y1,
                                   const prism_matrix *stages, int count) {
    for (int y = y0; y < y1; y++) {
        uint8_t *d = prism_dst_row(dst, y);
        const uint8_t *s = prism_src_row(src, y);
        for (int x = 0; x < width; x += PRISM_CHAIN_COLUMNS) {
            const int n = prism_chain_columns(x, width);
            const uint8_t *from = s + 4 * x;
            for (int i = 0; i < count; i++, from = d + 4 * x)
                WITH_SHIFT(stages[i].shift, matrix_row, d + 4 * x, from, n, &stages[i]);
        }
    }
}

void prism_color_init_neon(prism_color_kernels *kernels) {
    kernels->matrix_xrgb = matrix_xrgb_neon;
    kernels->matrix_rgb888 = matrix_rgb888_neon;
    kernels->matrix_chain_xrgb = matrix_chain_xrgb_neon;
    kernels->affine_u8 = affine_u8_neon;
    kernels->affine_u16 = affine_u16_neon;
    kernels->chroma_pairs = chroma_pairs_neon;
    kernels->chroma_planes = chroma_planes_neon;
}
#endif
