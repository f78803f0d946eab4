// SPDX-License-Identifier: MIT
// The reference of affine colour on planes and on chroma.
#include "color.h"

void prism_affine_u8_row(uint8_t *dst, const uint8_t *src, int n, const prism_affine *affine) {
    const int half = 1 << (affine->shift - 1);
    for (int x = 0; x < n; x++) {
        const int sum = prism_mulhrs(src[x] << 7, affine->c) + affine->offset + half;
        dst[x] = prism_clamp_u8(sum >> affine->shift);
    }
}

static void affine_u8_c(prism_dst dst, prism_src src, int width, int y0, int y1,
                        const prism_affine *affine) {
    for (int y = y0; y < y1; y++)
        prism_affine_u8_row(prism_dst_row(dst, y), prism_src_row(src, y), width, affine);
}

void prism_affine_u16_row(uint16_t *dst, const uint16_t *src, int n,
                          const prism_affine_u16 *affine) {
    for (int x = 0; x < n; x++) {
        const int value = (src[x] * affine->c + affine->offset) >> affine->shift;
        dst[x] = (uint16_t)(value < 0 ? 0 : value > affine->most ? affine->most : value);
    }
}

static void affine_u16_c(prism_dst dst, prism_src src, int width, int y0, int y1,
                         const prism_affine_u16 *affine) {
    for (int y = y0; y < y1; y++)
        prism_affine_u16_row((uint16_t *)(void *)prism_dst_row(dst, y),
                             (const uint16_t *)(const void *)prism_src_row(src, y), width, affine);
}

void prism_chroma_row_of(uint8_t *u, uint8_t *v, const uint8_t *src_u, const uint8_t *src_v,
                         int step, int n, const prism_chroma_matrix *m) {
    const int half = 1 << (m->shift - 1);
    for (int x = 0; x < n * step; x += step) {
        const int a = src_u[x] << 7, b = src_v[x] << 7;
        const int sum_u = prism_mulhrs(a, m->c[0][0]) + prism_mulhrs(b, m->c[0][1]);
        const int sum_v = prism_mulhrs(a, m->c[1][0]) + prism_mulhrs(b, m->c[1][1]);
        u[x] = prism_clamp_u8((sum_u + m->offset[0] + half) >> m->shift);
        v[x] = prism_clamp_u8((sum_v + m->offset[1] + half) >> m->shift);
    }
}

static void chroma_pairs_c(prism_dst dst, prism_src src, int width, int y0, int y1,
                           const prism_chroma_matrix *matrix) {
    for (int y = y0; y < y1; y++) {
        uint8_t *d = prism_dst_row(dst, y);
        const uint8_t *s = prism_src_row(src, y);
        prism_chroma_row_of(d, d + 1, s, s + 1, 2, width, matrix);
    }
}

static void chroma_planes_c(prism_dst u, prism_dst v, prism_src src_u, prism_src src_v, int width,
                            int y0, int y1, const prism_chroma_matrix *matrix) {
    for (int y = y0; y < y1; y++)
        prism_chroma_row_of(prism_dst_row(u, y), prism_dst_row(v, y), prism_src_row(src_u, y),
                            prism_src_row(src_v, y), 1, width, matrix);
}

void prism_color_init_planes(prism_color_kernels *kernels) {
    kernels->affine_u8 = affine_u8_c;
    kernels->affine_u16 = affine_u16_c;
    kernels->chroma_pairs = chroma_pairs_c;
    kernels->chroma_planes = chroma_planes_c;
}
