// SPDX-License-Identifier: MIT
// Averages along lines for AVX2.
#if defined(__x86_64__)
#include "streak.h"

#include <immintrin.h>

PRISM_TARGET_BEGIN(PRISM_AVX2)

static inline __m256i load(const void *p) {
    return _mm256_loadu_si256((const __m256i *)p);
}

static inline void store(void *p, __m256i value) {
    _mm256_storeu_si256((__m256i *)p, value);
}

/// Both halves of a vector of bytes, widened as byte unpacking orders them.
typedef struct halves {
    __m256i low, high;
} halves;

static inline halves tap_32(const uint8_t *a, const uint8_t *b, __m256i weights) {
    return (halves){_mm256_maddubs_epi16(_mm256_unpacklo_epi8(load(a), load(b)), weights),
                    _mm256_maddubs_epi16(_mm256_unpackhi_epi8(load(a), load(b)), weights)};
}

static inline halves add(halves a, halves b) {
    return (halves){_mm256_add_epi16(a.low, b.low), _mm256_add_epi16(a.high, b.high)};
}

static inline halves scaled(halves x, __m256i scale) {
    return (halves){_mm256_mulhrs_epi16(x.low, scale), _mm256_mulhrs_epi16(x.high, scale)};
}

static __m256i tap_weights(int fraction) {
    return _mm256_set1_epi16((int16_t)(fraction << 8 | (64 - fraction)));
}

/// Adds two taps to the sums of `vectors` times 32 samples.
static inline void add_taps(halves *sums, const uint8_t *const *pairs, const uint8_t *fractions,
                            __m256i scale, int i, int vectors) {
    if ((fractions[0] | fractions[1]) == 0) {
        // Neither needs mixing: they make a pair themselves.
        const uint8_t *a = pairs[0] + i, *b = pairs[2] + i;
        for (int v = 0; v < vectors; v++)
            sums[v] =
                add(sums[v], scaled(tap_32(a + 32 * v, b + 32 * v, _mm256_set1_epi8(64)), scale));
        return;
    }
    const uint8_t *a = pairs[0] + i, *b = pairs[1] + i, *c = pairs[2] + i, *d = pairs[3] + i;
    const __m256i first = tap_weights(fractions[0]), second = tap_weights(fractions[1]);
    for (int v = 0; v < vectors; v++) {
        halves both =
            add(tap_32(a + 32 * v, b + 32 * v, first), tap_32(c + 32 * v, d + 32 * v, second));
        sums[v] = add(sums[v], scaled(both, scale));
    }
}

static inline void streak_32s(uint8_t *dst, const uint8_t *const *pairs, const uint8_t *fractions,
                              int taps, __m256i scale, int i, int vectors) {
    const __m256i unit = _mm256_set1_epi16(32768 / 64), zero = _mm256_setzero_si256();
    halves sums[2] = {{zero, zero}, {zero, zero}};
    for (int k = 0; k + 1 < taps; k += 2)
        add_taps(sums, pairs + 2 * k, fractions + k, scale, i, vectors);
    for (int v = 0; v < vectors; v++) {
        if (taps & 1) {
            const uint8_t *const *last = pairs + 2 * (taps - 1);
            int at = i + 32 * v;
            sums[v] =
                add(sums[v],
                    scaled(tap_32(last[0] + at, last[1] + at, tap_weights(fractions[taps - 1])),
                           scale));
        }
        halves bytes = scaled(sums[v], unit);
        store(dst + i + 32 * v, _mm256_packus_epi16(bytes.low, bytes.high));
    }
}

static void streak(uint8_t *dst, const uint8_t *const *pairs, const uint8_t *fractions, int taps,
                   int scale, int count) {
    const __m256i s = _mm256_set1_epi16((int16_t)scale);
    int i = 0;
    for (; i <= count - 64; i += 64)
        streak_32s(dst, pairs, fractions, taps, s, i, 2);
    for (; i <= count - 32; i += 32)
        streak_32s(dst, pairs, fractions, taps, s, i, 1);
    prism_streak_span(dst, pairs, fractions, taps, scale, i, count);
}

/// What all vectors of a row are mixed with.
typedef struct mix {
    __m256i rows, flip;
} mix;

/// Half of a vector: bytes of the upper and the lower row in turn, less 128, to words.
static inline __m256i rows_16(__m256i bytes, const mix *m) {
    return _mm256_maddubs_epi16(m->rows, _mm256_xor_si256(bytes, _mm256_set1_epi8(-128)));
}

static inline __m256i columns_16(__m256i left, __m256i right, __m256i weights) {
    __m256i step = _mm256_mulhrs_epi16(_mm256_sub_epi16(right, left), weights);
    return _mm256_mulhrs_epi16(_mm256_add_epi16(left, step), _mm256_set1_epi16(256));
}

/// The four neighbours of 32 samples, upper and lower, left and right.
typedef struct square {
    __m256i upper_left, lower_left, upper_right, lower_right;
} square;

