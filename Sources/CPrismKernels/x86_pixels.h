// SPDX-License-Identifier: MIT
// Pixels of 3 and 4 bytes, planes and pairs, for AVX2 and AVX-512; see x86_vector.h.
#pragma once

#include "x86_vector.h"

PRISM_TARGET_BEGIN(PRISM_X86)

/// DWORDS pixels of 3 bytes are loaded where RGB888_BEYOND more follow.
#if PRISM_VECTOR_BYTES == 64
enum { RGB888_BEYOND = 0 };
#else
enum { RGB888_BEYOND = 2 };
#endif

/// DWORDS pixels of 3 bytes, each with a zero above.
static inline vec load_rgb888(const uint8_t *p) {
    const vec order =
        every_lane(_mm_setr_epi8(0, 1, 2, -1, 3, 4, 5, -1, 6, 7, 8, -1, 9, 10, 11, -1));
#if PRISM_VECTOR_BYTES == 64
    const vec lanes = _mm512_setr_epi32(0, 1, 2, 0, 3, 4, 5, 0, 6, 7, 8, 0, 9, 10, 11, 0);
    const vec bytes = _mm512_maskz_loadu_epi8(0xffffffffffff, p);
    return _mm512_shuffle_epi8(_mm512_permutexvar_epi32(lanes, bytes), order);
#else
    const __m128i low = _mm_loadu_si128((const __m128i *)p);
    const __m128i high = _mm_loadu_si128((const __m128i *)(p + 12));
    return _mm256_shuffle_epi8(_mm256_set_m128i(high, low), order);
#endif
}

/// The three lower bytes of DWORDS pixels, and not a byte more.
static inline void store_rgb888(uint8_t *p, vec pixels) {
    const vec order =
        every_lane(_mm_setr_epi8(0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, -1, -1, -1, -1));
    const vec packed = V(shuffle_epi8)(pixels, order);
#if PRISM_VECTOR_BYTES == 64
    const vec dwords = _mm512_setr_epi32(0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, 0, 0, 0, 0);
    _mm512_mask_storeu_epi8(p, 0xffffffffffff, _mm512_permutexvar_epi32(dwords, packed));
#else
    const vec joined =
        _mm256_permutevar8x32_epi32(packed, _mm256_setr_epi32(0, 1, 2, 4, 5, 6, 7, 7));
    _mm_storeu_si128((__m128i *)p, _mm256_castsi256_si128(joined));
    _mm_storel_epi64((__m128i *)(p + 16), _mm256_extracti128_si256(joined, 1));
#endif
}

static inline void store_half(void *p, half_vec x) {
#if PRISM_VECTOR_BYTES == 64
    _mm256_storeu_si256((__m256i *)p, x);
#else
    _mm_storeu_si128((__m128i *)p, x);
#endif
}

/// packus_epi16 of two vectors puts halves of lanes by turns; this puts the first vector before the second.
static inline vec packed_in_order(vec packed) {
#if PRISM_VECTOR_BYTES == 64
    return _mm512_permutexvar_epi64(_mm512_setr_epi64(0, 2, 4, 6, 1, 3, 5, 7), packed);
#else
    return _mm256_permute4x64_epi64(packed, _MM_SHUFFLE(3, 1, 2, 0));
#endif
}

/// The first bytes of pairs to one place and the second ones to another.
static inline void store_split(uint8_t *first, uint8_t *second, vec pairs) {
    const vec order =
        every_lane(_mm_setr_epi8(0, 2, 4, 6, 8, 10, 12, 14, 1, 3, 5, 7, 9, 11, 13, 15));
    const vec lanes = V(shuffle_epi8)(pairs, order);
    const vec halves = packed_in_order(lanes);
#if PRISM_VECTOR_BYTES == 64
    store_half(first, _mm512_castsi512_si256(halves));
    store_half(second, _mm512_extracti64x4_epi64(halves, 1));
#else
    store_half(first, _mm256_castsi256_si128(halves));
    store_half(second, _mm256_extracti128_si256(halves, 1));
#endif
}

/// BYTES pixels as planes of bytes. Groups of four pixels are out of order; in_order puts them right.
typedef struct planes4 {
    vec plane[4];
} planes4;

static inline planes4 load_planes4(const uint8_t *p) {
    const vec order =
        byte_order(_mm_setr_epi8(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15));
    vec x[4];
    for (int i = 0; i < 4; i++)
        x[i] = unknown(V(shuffle_epi8)(load(p + i * BYTES), order));
    const vec a = V(unpacklo_epi32)(x[0], x[1]), b = V(unpacklo_epi32)(x[2], x[3]);
    const vec c = V(unpackhi_epi32)(x[0], x[1]), d = V(unpackhi_epi32)(x[2], x[3]);
    return (planes4){{V(unpacklo_epi64)(a, b), V(unpackhi_epi64)(a, b), V(unpacklo_epi64)(c, d),
                      V(unpackhi_epi64)(c, d)}};
}

/// The way back of load_planes4.
static inline void store_planes4(uint8_t *p, const planes4 *planes) {
    const vec *x = planes->plane;
    const vec a = unknown(V(unpacklo_epi8)(x[0], x[1])), b = unknown(V(unpackhi_epi8)(x[0], x[1]));
    const vec c = unknown(V(unpacklo_epi8)(x[2], x[3])), d = unknown(V(unpackhi_epi8)(x[2], x[3]));
    store(p, V(unpacklo_epi16)(a, c));
    store(p + BYTES, V(unpackhi_epi16)(a, c));
    store(p + 2 * BYTES, V(unpacklo_epi16)(b, d));
    store(p + 3 * BYTES, V(unpackhi_epi16)(b, d));
}

/// The four bytes that each group of four pixels gave, in the order of pixels.
static inline vec in_order(vec groups) {
#if PRISM_VECTOR_BYTES == 64
    const vec order = _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
    return _mm512_permutexvar_epi32(order, groups);
#else
    return _mm256_permutevar8x32_epi32(groups, _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7));
#endif
}

PRISM_TARGET_END
