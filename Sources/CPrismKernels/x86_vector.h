// SPDX-License-Identifier: MIT
// One source for AVX2 and AVX-512: names for the vectors of the width that PRISM_VECTOR_BYTES asks for.
//
// Both widths work on lanes of 16 bytes in the same way, so a kernel is written once and compiled by two files. Each defines
// PRISM_VECTOR_BYTES as 32 or 64 and includes the kernels, which begin with this.
#pragma once

#include "target.h"

#include <immintrin.h>

#if PRISM_VECTOR_BYTES == 64
#define PRISM_X86 PRISM_AVX512
/// _mm512_add_epi16 is V(add_epi16); _mm512_and_si512 is VS(and).
#define V(name) _mm512_##name
#define VS(name) _mm512_##name##_si512
typedef __m512i vec;
typedef __m256i half_vec;
#else
#define PRISM_X86 PRISM_AVX2
#define V(name) _mm256_##name
#define VS(name) _mm256_##name##_si256
typedef __m256i vec;
typedef __m128i half_vec;
#endif

/// Elements in a vector.
enum { BYTES = PRISM_VECTOR_BYTES, WORDS = BYTES / 2, DWORDS = BYTES / 4 };

PRISM_TARGET_BEGIN(PRISM_X86)

static inline vec load(const void *p) {
    return VS(loadu)((const vec *)p);
}
static inline void store(void *p, vec x) {
    VS(storeu)((vec *)p, x);
}

static inline half_vec load_half(const void *p) {
#if PRISM_VECTOR_BYTES == 64
    return _mm256_loadu_si256((const __m256i *)p);
#else
    return _mm_loadu_si128((const __m128i *)p);
#endif
}

/// The same 16 bytes in each lane.
static inline vec every_lane(__m128i lane) {
#if PRISM_VECTOR_BYTES == 64
    return _mm512_broadcast_i32x4(lane);
#else
    return _mm256_broadcastsi128_si256(lane);
#endif
}

static inline vec word(int value) {
    return V(set1_epi16)((int16_t)value);
}

/// Words in pairs, the first one lower.
static inline vec word_pair(int low, int high) {
    return V(set1_epi32)((int)((uint32_t)(uint16_t)high << 16 | (uint16_t)low));
}

/// A value that the compiler must not see through: of a known shuffle it makes two, and of a mask and a shift two shifts,
/// all for the same two ports.
static inline vec unknown(vec x) {
    __asm__("" : "+v"(x));
    return x;
}

/// An order of bytes within lanes, for shuffle_epi8.
static inline vec byte_order(__m128i order) {
    return unknown(every_lane(order));
}

/// sum + round(x * c / 2^15), word by word.
static inline vec add_product(vec sum, vec x, vec c) {
    return V(add_epi16)(sum, V(mulhrs_epi16)(x, c));
}

/// Multiplying by 2^(15 - shift) is the rounding shift right.
static inline vec shift_unit(int shift) {
    return word(1 << (15 - shift));
}

/// 2^7 times the bytes, in words: those of the lower and of the upper half of each lane.
static inline vec low_words(vec bytes) {
    return V(srli_epi16)(V(unpacklo_epi8)(VS(setzero)(), bytes), 1);
}
static inline vec high_words(vec bytes) {
    return V(srli_epi16)(V(unpackhi_epi8)(VS(setzero)(), bytes), 1);
}

PRISM_TARGET_END
