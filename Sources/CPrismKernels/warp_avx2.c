// SPDX-License-Identifier: MIT
// Sampling and radial maps for AVX2.
#if defined(__x86_64__)
#include "warp.h"

#include <immintrin.h>

PRISM_TARGET_BEGIN(PRISM_AVX2)

static inline __m256i load(const void *p) {
    return _mm256_loadu_si256((const __m256i *)p);
}

static inline void store(void *p, __m256i value) {
    _mm256_storeu_si256((__m256i *)p, value);
}

/// Eight positions along one axis: the first of two neighbours, 1/65536 from it to the second.
typedef struct places {
    __m256i first, fraction;
} places;

static inline places find(const int32_t *position, int size) {
    __m256i inside = _mm256_max_epi32(load(position), _mm256_setzero_si256());
    inside = _mm256_min_epi32(inside, _mm256_set1_epi32((size - 1) << 16));
    __m256i first = _mm256_srli_epi32(inside, 16);
    first = _mm256_min_epi32(first, _mm256_set1_epi32(size - 2));
    return (places){first, _mm256_sub_epi32(inside, _mm256_slli_epi32(first, 16))};
}

/// Per pixel both halves of a word: the column's fraction in 1/32768.
static inline __m256i column_weights(places column) {
    __m256i f = _mm256_srli_epi32(column.fraction, 1);
    f = _mm256_min_epi32(f, _mm256_set1_epi32(32767));
    return _mm256_or_si256(f, _mm256_slli_epi32(f, 16));
}

/// Per pixel twice the pair of bytes 128 - f, f: the row's fraction in 1/128.
static inline __m256i row_weights(places row) {
    __m256i f = _mm256_add_epi32(row.fraction, _mm256_set1_epi32(256));
    f = _mm256_srli_epi32(f, 9);
    __m256i pair =
        _mm256_or_si256(_mm256_slli_epi32(f, 8), _mm256_sub_epi32(_mm256_set1_epi32(128), f));
    return _mm256_or_si256(pair, _mm256_slli_epi32(pair, 16));
}

static inline __m256i offsets(const prism_raster *src, places column, places row) {
    __m256i y = _mm256_mullo_epi32(row.first, _mm256_set1_epi32((int)src->stride));
    return _mm256_add_epi32(y, _mm256_mullo_epi32(column.first, _mm256_set1_epi32(src->step)));
}

/// Mixes rows: bytes less 128, of the upper and the lower row in turn, by weights of up to 128.
static inline __m256i mix_rows(__m256i weights, __m256i bytes) {
    return _mm256_maddubs_epi16(weights, _mm256_xor_si256(bytes, _mm256_set1_epi8(-128)));
}

static inline __m256i mix_columns(__m256i left, __m256i right, __m256i weights) {
    __m256i step = _mm256_mulhrs_epi16(_mm256_sub_epi16(right, left), weights);
    // Times 1/128, rounded.
    return _mm256_mulhrs_epi16(_mm256_add_epi16(left, step), _mm256_set1_epi16(256));
}

static inline __m128i load_two(const uint8_t *data, const int32_t at[2]) {
    __m128i low = _mm_loadl_epi64((const __m128i *)(data + at[0]));
    return _mm_unpacklo_epi64(low, _mm_loadl_epi64((const __m128i *)(data + at[1])));
}

/// Eight bytes from each of four offsets. Single loads: gathering takes twice as long on Zen 4.
static inline __m256i load_four(const uint8_t *data, const int32_t at[4]) {
    return _mm256_set_m128i(load_two(data, at + 2), load_two(data, at));
}

/// Four pixels of four bytes, of which `order` picks the weights: 0 to 3 or 4 to 7.
static inline __m256i sample4_4(const prism_raster *src, const int32_t at[4], __m256i row_weights,
                                __m256i column_weights, int order) {
    __m256i above = load_four(src->data, at), below = load_four(src->data + src->stride, at);
    const __m256i four = _mm256_set1_epi32(order);
    const __m256i even = _mm256_or_si256(_mm256_setr_epi32(0, 0, 0, 0, 2, 2, 2, 2), four);
    const __m256i odd = _mm256_or_si256(_mm256_setr_epi32(1, 1, 1, 1, 3, 3, 3, 3), four);
    const __m256i each = _mm256_or_si256(_mm256_setr_epi32(0, 0, 1, 1, 2, 2, 3, 3), four);
    // Pixels 0 and 2, then 1 and 3: each with its left and its right neighbour.
    __m256i low = mix_rows(_mm256_permutevar8x32_epi32(row_weights, even),
                           _mm256_unpacklo_epi8(above, below));
    __m256i high =
        mix_rows(_mm256_permutevar8x32_epi32(row_weights, odd), _mm256_unpackhi_epi8(above, below));
    return mix_columns(_mm256_unpacklo_epi64(low, high), _mm256_unpackhi_epi64(low, high),
                       _mm256_permutevar8x32_epi32(column_weights, each));
}