static inline __m256i stretch_32(const uint8_t *own, square s, __m256i weights_low,
                                 __m256i weights_high, const mix *m) {
    __m256i low =
        columns_16(rows_16(_mm256_unpacklo_epi8(s.upper_left, s.lower_left), m),
                   rows_16(_mm256_unpacklo_epi8(s.upper_right, s.lower_right), m), weights_low);
    __m256i high =
        columns_16(rows_16(_mm256_unpackhi_epi8(s.upper_left, s.lower_left), m),
                   rows_16(_mm256_unpackhi_epi8(s.upper_right, s.lower_right), m), weights_high);
    __m256i far = _mm256_xor_si256(_mm256_packs_epi16(low, high), _mm256_set1_epi8(-128));
    // Averaging rounds up; that of the complements rounds down.
    __m256i mean =
        _mm256_avg_epu8(_mm256_xor_si256(load(own), m->flip), _mm256_xor_si256(far, m->flip));
    return _mm256_xor_si256(mean, m->flip);
}

/// Eight four-byte pixels at a time while the neighbours to the right lie in the row.
static int stretch_pixels(uint8_t *dst, const uint8_t *own, const uint8_t *above,
                          const uint8_t *below, const prism_stretch *s, const mix *m) {
    const __m256i pick_low = _mm256_setr_epi8(0, 1, 0, 1, 0, 1, 0, 1, 2, 3, 2, 3, 2, 3, 2, 3, 8, 9,
                                              8, 9, 8, 9, 8, 9, 10, 11, 10, 11, 10, 11, 10, 11);
    const __m256i pick_high = _mm256_add_epi8(pick_low, _mm256_set1_epi8(4));
    int x = 0;
    for (; x <= s->width - 8 && s->left[x] <= s->width - 9; x += 8) {
        int at = s->left[x];
        __m256i index = _mm256_cvtepu16_epi32(_mm_loadu_si128((const __m128i *)(s->left + x)));
        index = _mm256_sub_epi32(index, _mm256_set1_epi32(at));
        const uint8_t *a = above + 4 * at, *b = below + 4 * at;
        square near = {_mm256_permutevar8x32_epi32(load(a), index),
                       _mm256_permutevar8x32_epi32(load(b), index),
                       _mm256_permutevar8x32_epi32(load(a + 4), index),
                       _mm256_permutevar8x32_epi32(load(b + 4), index)};
        __m256i w = _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(s->weights + x)));
        store(dst + 4 * x, stretch_32(own + 4 * x, near, _mm256_shuffle_epi8(w, pick_low),
                                      _mm256_shuffle_epi8(w, pick_high), m));
    }
    return x;
}

/// 32 bytes: 16 from `a` on to the low lane, 16 from `b` on to the high one, picked within the lanes.
static inline __m256i pick(const uint8_t *a, const uint8_t *b, __m256i index) {
    return _mm256_shuffle_epi8(_mm256_loadu2_m128i((const __m128i *)b, (const __m128i *)a), index);
}

static int stretch_bytes(uint8_t *dst, const uint8_t *own, const uint8_t *above,
                         const uint8_t *below, const prism_stretch *s, const mix *m) {
    int x = 0;
    for (; x <= s->width - 32 && s->left[x + 16] <= s->width - 17; x += 32) {
        int p = s->left[x], q = s->left[x + 16];
        __m256i low = _mm256_sub_epi16(load(s->left + x), _mm256_set1_epi16((int16_t)p));
        __m256i high = _mm256_sub_epi16(load(s->left + x + 16), _mm256_set1_epi16((int16_t)q));
        __m256i index = _mm256_permute4x64_epi64(_mm256_packus_epi16(low, high), 0xd8);
        square near = {pick(above + p, above + q, index), pick(below + p, below + q, index),
                       pick(above + p + 1, above + q + 1, index),
                       pick(below + p + 1, below + q + 1, index)};
        __m256i w0 = load(s->weights + x), w1 = load(s->weights + x + 16);
        store(dst + x, stretch_32(own + x, near, _mm256_permute2x128_si256(w0, w1, 0x20),
                                  _mm256_permute2x128_si256(w0, w1, 0x31), m));
    }
    return x;
}

static void stretch(uint8_t *dst, const uint8_t *own, const uint8_t *above, const uint8_t *below,
                    const prism_stretch *s, int step) {
    int f = s->row_weight, done = 0;
    const mix m = {_mm256_set1_epi16((int16_t)(f << 8 | (128 - f))),
                   _mm256_set1_epi8(s->rounding ? 0 : -1)};
    if (step == 4)
        done = stretch_pixels(dst, own, above, below, s, &m);
    else if (step == 1)
        done = stretch_bytes(dst, own, above, below, s, &m);
    prism_stretch_from(dst, own, above, below, s, step, done);
}

void prism_streak_init_avx2(prism_streak_kernels *kernels) {
    kernels->streak = streak;
    kernels->stretch = stretch;
}

PRISM_TARGET_END
#endif
