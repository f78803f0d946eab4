// SPDX-License-Identifier: MIT
// Reducing and enlarging for AVX2: luma and four-byte pixels; chroma takes the reference.
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

/// Sums of vertical pairs of bytes, times `gain`; halves as byte unpacking makes them.
static inline __m256i pair_low(const uint8_t *a, const uint8_t *b, __m256i gain) {
    return _mm256_maddubs_epi16(_mm256_unpacklo_epi8(load(a), load(b)), gain);
}

static inline __m256i pair_high(const uint8_t *a, const uint8_t *b, __m256i gain) {
    return _mm256_maddubs_epi16(_mm256_unpackhi_epi8(load(a), load(b)), gain);
}

/// Eight four-byte pixels of four rows: pixel sums 0+2, 1+3 in one lane, 4+6, 5+7 in the other.
static inline __m256i reduce4_8_pixels(const uint8_t *const rows[4], int i, __m256i gain) {
    __m256i low = _mm256_add_epi16(pair_low(rows[0] + i, rows[1] + i, gain),
                                   pair_low(rows[2] + i, rows[3] + i, gain));
    __m256i high = _mm256_add_epi16(pair_high(rows[0] + i, rows[1] + i, gain),
                                    pair_high(rows[2] + i, rows[3] + i, gain));
    return _mm256_add_epi16(low, high);
}

static int reduce4_pixels(uint16_t *dst, const uint8_t *const rows[4], int blocks) {
    const __m256i gain = _mm256_set1_epi8(4);
    int block = 0;
    for (; block <= blocks - 4; block += 4) {
        __m256i a = reduce4_8_pixels(rows, 16 * block, gain);
        __m256i b = reduce4_8_pixels(rows, 16 * block + 32, gain);
        __m256i sum = _mm256_add_epi16(_mm256_unpacklo_epi64(a, b), _mm256_unpackhi_epi64(a, b));
        store(dst + 4 * block, _mm256_permute4x64_epi64(sum, 0xd8));
    }
    return block;
}

/// 32 bytes of four rows to eight sums of 4x4, as 32-bit integers.
static inline __m256i reduce4_32_bytes(const uint8_t *const rows[4], int i) {
    const __m256i ones = _mm256_set1_epi8(1), gain = _mm256_set1_epi16(4);
    __m256i sum = _mm256_maddubs_epi16(load(rows[0] + i), ones);
    for (int k = 1; k < 4; k++)
        sum = _mm256_add_epi16(sum, _mm256_maddubs_epi16(load(rows[k] + i), ones));
    return _mm256_madd_epi16(sum, gain);
}

static int reduce4_bytes(uint16_t *dst, const uint8_t *const rows[4], int blocks) {
    int block = 0;
    for (; block <= blocks - 16; block += 16) {
        __m256i a = reduce4_32_bytes(rows, 4 * block), b = reduce4_32_bytes(rows, 4 * block + 32);
        store(dst + block, _mm256_permute4x64_epi64(_mm256_packus_epi32(a, b), 0xd8));
    }
    return block;
}

static void reduce4(uint16_t *dst, const uint8_t *const rows[4], int step, int blocks) {
    int done = step == 4   ? reduce4_pixels(dst, rows, blocks)
               : step == 1 ? reduce4_bytes(dst, rows, blocks)
                           : 0;
    const uint8_t *rest[4];
    for (int k = 0; k < 4; k++)
        rest[k] = rows[k] + 4 * done * step;
    prism_reduce4_c(dst + done * step, rest, step, blocks - done);
}

static int reduce2_pixels(uint16_t *dst, const uint8_t *const rows[2], int blocks) {
    const __m256i gain = _mm256_set1_epi8(16);
    int block = 0;
    for (; block <= blocks - 4; block += 4) {
        int i = 8 * block;
        // Low holds pixels 0, 1 and 4, 5; high 2, 3 and 6, 7: their sums come out in order.
        __m256i low = pair_low(rows[0] + i, rows[1] + i, gain);
        __m256i high = pair_high(rows[0] + i, rows[1] + i, gain);
        store(dst + 4 * block,
              _mm256_add_epi16(_mm256_unpacklo_epi64(low, high), _mm256_unpackhi_epi64(low, high)));
    }
    return block;
}

static int reduce2_bytes(uint16_t *dst, const uint8_t *const rows[2], int blocks) {
    const __m256i gain = _mm256_set1_epi8(16);
    int block = 0;
    for (; block <= blocks - 16; block += 16) {
        __m256i above = _mm256_maddubs_epi16(load(rows[0] + 2 * block), gain);
        __m256i below = _mm256_maddubs_epi16(load(rows[1] + 2 * block), gain);
        store(dst + block, _mm256_add_epi16(above, below));
    }
    return block;
}

