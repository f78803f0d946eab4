// SPDX-License-Identifier: MIT
// Matrices on pixels for AVX2 and AVX-512; see x86_vector.h.
#pragma once

#include "color.h"
#include "x86_pixels.h"

PRISM_TARGET_BEGIN(PRISM_X86)

/// A matrix for words in two orders: even holds bytes 0 and 2 of each pixel, odd holds 1 and 3.
typedef struct matrix_words {
    vec even_same, even_swapped, even_middle, even_offset;
    vec odd_same, odd_even, odd_swapped, odd_offset;
    vec unit;
    vec swap, low_twice, join, low_bytes;
} matrix_words;

static inline matrix_words spread(const prism_matrix *m) {
    return (matrix_words){
        .even_same = word_pair(m->c[0][0], m->c[2][2]),
        .even_swapped = word_pair(m->c[0][2], m->c[2][0]),
        .even_middle = word_pair(m->c[0][1], m->c[2][1]),
        .even_offset = word_pair(m->offset[0], m->offset[2]),
        // Byte 3 times one: its sum is 2^shift times the byte, exactly.
        .odd_same = word_pair(m->c[1][1], 1 << (m->shift + 8)),
        .odd_even = word_pair(m->c[1][0], 0),
        .odd_swapped = word_pair(m->c[1][2], 0),
        .odd_offset = word_pair(m->offset[1], 0),
        .unit = shift_unit(m->shift),
        .swap = byte_order(_mm_setr_epi8(2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13)),
        .low_twice = byte_order(_mm_setr_epi8(0, 1, 0, 1, 4, 5, 4, 5, 8, 9, 8, 9, 12, 13, 12, 13)),
        .join = byte_order(_mm_setr_epi8(0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15)),
        .low_bytes = unknown(word(0x00ff)),
    };
}

/// Words hold 2^7 times a byte.
static inline vec matrix_pixels(vec pixels, const matrix_words *k) {
    const vec even = V(slli_epi16)(VS(and)(pixels, k->low_bytes), 7);
    const vec odd = V(srli_epi16)(VS(andnot)(k->low_bytes, pixels), 1);
    const vec swapped = V(shuffle_epi8)(even, k->swap);
    vec e = add_product(k->even_offset, even, k->even_same);
    e = add_product(e, swapped, k->even_swapped);
    e = add_product(e, V(shuffle_epi8)(odd, k->low_twice), k->even_middle);
    vec o = add_product(k->odd_offset, odd, k->odd_same);
    o = add_product(add_product(o, even, k->odd_even), swapped, k->odd_swapped);
    e = V(mulhrs_epi16)(e, k->unit);
    o = V(mulhrs_epi16)(o, k->unit);
    return V(shuffle_epi8)(V(packus_epi16)(e, o), k->join);
}

/// `n` pixels of a row.
static void matrix_row(uint8_t *d, const uint8_t *s, int n, const matrix_words *k,
                       const prism_matrix *matrix) {
    int x = 0;
    for (; x + DWORDS <= n; x += DWORDS)
        store(d + 4 * x, matrix_pixels(load(s + 4 * x), k));
    prism_matrix_xrgb_row(d + 4 * x, s + 4 * x, n - x, matrix);
}

static void matrix_xrgb(prism_dst dst, prism_src src, int width, int y0, int y1,
                        const prism_matrix *matrix) {
    const matrix_words k = spread(matrix);
    for (int y = y0; y < y1; y++)
        matrix_row(prism_dst_row(dst, y), prism_src_row(src, y), width, &k, matrix);
}

static void matrix_rgb888(prism_dst dst, prism_src src, int width, int y0, int y1,
                          const prism_matrix *matrix) {
    const matrix_words k = spread(matrix);
    for (int y = y0; y < y1; y++) {
        uint8_t *d = prism_dst_row(dst, y);
        const uint8_t *s = prism_src_row(src, y);
        int x = 0;
        for (; x + DWORDS + RGB888_BEYOND <= width; x += DWORDS)
            store_rgb888(d + 3 * x, matrix_pixels(load_rgb888(s + 3 * x), &k));
        prism_matrix_rgb888_row(d + 3 * x, s + 3 * x, width - x, matrix);
    }
}

static void matrix_chain_xrgb(prism_dst dst, prism_src src, int width, int y0, int y1,
                              const prism_matrix *stages, int count) {
    matrix_words k[PRISM_MATRIX_STAGES];
    for (int i = 0; i < count; i++)
        k[i] = spread(&stages[i]);
    for (int y = y0; y < y1; y++) {
        uint8_t *d = prism_dst_row(dst, y);
        const uint8_t *s = prism_src_row(src, y);
        for (int x = 0; x < width; x += PRISM_CHAIN_COLUMNS) {
            const int n = prism_chain_columns(x, width);
            matrix_row(d + 4 * x, s + 4 * x, n, &k[0], &stages[0]);
            for (int i = 1; i < count; i++)
                matrix_row(d + 4 * x, d + 4 * x, n, &k[i], &stages[i]);
        }
    }
}

PRISM_TARGET_END
