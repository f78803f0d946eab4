// SPDX-License-Identifier: MIT
// Gradients, luma, unsharp masking and comic ink for AVX2.
#if defined(__x86_64__)
#include "edges.h"

#include <immintrin.h>

PRISM_TARGET_BEGIN(PRISM_AVX2)

static inline __m256i load(const void *p) {
    return _mm256_loadu_si256((const __m256i *)p);
}

static inline void store(void *p, __m256i value) {
    _mm256_storeu_si256((__m256i *)p, value);
}

/// Plus `low` byte times one weight and the byte of `high` times the other.
static __m256i weights(int low, int high) {
    return _mm256_set1_epi16((int16_t)((uint16_t)(uint8_t)high << 8 | (uint8_t)low));
}

/// Both halves of a vector of bytes, widened as byte unpacking orders them.
typedef struct halves {
    __m256i low, high;
} halves;

static inline halves multiply(__m256i a, __m256i b, __m256i weight) {
    return (halves){_mm256_maddubs_epi16(_mm256_unpacklo_epi8(a, b), weight),
                    _mm256_maddubs_epi16(_mm256_unpackhi_epi8(a, b), weight)};
}

static inline halves add(halves a, halves b) {
    return (halves){_mm256_add_epi16(a.low, b.low), _mm256_add_epi16(a.high, b.high)};
}

/// round(16 * (|gx| + |gy|) * gain / 2^15)
static inline __m256i magnitude(__m256i gx, __m256i gy, __m256i gain) {
    __m256i sum = _mm256_add_epi16(_mm256_abs_epi16(gx), _mm256_abs_epi16(gy));
    return _mm256_mulhrs_epi16(_mm256_slli_epi16(sum, 4), gain);
}

static inline __m256i sobel_32(const uint8_t *above, const uint8_t *row, const uint8_t *below,
                               __m256i gain, int step) {
    const __m256i once = weights(1, -1), twice = weights(2, -2);
    __m256i a0 = load(above - step), a1 = load(above), a2 = load(above + step);
    __m256i b0 = load(below - step), b1 = load(below), b2 = load(below + step);
    halves gx = add(multiply(a2, a0, once), multiply(b2, b0, once));
    gx = add(gx, multiply(load(row + step), load(row - step), twice));
    halves gy = add(multiply(b0, a0, once), multiply(b2, a2, once));
    gy = add(gy, multiply(b1, a1, twice));
    return _mm256_packus_epi16(magnitude(gx.low, gy.low, gain), magnitude(gx.high, gy.high, gain));
}

static void sobel(uint8_t *dst, const uint8_t *above, const uint8_t *row, const uint8_t *below,
                  int gain, int step, int count) {
    const __m256i g = _mm256_set1_epi16((int16_t)gain);
    const __m256i copied = _mm256_set1_epi32(step == 4 ? (int)0xff000000 : 0);
    int i = 0;
    for (; i <= count - 32; i += 32) {
        __m256i edge = sobel_32(above + i, row + i, below + i, g, step);
        store(dst + i, _mm256_blendv_epi8(edge, load(row + i), copied));
    }
    prism_sobel_c(dst + i, above + i, row + i, below + i, gain, step, count - i);
}

/// Eight pixels' luma, as 32-bit integers.
static inline __m256i luma_8(const uint8_t *src) {
    const __m256i weight = _mm256_set1_epi32(38 << 16 | 75 << 8 | 15);
    __m256i sum = _mm256_maddubs_epi16(load(src), weight);
    sum = _mm256_madd_epi16(sum, _mm256_set1_epi16(1));
    return _mm256_srli_epi32(_mm256_add_epi32(sum, _mm256_set1_epi32(64)), 7);
}

