// SPDX-License-Identifier: MIT
// One-dimensional tables for AVX2 and AVX-512; see x86_vector.h.
#pragma once

#include "tone.h"
#include "x86_pixels.h"

PRISM_TARGET_BEGIN(PRISM_X86)

#if PRISM_VECTOR_BYTES == 64
/// 256 bytes in four registers: two look-ups of 128 bytes, and the sign bit chooses.
typedef struct table {
    vec part[4];
} table;

static inline table load_table(const uint8_t bytes[256]) {
    return (table){{load(bytes), load(bytes + 64), load(bytes + 128), load(bytes + 192)}};
}

static inline vec look_up(vec x, const table *t) {
    const vec low = _mm512_permutex2var_epi8(t->part[0], x, t->part[1]);
    const vec high = _mm512_permutex2var_epi8(t->part[2], x, t->part[3]);
    return _mm512_mask_blend_epi8(_mm512_movepi8_mask(x), low, high);
}
#else
/// 256 bytes as sixteen tables of 16, in both lanes.
typedef struct table {
    vec part[16];
} table;

static inline table load_table(const uint8_t bytes[256]) {
    table t;
    for (int i = 0; i < 16; i++)
        t.part[i] = every_lane(_mm_loadu_si128((const __m128i *)(bytes + 16 * i)));
    return t;
}

/// All sixteen by the low four bits, then a tree of choices by the high four. A choice looks at a byte's sign bit.
static inline vec look_up(vec x, const table *t) {
    const vec low = _mm256_and_si256(x, _mm256_set1_epi8(15));
    vec choice[4];
    for (int bit = 0; bit < 4; bit++)
        choice[bit] = _mm256_slli_epi16(x, 3 - bit);
    vec found[8];
    for (int i = 0; i < 8; i++)
        found[i] = _mm256_blendv_epi8(_mm256_shuffle_epi8(t->part[2 * i], low),
                                      _mm256_shuffle_epi8(t->part[2 * i + 1], low), choice[0]);
    for (int i = 0; i < 4; i++)
        found[i] = _mm256_blendv_epi8(found[2 * i], found[2 * i + 1], choice[1]);
    for (int i = 0; i < 2; i++)
        found[i] = _mm256_blendv_epi8(found[2 * i], found[2 * i + 1], choice[2]);
    return _mm256_blendv_epi8(found[0], found[1], choice[3]);
}
#endif

static void lut_u8(prism_dst dst, prism_src src, int width, int y0, int y1,
                   const uint8_t bytes[256]) {
    const table t = load_table(bytes);
    for (int y = y0; y < y1; y++) {
        uint8_t *d = prism_dst_row(dst, y);
        const uint8_t *s = prism_src_row(src, y);
        int x = 0;
        for (; x + BYTES <= width; x += BYTES)
            store(d + x, look_up(load(s + x), &t));
        prism_lut_u8_row(d + x, s + x, width - x, bytes);
    }
}

#if PRISM_VECTOR_BYTES == 64
/// All three tables on all bytes; masks choose.
static inline vec look_up_pixels(vec x, const table t[3]) {
    vec out = _mm512_mask_blend_epi8(0x1111111111111111, x, look_up(x, &t[0]));
    out = _mm512_mask_blend_epi8(0x2222222222222222, out, look_up(x, &t[1]));
    return _mm512_mask_blend_epi8(0x4444444444444444, out, look_up(x, &t[2]));
}

static int lut_vectors(uint8_t *d, const uint8_t *s, int width, const table t[3]) {
    int x = 0;
    for (; x + DWORDS <= width; x += DWORDS)
        store(d + 4 * x, look_up_pixels(load(s + 4 * x), t));
    return x;
}
#else
/// By planes, since a look-up costs the same for each byte.
static int lut_vectors(uint8_t *d, const uint8_t *s, int width, const table t[3]) {
    int x = 0;
    for (; x + BYTES <= width; x += BYTES) {
        planes4 p = load_planes4(s + 4 * x);
        for (int i = 0; i < 3; i++)
            p.plane[i] = look_up(p.plane[i], &t[i]);
        store_planes4(d + 4 * x, &p);
    }
    return x;
}
#endif

static void lut_xrgb(prism_dst dst, prism_src src, int width, int y0, int y1,
                     const uint8_t *tables) {
    const table t[3] = {load_table(tables), load_table(tables + 256), load_table(tables + 512)};
    for (int y = y0; y < y1; y++) {
        uint8_t *d = prism_dst_row(dst, y);
        const uint8_t *s = prism_src_row(src, y);
        const int x = lut_vectors(d, s, width, t);
        prism_lut_xrgb_row(d + 4 * x, s + 4 * x, width - x, tables);
    }
}

PRISM_TARGET_END
