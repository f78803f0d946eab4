// SPDX-License-Identifier: MIT
// Affine colour on planes and chroma for AVX2 and AVX-512; see x86_vector.h.
#pragma once

#include "color.h"
#include "x86_pixels.h"
#include "x86_table.h"

PRISM_TARGET_BEGIN(PRISM_X86)

#if PRISM_VECTOR_BYTES == 64
/// A table of the results: two look-ups for 64 bytes are less than the arithmetic.
typedef struct affine_words {
    table results;
} affine_words;

static affine_words spread_affine(const prism_affine *affine) {
    uint8_t bytes[256];
    for (int i = 0; i < 256; i++)
        bytes[i] = (uint8_t)i;
    prism_affine_u8_row(bytes, bytes, 256, affine);
    return (affine_words){load_table(bytes)};
}

static inline vec affine_bytes(vec bytes, const affine_words *k) {
    return look_up(bytes, &k->results);
}
#else
/// A plane's gain and offset, in every word.
typedef struct affine_words {
    vec c, offset, unit;
} affine_words;

static inline vec affine_words_of(vec x, const affine_words *k) {
    return V(mulhrs_epi16)(add_product(k->offset, x, k->c), k->unit);
}

static inline vec affine_bytes(vec bytes, const affine_words *k) {
    return V(packus_epi16)(affine_words_of(low_words(bytes), k),
                           affine_words_of(high_words(bytes), k));
}

static affine_words spread_affine(const prism_affine *affine) {
    return (affine_words){word(affine->c), word(affine->offset), shift_unit(affine->shift)};
}
#endif

static void affine_u8(prism_dst dst, prism_src src, int width, int y0, int y1,
                      const prism_affine *affine) {
    const affine_words k = spread_affine(affine);
    for (int y = y0; y < y1; y++) {
        uint8_t *d = prism_dst_row(dst, y);
        const uint8_t *s = prism_src_row(src, y);
        int x = 0;
        for (; x + BYTES <= width; x += BYTES)
            store(d + x, affine_bytes(load(s + x), &k));
        prism_affine_u8_row(d + x, s + x, width - x, affine);
    }
}

/// A chroma matrix, word by word.
typedef struct chroma_words {
    vec c[2][2], offset[2], unit;
} chroma_words;

static inline chroma_words spread_chroma(const prism_chroma_matrix *m) {
    return (chroma_words){
        {{word(m->c[0][0]), word(m->c[0][1])}, {word(m->c[1][0]), word(m->c[1][1])}},
        {word(m->offset[0]), word(m->offset[1])},
        shift_unit(m->shift)};
}

/// One output over words of 2^7 times a byte.
static inline vec chroma_output(vec u, vec v, const chroma_words *k, int output) {
    const vec sum = add_product(k->offset[output], u, k->c[output][0]);
    return V(mulhrs_epi16)(add_product(sum, v, k->c[output][1]), k->unit);
}

static void chroma_pairs(prism_dst dst, prism_src src, int width, int y0, int y1,
                         const prism_chroma_matrix *matrix) {
    const chroma_words k = spread_chroma(matrix);
    const vec low_bytes = unknown(word(0x00ff));
    const vec join =
        byte_order(_mm_setr_epi8(0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15));
    for (int y = y0; y < y1; y++) {
        uint8_t *d = prism_dst_row(dst, y);
        const uint8_t *s = prism_src_row(src, y);
        int x = 0;
        for (; x + WORDS <= width; x += WORDS) {
            const vec pairs = load(s + 2 * x);
            const vec u = V(slli_epi16)(VS(and)(pairs, low_bytes), 7);
            const vec v = V(srli_epi16)(VS(andnot)(low_bytes, pairs), 1);
            const vec out = V(packus_epi16)(chroma_output(u, v, &k, 0), chroma_output(u, v, &k, 1));
            store(d + 2 * x, V(shuffle_epi8)(out, join));
        }
        prism_chroma_row_of(d + 2 * x, d + 2 * x + 1, s + 2 * x, s + 2 * x + 1, 2, width - x,
                            matrix);
    }
}

static void chroma_planes(prism_dst u, prism_dst v, prism_src src_u, prism_src src_v, int width,
                          int y0, int y1, const prism_chroma_matrix *matrix) {
    const chroma_words k = spread_chroma(matrix);
    for (int y = y0; y < y1; y++) {
        uint8_t *du = prism_dst_row(u, y), *dv = prism_dst_row(v, y);
        const uint8_t *su = prism_src_row(src_u, y), *sv = prism_src_row(src_v, y);
        int x = 0;
        for (; x + BYTES <= width; x += BYTES) {
            const vec a = load(su + x), b = load(sv + x);
            const vec a0 = low_words(a), a1 = high_words(a), b0 = low_words(b), b1 = high_words(b);
            store(du + x,
                  V(packus_epi16)(chroma_output(a0, b0, &k, 0), chroma_output(a1, b1, &k, 0)));
            store(dv + x,
                  V(packus_epi16)(chroma_output(a0, b0, &k, 1), chroma_output(a1, b1, &k, 1)));
        }
        prism_chroma_row_of(du + x, dv + x, su + x, sv + x, 1, width - x, matrix);
    }
}

/// 32-bit sums of 16-bit samples and a gain, shifted; `c` and samples less 2^15 are signed.
typedef struct affine_u16_words {
    vec c, offset, most, sign;
    __m128i shift;
} affine_u16_words;

static inline vec affine_u16_vector(vec samples, const affine_u16_words *k) {
    const vec x = VS(xor)(samples, k->sign);
    const vec low = V(mullo_epi16)(x, k->c), high = V(mulhi_epi16)(x, k->c);
    vec a = V(add_epi32)(V(unpacklo_epi16)(low, high), k->offset);
    vec b = V(add_epi32)(V(unpackhi_epi16)(low, high), k->offset);
    a = V(sra_epi32)(a, k->shift);
    b = V(sra_epi32)(b, k->shift);
    return V(min_epu16)(V(packus_epi32)(a, b), k->most);
}

static void affine_u16(prism_dst dst, prism_src src, int width, int y0, int y1,
                       const prism_affine_u16 *affine) {
    const affine_u16_words k = {word(affine->c), V(set1_epi32)(affine->offset + affine->c * 32768),
                                word((int16_t)affine->most), word(INT16_MIN),
                                _mm_cvtsi32_si128(affine->shift)};
    for (int y = y0; y < y1; y++) {
        uint16_t *d = (uint16_t *)(void *)prism_dst_row(dst, y);
        const uint16_t *s = (const uint16_t *)(const void *)prism_src_row(src, y);
        int x = 0;
        for (; x + WORDS <= width; x += WORDS)
            store(d + x, affine_u16_vector(load(s + x), &k));
        prism_affine_u16_row(d + x, s + x, width - x, affine);
    }
}

PRISM_TARGET_END
