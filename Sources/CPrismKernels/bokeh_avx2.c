// SPDX-License-Identifier: MIT
// Mixing by a matte for AVX2.
#if defined(__x86_64__)
#include "bokeh.h"

#include <immintrin.h>

PRISM_TARGET_BEGIN(PRISM_AVX2)

static inline __m256i load(const void *p) {
    return _mm256_loadu_si256((const __m256i *)p);
}

/// The matte of 32 bytes of pixels.
static inline __m256i matte_32(const uint8_t *matte, int step) {
    if (step == 1)
        return load(matte);
    if (step == 2) {
        __m256i wide = _mm256_cvtepu8_epi16(_mm_loadu_si128((const __m128i *)matte));
        return _mm256_or_si256(wide, _mm256_slli_epi16(wide, 8));
    }
    __m256i wide = _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)matte));
    return _mm256_mullo_epi32(wide, _mm256_set1_epi32(0x01010101));
}

/// 16 words of either image and of the matte.
static inline __m256i keep_16(__m256i src, __m256i blurred, __m256i matte) {
    __m256i w = _mm256_add_epi16(matte, _mm256_srli_epi16(matte, 7));
    __m256i rest = _mm256_sub_epi16(_mm256_set1_epi16(256), w);
    __m256i sum = _mm256_add_epi16(_mm256_mullo_epi16(src, w), _mm256_mullo_epi16(blurred, rest));
    return _mm256_srli_epi16(_mm256_add_epi16(sum, _mm256_set1_epi16(128)), 8);
}

static void keep(uint8_t *dst, const uint8_t *src, const uint8_t *blurred, const uint8_t *matte,
                 int step, int count) {
    const __m256i zero = _mm256_setzero_si256();
    int i = 0;
    for (; i <= count - 32; i += 32) {
        __m256i s = load(src + i), b = load(blurred + i), m = matte_32(matte + i / step, step);
        __m256i low = keep_16(_mm256_unpacklo_epi8(s, zero), _mm256_unpacklo_epi8(b, zero),
                              _mm256_unpacklo_epi8(m, zero));
        __m256i high = keep_16(_mm256_unpackhi_epi8(s, zero), _mm256_unpackhi_epi8(b, zero),
                               _mm256_unpackhi_epi8(m, zero));
        _mm256_storeu_si256((__m256i *)(dst + i), _mm256_packus_epi16(low, high));
    }
    prism_keep_c(dst + i, src + i, blurred + i, matte + i / step, step, count - i);
}

void prism_bokeh_init_avx2(prism_bokeh_kernels *kernels) {
    kernels->keep = keep;
}

PRISM_TARGET_END
#endif