static void reduce2(uint16_t *dst, const uint8_t *const rows[2], int step, int blocks) {
    int done = step == 4   ? reduce2_pixels(dst, rows, blocks)
               : step == 1 ? reduce2_bytes(dst, rows, blocks)
                           : 0;
    const uint8_t *rest[2] = {rows[0] + 2 * done * step, rows[1] + 2 * done * step};
    prism_reduce2_c(dst + done * step, rest, step, blocks - done);
}

/// 32 bytes from the samples left of each and the differences to the right, by their weights.
static inline __m256i expand_32(__m256i left0, __m256i right0, __m256i weight0, __m256i left1,
                                __m256i right1, __m256i weight1) {
    const __m256i unit = _mm256_set1_epi16(32768 / PRISM_BLUR_ONE);
    __m256i step0 = _mm256_mulhrs_epi16(_mm256_sub_epi16(right0, left0), weight0);
    __m256i step1 = _mm256_mulhrs_epi16(_mm256_sub_epi16(right1, left1), weight1);
    return _mm256_packus_epi16(_mm256_mulhrs_epi16(_mm256_add_epi16(left0, step0), unit),
                               _mm256_mulhrs_epi16(_mm256_add_epi16(left1, step1), unit));
}

/// Weights of four pixels in the lanes' order that packing undoes: 0, 1 and `second`, `second` + 1.
static __m256i pixel_weights(int shift, int first, int second) {
    int unit = 1 << (14 - shift);
    int16_t w[4];
    for (int i = 0; i < 4; i++)
        w[i] = (int16_t)((2 * ((i < 2 ? first : second) + (i & 1)) + 1) * unit);
    return _mm256_setr_epi16(w[0], w[0], w[0], w[0], w[1], w[1], w[1], w[1], w[2], w[2], w[2], w[2],
                             w[3], w[3], w[3], w[3]);
}

/// A pixel of four samples to each lane's halves.
static inline __m256i pixel(const uint16_t *p) {
    return _mm256_broadcastq_epi64(_mm_loadl_epi64((const __m128i *)p));
}

/// Two pixels, the first to the low lane and the second to the high one.
static inline __m256i two_pixels(const uint16_t *p) {
    __m128i pair = _mm_loadu_si128((const __m128i *)p);
    return _mm256_permute4x64_epi64(_mm256_castsi128_si256(pair), 0x50);
}

/// Enlarging by 2: each 8 pixels take the left half of one pair and the right half of the next.
static int expand2_pixels(uint8_t *dst, const uint16_t *src, int from, int width) {
    const __m256i weight = pixel_weights(1, 0, 0);
    int x = from;
    for (; x <= width - 8; x += 8) {
        // Pixels x, x+1 and x+4, x+5 in one vector; x+2, x+3 and x+6, x+7 in the other.
        const uint16_t *p = src + (x - 1) / 2 * 4;
        __m256i a = load(p), b = load(p + 4);
        __m256i left0 = _mm256_permute4x64_epi64(a, 0xa0),
                left1 = _mm256_permute4x64_epi64(a, 0xf5);
        __m256i right0 = _mm256_permute4x64_epi64(b, 0xa0);
        __m256i right1 = _mm256_permute4x64_epi64(b, 0xf5);
        store(dst + 4 * x, expand_32(left0, right0, weight, left1, right1, weight));
    }
    return x;
}

static int expand4_pixels(uint8_t *dst, const uint16_t *src, int from, int width) {
    const __m256i weight0 = pixel_weights(2, 0, 0), weight1 = pixel_weights(2, 2, 2);
    int x = from;
    for (; x <= width - 8; x += 8) {
        const uint16_t *p = src + (x - 2);
        __m256i left = two_pixels(p), right = two_pixels(p + 4);
        store(dst + 4 * x, expand_32(left, right, weight0, left, right, weight1));
    }
    return x;
}

static int expand8_pixels(uint8_t *dst, const uint16_t *src, int shift, int from, int width) {
    int size = 1 << shift, x = from;
    const __m256i more = _mm256_set1_epi16((int16_t)(16 << (14 - shift)));
    for (; x <= width - size; x += size) {
        const uint16_t *p = src + ((x - size / 2) >> shift) * 4;
        __m256i left = pixel(p), right = pixel(p + 4);
        __m256i weight0 = pixel_weights(shift, 0, 4), weight1 = pixel_weights(shift, 2, 6);
        for (int k = 0; k < size; k += 8) {
            store(dst + 4 * (x + k), expand_32(left, right, weight0, left, right, weight1));
            weight0 = _mm256_add_epi16(weight0, more);
            weight1 = _mm256_add_epi16(weight1, more);
        }
    }
    return x;
}