static void sample4(uint8_t *dst, const prism_raster *src, const int32_t *x, const int32_t *y,
                    int count) {
    int i = 0, most = prism_plane_is_indexable(src, 2) ? count - 8 : -1;
    for (; i <= most; i += 8) {
        if (i + PRISM_PREFETCH_PIXELS < count)
            prism_prefetch(src, x[i + PRISM_PREFETCH_PIXELS], y[i + PRISM_PREFETCH_PIXELS]);
        places column = find(x + i, src->width), row = find(y + i, src->height);
        int32_t at[8];
        store(at, offsets(src, column, row));
        __m256i fy = row_weights(row), fx = column_weights(column);
        __m256i a = sample4_4(src, at, fy, fx, 0), b = sample4_4(src, at + 4, fy, fx, 4);
        __m256i bytes = _mm256_permute4x64_epi64(_mm256_packs_epi16(a, b), 0xd8);
        store(dst + 4 * i, _mm256_xor_si256(bytes, _mm256_set1_epi8(-128)));
    }
    prism_sample4_c(dst + 4 * i, src, x + i, y + i, count - i);
}

/// Words whose low bytes are the results less 128, to eight bytes.
static inline void store_8(uint8_t *dst, __m256i words) {
    const __m256i low = _mm256_set1_epi32(0xff);
    __m256i bytes = _mm256_and_si256(_mm256_xor_si256(words, _mm256_set1_epi32(0x80)), low);
    bytes = _mm256_packus_epi16(_mm256_packus_epi32(bytes, bytes), bytes);
    bytes = _mm256_permutevar8x32_epi32(bytes, _mm256_setr_epi32(0, 4, 0, 4, 0, 4, 0, 4));
    _mm_storel_epi64((__m128i *)dst, _mm256_castsi256_si128(bytes));
}

static void sample1(uint8_t *dst, const prism_raster *src, const int32_t *x, const int32_t *y,
                    int count) {
    const __m256i order = _mm256_broadcastsi128_si256(
        _mm_setr_epi8(0, 2, 1, 3, 4, 6, 5, 7, 8, 10, 9, 11, 12, 14, 13, 15));
    const int *above = (const int *)(const void *)src->data;
    const int *below = (const int *)(const void *)(src->data + src->stride);
    int i = 0, most = prism_plane_is_indexable(src, 4) ? count - 8 : -1;
    for (; i <= most; i += 8) {
        if (i + PRISM_PREFETCH_PIXELS < count)
            prism_prefetch(src, x[i + PRISM_PREFETCH_PIXELS], y[i + PRISM_PREFETCH_PIXELS]);
        places column = find(x + i, src->width), row = find(y + i, src->height);
        // Four bytes are read for two; near the end of a row those before are.
        places start = column;
        start.first = _mm256_min_epi32(column.first, _mm256_set1_epi32(src->width - 4));
        __m256i skip = _mm256_slli_epi32(_mm256_sub_epi32(column.first, start.first), 3);
        __m256i at = offsets(src, start, row);
        __m256i a = _mm256_srlv_epi32(_mm256_i32gather_epi32(above, at, 1), skip);
        __m256i b = _mm256_srlv_epi32(_mm256_i32gather_epi32(below, at, 1), skip);
        __m256i bytes = _mm256_blend_epi16(a, _mm256_slli_epi32(b, 16), 0xaa);
        __m256i rows = mix_rows(row_weights(row), _mm256_shuffle_epi8(bytes, order));
        store_8(dst + i, mix_columns(rows, _mm256_srli_epi32(rows, 16), column_weights(column)));
    }
    prism_sample1_c(dst + i, src, x + i, y + i, count - i);
}

/// Four chroma pairs: words 0, 1 of each 64 bits are the results less 128.
static inline __m256i sample2_4(__m256i bytes, __m256i row_weights, __m256i column_weights) {
    __m256i rows = mix_rows(row_weights, bytes);
    return mix_columns(rows, _mm256_srli_epi64(rows, 32), column_weights);
}

