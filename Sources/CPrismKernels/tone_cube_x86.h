// SPDX-License-Identifier: MIT
// Three-dimensional tables for AVX2: cells and weights by vectors, corners pixel by pixel.
#pragma once

#include "tone.h"
#include "x86_pixels.h"

PRISM_TARGET_BEGIN(PRISM_X86)

/// Pixels that are worked out at once: enough that one phase's latency is hidden, few enough for the first cache.
enum { CUBE_COLUMNS = 256 };

/// Where pixels fall: the cell, the steps to the second and third corner, the weights in pairs.
typedef struct cube_block {
    uint32_t cell[CUBE_COLUMNS], weights01[CUBE_COLUMNS], weights23[CUBE_COLUMNS];
    uint16_t steps[2 * CUBE_COLUMNS];
} cube_block;

/// One axis: which cell, and how far in it.
typedef struct cube_axis {
    vec cell, fraction;
} cube_axis;

static inline cube_axis on_axis(vec bytes, vec last) {
    const vec t = V(mullo_epi16)(bytes, last);
    // t / 255, for t below 65535.
    const vec next = V(add_epi16)(V(add_epi16)(t, word(1)), V(srli_epi16)(t, 8));
    const vec cell = V(srli_epi16)(next, 8);
    const vec rest = V(sub_epi16)(t, V(mullo_epi16)(cell, word(255)));
    return (cube_axis){cell, V(srli_epi16)(V(mullo_epi16)(rest, word(257)), 2)};
}

/// `a` where the mask's words are zero, else `b`.
static inline vec choose(vec a, vec b, vec mask) {
    return VS(or)(VS(andnot)(mask, a), VS(and)(mask, b));
}

static inline vec greater(vec a, vec b) {
#if PRISM_VECTOR_BYTES == 64
    return _mm512_movm_epi16(_mm512_cmpgt_epi16_mask(a, b));
#else
    return _mm256_cmpgt_epi16(a, b);
#endif
}

/// Words that go by pairs to 32 bits, in the order of pixels.
static inline void store_pairs(void *p, vec first, vec second) {
    store(p, V(unpacklo_epi16)(first, second));
    store((uint8_t *)p + BYTES, V(unpackhi_epi16)(first, second));
}

/// The tetrahedron and the weights of its corners.
static inline void find_corners(cube_block *b, int i, const cube_axis a[3], int size) {
    const vec f0 = a[0].fraction, f1 = a[1].fraction, f2 = a[2].fraction;
    const vec strides[3] = {word(1), word(size), word(size * size)};
    const vec high = V(max_epi16)(f0, f1), low = V(min_epi16)(f0, f1);
    const vec most = V(max_epi16)(high, f2), least = V(min_epi16)(low, f2);
    const vec middle = V(max_epi16)(low, V(min_epi16)(high, f2));
    const vec is_1 = greater(f1, f0);
    const vec first = choose(choose(strides[0], strides[1], is_1), strides[2], greater(f2, high));
    const vec last = choose(choose(strides[1], strides[0], is_1), strides[2], greater(low, f2));
    const vec all = word(1 + size + size * size);
    store_pairs(b->steps + 2 * i, first, V(sub_epi16)(all, last));
    store_pairs(b->weights01 + i, V(sub_epi16)(word(16384), most), V(sub_epi16)(most, middle));
    store_pairs(b->weights23 + i, V(sub_epi16)(middle, least), least);
}

/// The bytes at `shift` of two vectors of pixels, as words in the order that unpacking undoes.
static inline vec channel(vec p, vec q, int shift) {
    const vec low = V(set1_epi32)(0xff);
    const __m128i count = _mm_cvtsi32_si128(shift);
    return V(packus_epi32)(VS(and)(V(srl_epi32)(p, count), low),
                           VS(and)(V(srl_epi32)(q, count), low));
}

/// WORDS pixels from `s` on, as the block's from i on.
static inline void find_cells(cube_block *b, int i, const uint8_t *s, int size) {
    const vec p = load(s), q = load(s + BYTES), last = word(size - 1);
    const cube_axis a[3] = {on_axis(channel(p, q, 0), last), on_axis(channel(p, q, 8), last),
                            on_axis(channel(p, q, 16), last)};
    const vec plane = V(add_epi16)(a[0].cell, V(mullo_epi16)(a[1].cell, word(size)));
    const vec strides = word_pair(1, size * size);
    store(b->cell + i, V(madd_epi16)(V(unpacklo_epi16)(plane, a[2].cell), strides));
    store(b->cell + i + DWORDS, V(madd_epi16)(V(unpackhi_epi16)(plane, a[2].cell), strides));
    find_corners(b, i, a, size);
}

static inline __m128i corner(const int16_t *p) {
    return _mm_loadl_epi64((const __m128i *)p);
}

/// The weighted sum of one pixel's corners, in 32 bits.
static inline __m128i corner_sum(const cube_block *b, int i, const int16_t *entries, int all) {
    const int16_t *p = entries + 4 * (ptrdiff_t)b->cell[i];
    const __m128i first = _mm_unpacklo_epi16(corner(p), corner(p + 4 * b->steps[2 * i]));
    const __m128i second =
        _mm_unpacklo_epi16(corner(p + 4 * b->steps[2 * i + 1]), corner(p + 4 * all));
    const __m128i sum = _mm_add_epi32(_mm_madd_epi16(first, _mm_set1_epi32((int)b->weights01[i])),
                                      _mm_madd_epi16(second, _mm_set1_epi32((int)b->weights23[i])));
    return _mm_srai_epi32(_mm_add_epi32(sum, _mm_set1_epi32(1 << 20)), 21);
}

/// Four pixels from i on, with byte 3 of the source.
static inline __m128i four_pixels(const cube_block *b, int i, const prism_cube *cube,
                                  __m128i source) {
    const int all = 1 + cube->size + cube->size * cube->size;
    __m128i sum[4];
    for (int j = 0; j < 4; j++)
        sum[j] = corner_sum(b, i + j, cube->entries, all);
    const __m128i out =
        _mm_packus_epi16(_mm_packs_epi32(sum[0], sum[1]), _mm_packs_epi32(sum[2], sum[3]));
    return _mm_blendv_epi8(out, source, _mm_set1_epi32((int)0xff000000));
}

/// `n` pixels, a multiple of WORDS and at most a block.
static void cube_columns(uint8_t *d, const uint8_t *s, int n, const prism_cube *cube) {
    cube_block block;
    for (int i = 0; i < n; i += WORDS)
        find_cells(&block, i, s + 4 * i, cube->size);
    for (int i = 0; i < n; i += 4) {
        const __m128i source = _mm_loadu_si128((const __m128i *)(s + 4 * i));
        _mm_storeu_si128((__m128i *)(d + 4 * i), four_pixels(&block, i, cube, source));
    }
}

static void cube_xrgb(prism_dst dst, prism_src src, int width, int y0, int y1,
                      const prism_cube *cube) {
    const int whole = width / WORDS * WORDS;
    for (int y = y0; y < y1; y++) {
        uint8_t *d = prism_dst_row(dst, y);
        const uint8_t *s = prism_src_row(src, y);
        for (int x = 0; x < whole; x += CUBE_COLUMNS) {
            const int n = whole - x < CUBE_COLUMNS ? whole - x : CUBE_COLUMNS;
            cube_columns(d + 4 * x, s + 4 * x, n, cube);
        }
        prism_cube_row(d + 4 * whole, s + 4 * whole, width - whole, cube);
    }
}

PRISM_TARGET_END
