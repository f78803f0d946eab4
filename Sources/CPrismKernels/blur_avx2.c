// SPDX-License-Identifier: MIT
// The blurs' inner loops for AVX2.
#if defined(__x86_64__)
#include "blur.h"

#include <immintrin.h>

PRISM_TARGET_BEGIN(PRISM_AVX2)

static inline __m256i load(const void *p) {
    return _mm256_loadu_si256((const __m256i *)p);
}

static inline void store(void *p, __m256i value) {
    _mm256_storeu_si256((__m256i *)p, value);
}

static inline __m256i add_product(__m256i sum, __m256i x, __m256i weight) {
    return _mm256_add_epi16(sum, _mm256_mulhrs_epi16(x, weight));
}

/// 32 samples; `low` and `high` are the halves that byte unpacking makes within each 128-bit lane.
static inline void columns_32(uint16_t *dst, const uint8_t *const *rows, const int16_t *weights,
                              int radius, int i) {
    const __m256i one = _mm256_set1_epi8(PRISM_BLUR_ONE), zero = _mm256_setzero_si256();
    __m256i centre = load(rows[radius] + i), weight = _mm256_set1_epi16(weights[0]);
    __m256i low = _mm256_maddubs_epi16(_mm256_unpacklo_epi8(centre, zero), one);
    __m256i high = _mm256_maddubs_epi16(_mm256_unpackhi_epi8(centre, zero), one);
    low = _mm256_mulhrs_epi16(low, weight);
    high = _mm256_mulhrs_epi16(high, weight);
    for (int k = 1; k <= radius; k++) {
        __m256i a = load(rows[radius - k] + i), b = load(rows[radius + k] + i);
        weight = _mm256_set1_epi16(weights[k]);
        low = add_product(low, _mm256_maddubs_epi16(_mm256_unpacklo_epi8(a, b), one), weight);
        high = add_product(high, _mm256_maddubs_epi16(_mm256_unpackhi_epi8(a, b), one), weight);
    }
    store(dst + i, _mm256_permute2x128_si256(low, high, 0x20));
    store(dst + i + 16, _mm256_permute2x128_si256(low, high, 0x31));
}

static void columns(uint16_t *dst, const uint8_t *const *rows, const int16_t *weights, int radius,
                    int count) {
    if (count < 32) {
        prism_blur_columns_c(dst, rows, weights, radius, count);
        return;
    }
    for (int i = 0; i <= count - 32; i += 32)
        columns_32(dst, rows, weights, radius, i);
    columns_32(dst, rows, weights, radius, count - 32);
}

static inline __m256i columns_16(const uint16_t *const *rows, const int16_t *weights, int radius,
                                 int i) {
    __m256i sum = _mm256_mulhrs_epi16(load(rows[radius] + i), _mm256_set1_epi16(weights[0]));
    for (int k = 1; k <= radius; k++) {
        __m256i pair = _mm256_add_epi16(load(rows[radius - k] + i), load(rows[radius + k] + i));
        sum = add_product(sum, pair, _mm256_set1_epi16(weights[k]));
    }
    return sum;
}

static void columns16(uint16_t *dst, const uint16_t *const *rows, const int16_t *weights,
                      int radius, int count) {
    if (count < 16) {
        prism_blur_columns16_c(dst, rows, weights, radius, count);
        return;
    }
    for (int i = 0; i <= count - 16; i += 16)
        store(dst + i, columns_16(rows, weights, radius, i));
    store(dst + count - 16, columns_16(rows, weights, radius, count - 16));
}

/// The weighted sums of four vectors of 16 samples from `src` on.
static inline void row_sums(__m256i sums[4], const uint16_t *src, const int16_t *weights,
                            int radius, int step) {
    __m256i weight = _mm256_set1_epi16(weights[0]);
    for (int j = 0; j < 4; j++)
        sums[j] = _mm256_mulhrs_epi16(load(src + 16 * j), weight);
    for (int k = 1; k <= radius; k++) {
        const uint16_t *left = src - k * step, *right = src + k * step;
        weight = _mm256_set1_epi16(weights[k]);
        for (int j = 0; j < 4; j++) {
            __m256i pair = _mm256_add_epi16(load(left + 16 * j), load(right + 16 * j));
            sums[j] = add_product(sums[j], pair, weight);
        }
    }
}

/// 32 rounded bytes from two vectors of 16 sums each.
static inline __m256i round_32(__m256i a, __m256i b) {
    const __m256i unit = _mm256_set1_epi16(32768 / PRISM_BLUR_ONE);
    __m256i bytes = _mm256_packus_epi16(_mm256_mulhrs_epi16(a, unit), _mm256_mulhrs_epi16(b, unit));
    return _mm256_permute4x64_epi64(bytes, 0xd8);
}

static inline void row_64(uint8_t *dst, const uint16_t *src, const int16_t *weights, int radius,
                          int step) {
    __m256i sums[4];
    row_sums(sums, src, weights, radius, step);
    store(dst, round_32(sums[0], sums[1]));
    store(dst + 32, round_32(sums[2], sums[3]));
}

static void row(uint8_t *dst, const uint16_t *src, const int16_t *weights, int radius, int step,
                int count) {
    if (count < 64) {
        prism_blur_row_c(dst, src, weights, radius, step, count);
        return;
    }
    for (int i = 0; i <= count - 64; i += 64)
        row_64(dst + i, src + i, weights, radius, step);
    row_64(dst + count - 64, src + count - 64, weights, radius, step);
}

static inline void row16_64(uint16_t *dst, const uint16_t *src, const int16_t *weights, int radius,
                            int step) {
    __m256i sums[4];
    row_sums(sums, src, weights, radius, step);
    for (int j = 0; j < 4; j++)
        store(dst + 16 * j, sums[j]);
}

static void row16(uint16_t *dst, const uint16_t *src, const int16_t *weights, int radius, int step,
                  int count) {
    if (count < 64) {
        prism_blur_row16_c(dst, src, weights, radius, step, count);
        return;
    }
    for (int i = 0; i <= count - 64; i += 64)
        row16_64(dst + i, src + i, weights, radius, step);
    row16_64(dst + count - 64, src + count - 64, weights, radius, step);
}

static void mix16(uint16_t *dst, const uint16_t *a, const uint16_t *b, int weight, int count) {
    const __m256i w = _mm256_set1_epi16((int16_t)weight);
    int i = 0;
    for (; i <= count - 16; i += 16) {
        __m256i left = load(a + i);
        store(dst + i, add_product(left, _mm256_sub_epi16(load(b + i), left), w));
    }
    prism_mix16_c(dst + i, a + i, b + i, weight, count - i);
}

void prism_blur_init_avx2(prism_blur_kernels *kernels) {
    kernels->columns = columns;
    kernels->columns16 = columns16;
    kernels->row = row;
    kernels->row16 = row16;
    kernels->mix16 = mix16;
    prism_pyramid_init_avx2(kernels);
}

PRISM_TARGET_END
#endif