static void sample2(uint8_t *dst, const prism_raster *src, const int32_t *x, const int32_t *y,
                    int count) {
    const int *above = (const int *)(const void *)src->data;
    const int *below = (const int *)(const void *)(src->data + src->stride);
    int i = 0, most = prism_plane_is_indexable(src, 2) ? count - 8 : -1;
    for (; i <= most; i += 8) {
        if (i + PRISM_PREFETCH_PIXELS < count)
            prism_prefetch(src, x[i + PRISM_PREFETCH_PIXELS], y[i + PRISM_PREFETCH_PIXELS]);
        places column = find(x + i, src->width), row = find(y + i, src->height);
        __m256i at = offsets(src, column, row);
        __m256i fy = row_weights(row), fx = column_weights(column);
        __m256i a = _mm256_i32gather_epi32(above, at, 1), b = _mm256_i32gather_epi32(below, at, 1);
        __m256i low = sample2_4(_mm256_unpacklo_epi8(a, b), _mm256_unpacklo_epi32(fy, fy),
                                _mm256_unpacklo_epi32(fx, fx));
        __m256i high = sample2_4(_mm256_unpackhi_epi8(a, b), _mm256_unpackhi_epi32(fy, fy),
                                 _mm256_unpackhi_epi32(fx, fx));
        // Of each 64 bits the low 32: pixels 0 to 3 in one lane, 4 to 7 in the other.
        __m256i words = _mm256_castps_si256(
            _mm256_shuffle_ps(_mm256_castsi256_ps(low), _mm256_castsi256_ps(high), 0x88));
        __m256i bytes = _mm256_xor_si256(_mm256_packs_epi16(words, words), _mm256_set1_epi8(-128));
        bytes = _mm256_permute4x64_epi64(bytes, 0x08);
        _mm_storeu_si128((__m128i *)(dst + 2 * i), _mm256_castsi256_si128(bytes));
    }
    prism_sample2_c(dst + 2 * i, src, x + i, y + i, count - i);
}

/// The factors of eight squares of offsets: per pixel the real part, then the imaginary one.
static inline __m256i factors_8(const prism_radial *map, __m256i square) {
    __m256i entry = _mm256_srl_epi32(square, _mm_cvtsi32_si128(map->shift));
    entry = _mm256_min_epu32(entry, _mm256_set1_epi32(map->entries - 1));
    __m256i between = _mm256_sll_epi32(square, _mm_cvtsi32_si128(32 - map->shift));
    between = _mm256_srli_epi32(between, 17);
    between = _mm256_or_si256(between, _mm256_slli_epi32(between, 16));
    int32_t at[8];
    store(at, _mm256_slli_epi32(entry, 3));
    const uint8_t *table = (const uint8_t *)map->factors;
    __m256 a = _mm256_castsi256_ps(load_four(table, at));
    __m256 b = _mm256_castsi256_ps(load_four(table, at + 4));
    __m256i here = _mm256_castps_si256(_mm256_shuffle_ps(a, b, 0x88));
    __m256i next = _mm256_castps_si256(_mm256_shuffle_ps(a, b, 0xdd));
    here = _mm256_permute4x64_epi64(here, 0xd8);
    next = _mm256_permute4x64_epi64(next, 0xd8);
    return _mm256_add_epi16(here, _mm256_mulhrs_epi16(next, between));
}

static void radial(int32_t *x, int32_t *y, const prism_radial *map, int first, int row, int count) {
    const __m256i low = _mm256_set1_epi32(0xffff), fine = _mm256_set1_epi32(3 - map->bits);
    const __m256i cx = _mm256_set1_epi32(map->center_x * 8192);
    const __m256i cy = _mm256_set1_epi32(map->center_y * 8192);
    int offset_y = (row << map->bits) - map->center_y;
    const __m256i dy = _mm256_set1_epi32((int)((uint32_t)offset_y << 16));
    __m256i dx = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    dx = _mm256_sll_epi32(dx, _mm_cvtsi32_si128(map->bits));
    dx = _mm256_add_epi32(dx, _mm256_set1_epi32((first << map->bits) - map->center_x));
    const __m256i more = _mm256_set1_epi32(8 << map->bits);
    int i = 0;
    for (; i <= count - 8; i += 8, dx = _mm256_add_epi32(dx, more)) {
        __m256i offset = _mm256_or_si256(_mm256_and_si256(dx, low), dy);
        __m256i factor = factors_8(map, _mm256_madd_epi16(offset, offset));
        // re * dx - im * dy needs the offset with its second half negated; im * dx + re * dy its halves swapped.
        __m256i swapped =
            _mm256_or_si256(_mm256_srli_epi32(offset, 16), _mm256_slli_epi32(offset, 16));
        __m256i turned = _mm256_sign_epi16(offset, _mm256_set1_epi32((int)0xffff0001));
        __m256i px = _mm256_add_epi32(_mm256_madd_epi16(factor, turned), cx);
        __m256i py = _mm256_add_epi32(_mm256_madd_epi16(factor, swapped), cy);
        store(x + i, _mm256_sllv_epi32(px, fine));
        store(y + i, _mm256_sllv_epi32(py, fine));
    }
    prism_radial_c(x + i, y + i, map, first + i, row, count - i);
}

void prism_warp_init_avx2(prism_warp_kernels *kernels) {
    kernels->sample1 = sample1;
    kernels->sample2 = sample2;
    kernels->sample4 = sample4;
    kernels->radial = radial;
}

PRISM_TARGET_END
#endif
