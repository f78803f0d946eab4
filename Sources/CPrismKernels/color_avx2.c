// SPDX-License-Identifier: MIT
// Affine colour for AVX2.
#if defined(__x86_64__)
#include "color.h"

#include <immintrin.h>

PRISM_TARGET_BEGIN(PRISM_AVX2)

/// A matrix for words in two orders: even holds bytes 0 and 2 of each pixel, odd holds 1 and 3.
typedef struct matrix_words {
    __m256i even_same, even_swapped, even_middle, even_offset;
    __m256i odd_same, odd_even, odd_swapped, odd_offset;
    __m256i unit;
} matrix_words;

static __m256i word_pairs(int low, int high) {
    return _mm256_set1_epi32((int)((uint32_t)(uint16_t)high << 16 | (uint16_t)low));
}

static matrix_words spread(const prism_matrix *m) {
    return (matrix_words){
        .even_same = word_pairs(m->c[0][0], m->c[2][2]),
        .even_swapped = word_pairs(m->c[0][2], m->c[2][0]),
        .even_middle = word_pairs(m->c[0][1], m->c[2][1]),
        .even_offset = word_pairs(m->offset[0], m->offset[2]),
        // Byte 3 times one: its sum is 2^shift times the byte, exactly.
        .odd_same = word_pairs(m->c[1][1], 1 << (m->shift + 8)),
        .odd_even = word_pairs(m->c[1][0], 0),
        .odd_swapped = word_pairs(m->c[1][2], 0),
        .odd_offset = word_pairs(m->offset[1], 0),
        // Multiplying by 2^(15 - shift) is the rounding shift.
        .unit = _mm256_set1_epi16((int16_t)(1 << (15 - m->shift))),
    };
}

static inline __m256i add_product(__m256i sum, __m256i x, __m256i c) {
    return _mm256_add_epi16(sum, _mm256_mulhrs_epi16(x, c));
}

/// Eight pixels; words hold 2^7 times a byte.
static inline __m256i matrix_8(__m256i pixels, const matrix_words *k) {
    const __m256i swap = _mm256_broadcastsi128_si256(
        _mm_setr_epi8(2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13));
    const __m256i low_twice = _mm256_broadcastsi128_si256(
        _mm_setr_epi8(0, 1, 0, 1, 4, 5, 4, 5, 8, 9, 8, 9, 12, 13, 12, 13));
    const __m256i join = _mm256_broadcastsi128_si256(
        _mm_setr_epi8(0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15));
    const __m256i even = _mm256_srli_epi16(_mm256_slli_epi16(pixels, 8), 1);
    const __m256i odd = _mm256_slli_epi16(_mm256_srli_epi16(pixels, 8), 7);
    const __m256i swapped = _mm256_shuffle_epi8(even, swap);
    const __m256i middle = _mm256_shuffle_epi8(odd, low_twice);
    __m256i e = add_product(k->even_offset, even, k->even_same);
    e = add_product(add_product(e, swapped, k->even_swapped), middle, k->even_middle);
    __m256i o = add_product(k->odd_offset, odd, k->odd_same);
    o = add_product(add_product(o, even, k->odd_even), swapped, k->odd_swapped);
    e = _mm256_mulhrs_epi16(e, k->unit);
    o = _mm256_mulhrs_epi16(o, k->unit);
    return _mm256_shuffle_epi8(_mm256_packus_epi16(e, o), join);
}

static void matrix_xrgb_avx2(prism_dst dst, prism_src src, int width, int y0, int y1,
                             const prism_matrix *matrix) {
    const matrix_words k = spread(matrix);
    for (int y = y0; y < y1; y++) {
        uint8_t *d = prism_dst_row(dst, y);
        const uint8_t *s = prism_src_row(src, y);
        int x = 0;
        for (; x + 8 <= width; x += 8) {
            __m256i pixels = _mm256_loadu_si256((const __m256i *)(s + 4 * x));
            _mm256_storeu_si256((__m256i *)(d + 4 * x), matrix_8(pixels, &k));
        }
        prism_matrix_xrgb_row(d + 4 * x, s + 4 * x, width - x, matrix);
    }
}

/// A plane's gain and offset, in every word.
typedef struct affine_words {
    __m256i c, offset, unit;
} affine_words;

static inline __m256i affine_16(__m256i x, const affine_words *k) {
    return _mm256_mulhrs_epi16(add_product(k->offset, x, k->c), k->unit);
}

static inline __m256i affine_32(__m256i bytes, const affine_words *k) {
    const __m256i zero = _mm256_setzero_si256();
    // Zero below the byte makes 2^8 times it; halving leaves the 2^7 of the formula.
    __m256i low = _mm256_srli_epi16(_mm256_unpacklo_epi8(zero, bytes), 1);
    __m256i high = _mm256_srli_epi16(_mm256_unpackhi_epi8(zero, bytes), 1);
    return _mm256_packus_epi16(affine_16(low, k), affine_16(high, k));
}

static void affine_u8_avx2(prism_dst dst, prism_src src, int width, int y0, int y1,
                           const prism_affine *affine) {
    const affine_words k = {_mm256_set1_epi16(affine->c), _mm256_set1_epi16(affine->offset),
                            _mm256_set1_epi16((int16_t)(1 << (15 - affine->shift)))};
    for (int y = y0; y < y1; y++) {
        uint8_t *d = prism_dst_row(dst, y);
        const uint8_t *s = prism_src_row(src, y);
        int x = 0;
        for (; x + 32 <= width; x += 32) {
            __m256i bytes = _mm256_loadu_si256((const __m256i *)(s + x));
            _mm256_storeu_si256((__m256i *)(d + x), affine_32(bytes, &k));
        }
        prism_affine_u8_row(d + x, s + x, width - x, affine);
    }
}

PRISM_TARGET_END

void prism_color_init_avx2(prism_color_kernels *kernels) {
    kernels->matrix_xrgb = matrix_xrgb_avx2;
    kernels->affine_u8 = affine_u8_avx2;
}
#endif
