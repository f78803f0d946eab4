// SPDX-License-Identifier: MIT
// RGB to YUV for AVX2 and AVX-512; see x86_vector.h.
#pragma once

#include "convert.h"
#include "x86_pixels.h"

PRISM_TARGET_BEGIN(PRISM_X86)

/// A matrix from three bytes to Y, U, V, word by word.
typedef struct rgb_words {
    vec c[3][3], offset[3], unit;
} rgb_words;

static inline rgb_words spread_rgb(const prism_matrix *m) {
    rgb_words k = {.unit = shift_unit(m->shift)};
    for (int i = 0; i < 3; i++) {
        k.offset[i] = word(m->offset[i]);
        for (int j = 0; j < 3; j++)
            k.c[i][j] = word(m->c[i][j]);
    }
    return k;
}

/// One output of the matrix over words of 2^7 times a byte.
static inline vec rgb_output(const vec x[3], const rgb_words *k, int output) {
    vec sum = k->offset[output];
    for (int i = 0; i < 3; i++)
        sum = add_product(sum, x[i], k->c[output][i]);
    return V(mulhrs_epi16)(sum, k->unit);
}

static inline vec luma_of(const planes4 *p, const rgb_words *k) {
    vec low[3], high[3];
    for (int i = 0; i < 3; i++) {
        low[i] = low_words(p->plane[i]);
        high[i] = high_words(p->plane[i]);
    }
    return in_order(V(packus_epi16)(rgb_output(low, k, 0), rgb_output(high, k, 0)));
}

/// Pairs of chroma of the means of 2x2 pixels.
static inline vec chroma_of(const planes4 *a, const planes4 *b, const rgb_words *k) {
    const vec join =
        every_lane(_mm_setr_epi8(0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15));
    const vec ones = V(set1_epi8)(1);
    vec mean[3];
    for (int i = 0; i < 3; i++) {
        const vec sum =
            V(add_epi16)(V(maddubs_epi16)(a->plane[i], ones), V(maddubs_epi16)(b->plane[i], ones));
        mean[i] = V(slli_epi16)(V(srli_epi16)(V(add_epi16)(sum, word(2)), 2), 7);
    }
    const vec uv = V(packus_epi16)(rgb_output(mean, k, 1), rgb_output(mean, k, 2));
    return in_order(V(shuffle_epi8)(uv, join));
}

static void xrgb_to_yuv_vectors(prism_yuv_rows dst, const uint8_t *const src[2], int width,
                                const prism_matrix *matrix, const rgb_words *k) {
    int x = 0;
    for (; x + BYTES <= width; x += BYTES) {
        const planes4 a = load_planes4(src[0] + 4 * x), b = load_planes4(src[1] + 4 * x);
        store(dst.luma[0] + x, luma_of(&a, k));
        store(dst.luma[1] + x, luma_of(&b, k));
        const vec pairs = chroma_of(&a, &b, k);
        if (dst.step == 2)
            store(dst.u + x, pairs);
        else
            store_split(dst.u + x / 2, dst.v + x / 2, pairs);
    }
    prism_xrgb_to_yuv_rows(dst, src, x, width, matrix);
}

static void xrgb_to_nv12(prism_dst luma, prism_dst chroma, prism_src src, int width, int y0, int y1,
                         const prism_matrix *matrix) {
    const rgb_words k = spread_rgb(matrix);
    for (int y = y0; y < y1; y += 2) {
        const uint8_t *const rows[2] = {prism_src_row(src, y),
                                        prism_src_row(src, y + 1 < y1 ? y + 1 : y)};
        xrgb_to_yuv_vectors(prism_nv12_rows(luma, chroma, y, y1), rows, width, matrix, &k);
    }
}

static void xrgb_to_yuv420(prism_dst luma, prism_dst u, prism_dst v, prism_src src, int width,
                           int y0, int y1, const prism_matrix *matrix) {
    const rgb_words k = spread_rgb(matrix);
    for (int y = y0; y < y1; y += 2) {
        const uint8_t *const rows[2] = {prism_src_row(src, y),
                                        prism_src_row(src, y + 1 < y1 ? y + 1 : y)};
        xrgb_to_yuv_vectors(prism_yuv420_rows(luma, u, v, y, y1), rows, width, matrix, &k);
    }
}

PRISM_TARGET_END