static void luma(uint8_t *dst, const uint8_t *src, int width) {
    const __m256i order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
    int x = 0;
    for (; x <= width - 32; x += 32) {
        __m256i a = _mm256_packs_epi32(luma_8(src + 4 * x), luma_8(src + 4 * x + 32));
        __m256i b = _mm256_packs_epi32(luma_8(src + 4 * x + 64), luma_8(src + 4 * x + 96));
        store(dst + x, _mm256_permutevar8x32_epi32(_mm256_packus_epi16(a, b), order));
    }
    prism_luma_c(dst + x, src + 4 * x, width - x);
}

static void unsharp(uint8_t *dst, const uint8_t *src, const uint8_t *blurred, int amount,
                    int count) {
    const __m256i strength = _mm256_set1_epi16((int16_t)amount);
    const __m256i difference = weights(64, -64), one = weights(1, 0);
    int i = 0;
    for (; i <= count - 32; i += 32) {
        __m256i s = load(src + i), zero = _mm256_setzero_si256();
        halves d = multiply(s, load(blurred + i), difference);
        d.low = _mm256_mulhrs_epi16(d.low, strength);
        d.high = _mm256_mulhrs_epi16(d.high, strength);
        halves sum = add(multiply(s, zero, one), d);
        store(dst + i, _mm256_packus_epi16(sum.low, sum.high));
    }
    prism_unsharp_c(dst + i, src + i, blurred + i, amount, count - i);
}

/// What a run of pixels is drawn with.
typedef struct ink {
    __m256i levels, spacing, threshold, copied;
} ink;

/// Flattens and inks half a vector of bytes that unpacking widened.
static inline __m256i comic_16(__m256i value, __m256i light, const ink *k) {
    __m256i level = _mm256_mulhrs_epi16(_mm256_slli_epi16(value, 7), k->levels);
    __m256i flat = _mm256_mullo_epi16(level, k->spacing);
    flat = _mm256_srli_epi16(_mm256_add_epi16(flat, _mm256_set1_epi16(128)), 8);
    light = _mm256_add_epi16(light, _mm256_srli_epi16(light, 7));
    return _mm256_srli_epi16(_mm256_mullo_epi16(flat, light), 8);
}

static inline __m256i comic_32(__m256i pixels, __m256i edges, const ink *k) {
    const __m256i zero = _mm256_setzero_si256(), white = _mm256_set1_epi8(-1);
    __m256i light = _mm256_sub_epi8(white, _mm256_subs_epu8(edges, k->threshold));
    __m256i low =
        comic_16(_mm256_unpacklo_epi8(pixels, zero), _mm256_unpacklo_epi8(light, zero), k);
    __m256i high =
        comic_16(_mm256_unpackhi_epi8(pixels, zero), _mm256_unpackhi_epi8(light, zero), k);
    return _mm256_blendv_epi8(_mm256_packus_epi16(low, high), pixels, k->copied);
}

/// Eight edges, each four times.
static inline __m256i edges_of_pixels(const uint8_t *edges) {
    __m256i wide = _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)edges));
    return _mm256_mullo_epi32(wide, _mm256_set1_epi32(0x01010101));
}

static void comic(uint8_t *dst, const uint8_t *src, const uint8_t *edges,
                  const prism_comic *parameters, int step, int count) {
    const ink k = {
        .levels = _mm256_set1_epi16(parameters->levels),
        .spacing = _mm256_set1_epi16((int16_t)parameters->spacing),
        .threshold = _mm256_set1_epi8((int8_t)parameters->threshold),
        .copied = _mm256_set1_epi32(step == 4 ? (int)0xff000000 : 0),
    };
    int i = 0;
    for (; i <= count - 32; i += 32) {
        __m256i e = step == 4 ? edges_of_pixels(edges + i / 4) : load(edges + i);
        store(dst + i, comic_32(load(src + i), e, &k));
    }
    prism_comic_c(dst + i, src + i, edges + i / step, parameters, step, count - i);
}

void prism_edges_init_avx2(prism_edges_kernels *kernels) {
    kernels->sobel = sobel;
    kernels->luma = luma;
    kernels->unsharp = unsharp;
    kernels->comic = comic;
}

PRISM_TARGET_END
#endif