static int expand_pixels(uint8_t *dst, const uint16_t *src, int shift, int from, int width) {
    if (shift == 1)
        return expand2_pixels(dst, src, from, width);
    if (shift == 2)
        return expand4_pixels(dst, src, from, width);
    return expand8_pixels(dst, src, shift, from, width);
}

/// The weights of 16 bytes from `first` on, in a period of `1 << shift`.
static __m256i byte_weights(int shift, int first) {
    int16_t weights[16];
    for (int i = 0; i < 16; i++)
        weights[i] = (int16_t)((2 * ((first + i) & ((1 << shift) - 1)) + 1) << (14 - shift));
    return load(weights);
}

/// Which bytes of the eight samples at a lane's own offset each of 16 outputs takes.
static __m256i byte_choice(int shift, int first) {
    int8_t choice[32];
    for (int i = 0; i < 16; i++) {
        int sample = ((first + i) >> shift) - ((first + (i & 8)) >> shift);
        choice[2 * i] = (int8_t)(2 * sample);
        choice[2 * i + 1] = (int8_t)(2 * sample + 1);
    }
    return load(choice);
}

/// 16 bytes' samples: those from `low` on for the low lane, from `high` on for the high one.
static inline __m256i choose(const uint16_t *low, const uint16_t *high, __m256i choice) {
    return _mm256_shuffle_epi8(_mm256_loadu2_m128i((const __m128i *)high, (const __m128i *)low),
                               choice);
}

/// Enlarges luma by up to 8, 32 bytes at a time; reads up to seven samples beyond those it uses.
static int expand_bytes(uint8_t *dst, const uint16_t *src, int shift, int from, int width) {
    const __m256i weight = byte_weights(shift, 0), choice = byte_choice(shift, 0);
    int x = from, eight = 8 >> shift;
    // The last vectors are left to the reference, so that no read passes the padded row.
    for (; x <= width - 32 - (8 << shift); x += 32) {
        const uint16_t *p = src + ((x - (1 << shift >> 1)) >> shift);
        // Packing takes the low lanes of both first: bytes 0..7 and 16..23, then 8..15 and 24..31.
        const uint16_t *a = p, *b = p + eight, *c = p + 2 * eight, *d = p + 3 * eight;
        __m256i left0 = choose(a, c, choice), left1 = choose(b, d, choice);
        __m256i right0 = choose(a + 1, c + 1, choice), right1 = choose(b + 1, d + 1, choice);
        store(dst + x, expand_32(left0, right0, weight, left1, right1, weight));
    }
    return x;
}

/// Enlarges luma by 16 and more: 16 bytes at a time lie between the same two samples.
static int expand16_bytes(uint8_t *dst, const uint16_t *src, int shift, int from, int width) {
    const __m256i first_weights = byte_weights(shift, 0);
    const __m256i more = _mm256_set1_epi16((int16_t)(32 << (14 - shift)));
    int size = 1 << shift, x = from;
    for (; x <= width - size; x += size) {
        const uint16_t *p = src + ((x - size / 2) >> shift);
        __m256i left = _mm256_set1_epi16((int16_t)p[0]), right = _mm256_set1_epi16((int16_t)p[1]);
        __m256i weight = first_weights;
        for (int k = 0; k < size; k += 16) {
            __m256i bytes = expand_32(left, right, weight, left, right, weight);
            bytes = _mm256_permute4x64_epi64(bytes, 0xd8);
            _mm_storeu_si128((__m128i *)(dst + x + k), _mm256_castsi256_si128(bytes));
            weight = _mm256_add_epi16(weight, more);
        }
    }
    return x;
}

static void expand(uint8_t *dst, const uint16_t *src, int shift, int step, int width) {
    int first = 1 << shift >> 1, done;
    first = first < width ? first : width;
    prism_expand_span(dst, src, shift, step, 0, first);
    if (step == 4)
        done = expand_pixels(dst, src, shift, first, width);
    else if (step == 1 && shift <= 3)
        done = expand_bytes(dst, src, shift, first, width);
    else if (step == 1)
        done = expand16_bytes(dst, src, shift, first, width);
    else
        done = first;
    prism_expand_span(dst, src, shift, step, done, width);
}

void prism_pyramid_init_avx2(prism_blur_kernels *kernels) {
    kernels->reduce4 = reduce4;
    kernels->reduce2 = reduce2;
    kernels->expand = expand;
}

PRISM_TARGET_END
#endif
