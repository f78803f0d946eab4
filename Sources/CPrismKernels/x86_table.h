// SPDX-License-Identifier: MIT
// Tables of 256 bytes in registers, for AVX2 and AVX-512; see x86_vector.h.
#pragma once

#include "x86_vector.h"

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

PRISM_TARGET_END
