// SPDX-License-Identifier: MIT
// Sixteen 16-bit lanes by AVX2 or NEON, under one set of names, so that the night kernels are written once for both.
#pragma once

#include "night.h"

#if defined(__x86_64__)
#include <immintrin.h>

typedef __m256i i16x16;

static inline i16x16 v_load(const void *at) {
    return _mm256_loadu_si256(at);
}
static inline void v_store(void *at, i16x16 v) {
    _mm256_storeu_si256(at, v);
}
static inline i16x16 v_all(int value) {
    return _mm256_set1_epi16((int16_t)value);
}
static inline i16x16 v_lanes(void) {
    return _mm256_setr_epi16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
}
static inline i16x16 v_add(i16x16 a, i16x16 b) {
    return _mm256_add_epi16(a, b);
}
static inline i16x16 v_sub(i16x16 a, i16x16 b) {
    return _mm256_sub_epi16(a, b);
}
static inline i16x16 v_adds(i16x16 a, i16x16 b) {
    return _mm256_adds_epi16(a, b);
}
static inline i16x16 v_subs(i16x16 a, i16x16 b) {
    return _mm256_subs_epi16(a, b);
}
static inline i16x16 v_subs_unsigned(i16x16 a, i16x16 b) {
    return _mm256_subs_epu16(a, b);
}
static inline i16x16 v_mul(i16x16 a, i16x16 b) {
    return _mm256_mullo_epi16(a, b);
}
static inline i16x16 v_mul_high_unsigned(i16x16 a, i16x16 b) {
    return _mm256_mulhi_epu16(a, b);
}
static inline i16x16 v_mulhrs(i16x16 a, i16x16 b) {
    return _mm256_mulhrs_epi16(a, b);
}
static inline i16x16 v_min(i16x16 a, i16x16 b) {
    return _mm256_min_epi16(a, b);
}
static inline i16x16 v_max(i16x16 a, i16x16 b) {
    return _mm256_max_epi16(a, b);
}
static inline i16x16 v_min_unsigned(i16x16 a, i16x16 b) {
    return _mm256_min_epu16(a, b);
}
static inline i16x16 v_abs(i16x16 a) {
    return _mm256_abs_epi16(a);
}
static inline i16x16 v_greater(i16x16 a, i16x16 b) {
    return _mm256_cmpgt_epi16(a, b);
}
static inline i16x16 v_choose(i16x16 mask, i16x16 yes, i16x16 no) {
    return _mm256_blendv_epi8(no, yes, mask);
}
static inline i16x16 v_xor(i16x16 a, i16x16 b) {
    return _mm256_xor_si256(a, b);
}
#define v_shift_left(a, bits) _mm256_slli_epi16(a, bits)
#define v_shift_right(a, bits) _mm256_srai_epi16(a, bits)
#define v_shift_right_unsigned(a, bits) _mm256_srli_epi16(a, bits)
static inline i16x16 v_shift_by(i16x16 a, int bits) {
    return bits >= 0 ? _mm256_sll_epi16(a, _mm_cvtsi32_si128(bits))
                     : _mm256_srl_epi16(a, _mm_cvtsi32_si128(-bits));
}
static inline i16x16 v_widen(const uint8_t *at) {
    return _mm256_cvtepu8_epi16(_mm_loadu_si128((const __m128i *)at));
}
static inline i16x16 v_widen_signed(const int8_t *at) {
    return _mm256_cvtepi8_epi16(_mm_loadu_si128((const __m128i *)at));
}
/// Narrows lanes of -128 ... 127.
static inline void v_store_signed(int8_t *at, i16x16 v) {
    __m256i packed = _mm256_permute4x64_epi64(_mm256_packs_epi16(v, v), 0x88);
    _mm_storeu_si128((__m128i *)at, _mm256_castsi256_si128(packed));
}
/// Narrows lanes of 0 ... 255.
static inline void v_store_bytes(uint8_t *at, i16x16 v) {
    __m256i packed = _mm256_permute4x64_epi64(_mm256_packus_epi16(v, v), 0x88);
    _mm_storeu_si128((__m128i *)at, _mm256_castsi256_si128(packed));
}
/// One bit per lane of a mask.
static inline unsigned v_bits(i16x16 mask) {
    __m256i packed = _mm256_permute4x64_epi64(_mm256_packs_epi16(mask, mask), 0x88);
    return (unsigned)_mm_movemask_epi8(_mm256_castsi256_si128(packed));
}
/// Evens and odds of 32 samples.
static inline void v_load_pairs(const int16_t *at, i16x16 *even, i16x16 *odd) {
    const __m256i split = _mm256_setr_epi8(0, 1, 4, 5, 8, 9, 12, 13, 2, 3, 6, 7, 10, 11, 14, 15, 0,
                                           1, 4, 5, 8, 9, 12, 13, 2, 3, 6, 7, 10, 11, 14, 15);
    __m256i a = _mm256_permute4x64_epi64(_mm256_shuffle_epi8(v_load(at), split), 0xd8);
    __m256i b = _mm256_permute4x64_epi64(_mm256_shuffle_epi8(v_load(at + 16), split), 0xd8);
    *even = _mm256_permute2x128_si256(a, b, 0x20);
    *odd = _mm256_permute2x128_si256(a, b, 0x31);
}

typedef __m256i i32sum;
static inline i32sum v_zero_sum(void) {
    return _mm256_setzero_si256();
}
static inline i32sum v_add_products(i32sum sum, i16x16 a, i16x16 b) {
    return _mm256_add_epi32(sum, _mm256_madd_epi16(a, b));
}
static inline int32_t v_total(i32sum sum) {
    __m128i half = _mm_add_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256(sum, 1));
    half = _mm_add_epi32(half, _mm_shuffle_epi32(half, 0x4e));
    return _mm_cvtsi128_si32(_mm_add_epi32(half, _mm_shuffle_epi32(half, 0xb1)));
}
/// Sixteen sums plus values times weights of eight quads.
static inline void v_add_weighted(int32_t *sums, const int16_t *values, const uint8_t *weights) {
    __m128i bytes = _mm_loadl_epi64((const __m128i *)weights);
    bytes = _mm_unpacklo_epi8(bytes, bytes);
    for (int i = 0; i < 2; i++) {
        __m256i w = _mm256_cvtepu8_epi32(bytes);
        __m256i x = _mm256_cvtepi16_epi32(_mm_loadu_si128((const __m128i *)values + i));
        __m256i sum = _mm256_add_epi32(v_load(sums + 8 * i), _mm256_madd_epi16(x, w));
        v_store(sums + 8 * i, sum);
        bytes = _mm_srli_si128(bytes, 8);
    }
}

#else
#include <arm_neon.h>

typedef int16x8x2_t i16x16;

#define V_EACH(expression0, expression1) ((i16x16){{(expression0), (expression1)}})
#define V_U(a, i) vreinterpretq_u16_s16((a).val[i])
#define V_S(a) vreinterpretq_s16_u16(a)

static inline i16x16 v_load(const void *at) {
    const int16_t *from = at;
    return V_EACH(vld1q_s16(from), vld1q_s16(from + 8));
}
static inline void v_store(void *at, i16x16 v) {
    int16_t *to = at;
    vst1q_s16(to, v.val[0]), vst1q_s16(to + 8, v.val[1]);
}
static inline i16x16 v_all(int value) {
    int16x8_t v = vdupq_n_s16((int16_t)value);
    return V_EACH(v, v);
}
static inline i16x16 v_lanes(void) {
    static const int16_t lanes[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    return v_load(lanes);
}
#define V_BINARY(name, instruction)                                                                \
    static inline i16x16 name(i16x16 a, i16x16 b) {                                                \
        return V_EACH(instruction(a.val[0], b.val[0]), instruction(a.val[1], b.val[1]));           \
    }
#define V_BINARY_UNSIGNED(name, instruction)                                                       \
    static inline i16x16 name(i16x16 a, i16x16 b) {                                                \
        return V_EACH(V_S(instruction(V_U(a, 0), V_U(b, 0))),                                      \
                      V_S(instruction(V_U(a, 1), V_U(b, 1))));                                     \
    }
static inline uint16x8_t v_greater_half(int16x8_t a, int16x8_t b) {
    return vcgtq_s16(a, b);
}
static inline uint16x8_t v_mul_high_half(uint16x8_t a, uint16x8_t b) {
    uint32x4_t low = vmull_u16(vget_low_u16(a), vget_low_u16(b)), high = vmull_high_u16(a, b);
    return vuzp2q_u16(vreinterpretq_u16_u32(low), vreinterpretq_u16_u32(high));
}
V_BINARY(v_add, vaddq_s16)
V_BINARY(v_sub, vsubq_s16)
V_BINARY(v_adds, vqaddq_s16)
V_BINARY(v_subs, vqsubq_s16)
V_BINARY(v_mul, vmulq_s16)
V_BINARY(v_mulhrs, vqrdmulhq_s16)
V_BINARY(v_min, vminq_s16)
V_BINARY(v_max, vmaxq_s16)
V_BINARY(v_xor, veorq_s16)
V_BINARY_UNSIGNED(v_subs_unsigned, vqsubq_u16)
V_BINARY_UNSIGNED(v_mul_high_unsigned, v_mul_high_half)
V_BINARY_UNSIGNED(v_min_unsigned, vminq_u16)
static inline i16x16 v_abs(i16x16 a) {
    return V_EACH(vabsq_s16(a.val[0]), vabsq_s16(a.val[1]));
}
static inline i16x16 v_greater(i16x16 a, i16x16 b) {
    return V_EACH(V_S(v_greater_half(a.val[0], b.val[0])), V_S(v_greater_half(a.val[1], b.val[1])));
}
static inline i16x16 v_choose(i16x16 mask, i16x16 yes, i16x16 no) {
    return V_EACH(vbslq_s16(V_U(mask, 0), yes.val[0], no.val[0]),
                  vbslq_s16(V_U(mask, 1), yes.val[1], no.val[1]));
}
#define v_shift_left(a, bits) V_EACH(vshlq_n_s16((a).val[0], bits), vshlq_n_s16((a).val[1], bits))
#define v_shift_right(a, bits) V_EACH(vshrq_n_s16((a).val[0], bits), vshrq_n_s16((a).val[1], bits))
#define v_shift_right_unsigned(a, bits)                                                            \
    V_EACH(V_S(vshrq_n_u16(V_U(a, 0), bits)), V_S(vshrq_n_u16(V_U(a, 1), bits)))
static inline i16x16 v_shift_by(i16x16 a, int bits) {
    int16x8_t count = vdupq_n_s16((int16_t)bits);
    return V_EACH(V_S(vshlq_u16(V_U(a, 0), count)), V_S(vshlq_u16(V_U(a, 1), count)));
}
static inline i16x16 v_widen(const uint8_t *at) {
    uint8x16_t bytes = vld1q_u8(at);
    return V_EACH(V_S(vmovl_u8(vget_low_u8(bytes))), V_S(vmovl_high_u8(bytes)));
}
static inline i16x16 v_widen_signed(const int8_t *at) {
    int8x16_t bytes = vld1q_s8(at);
    return V_EACH(vmovl_s8(vget_low_s8(bytes)), vmovl_high_s8(bytes));
}
static inline void v_store_signed(int8_t *at, i16x16 v) {
    vst1q_s8(at, vqmovn_high_s16(vqmovn_s16(v.val[0]), v.val[1]));
}
static inline void v_store_bytes(uint8_t *at, i16x16 v) {
    vst1q_u8(at, vqmovun_high_s16(vqmovun_s16(v.val[0]), v.val[1]));
}
static inline unsigned v_bits(i16x16 mask) {
    static const uint16_t weights[8] = {1, 2, 4, 8, 16, 32, 64, 128};
    uint16x8_t weight = vld1q_u16(weights);
    return (unsigned)vaddvq_u16(vandq_u16(V_U(mask, 0), weight)) |
           (unsigned)vaddvq_u16(vandq_u16(V_U(mask, 1), weight)) << 8;
}
static inline void v_load_pairs(const int16_t *at, i16x16 *even, i16x16 *odd) {
    int16x8x2_t a = vld2q_s16(at), b = vld2q_s16(at + 16);
    *even = V_EACH(a.val[0], b.val[0]), *odd = V_EACH(a.val[1], b.val[1]);
}

typedef int32x4x2_t i32sum;
static inline i32sum v_zero_sum(void) {
    return (i32sum){{vdupq_n_s32(0), vdupq_n_s32(0)}};
}
static inline i32sum v_add_products(i32sum sum, i16x16 a, i16x16 b) {
    for (int i = 0; i < 2; i++) {
        sum.val[0] = vmlal_s16(sum.val[0], vget_low_s16(a.val[i]), vget_low_s16(b.val[i]));
        sum.val[1] = vmlal_high_s16(sum.val[1], a.val[i], b.val[i]);
    }
    return sum;
}
static inline int32_t v_total(i32sum sum) {
    return vaddvq_s32(vaddq_s32(sum.val[0], sum.val[1]));
}
static inline void v_add_weighted(int32_t *sums, const int16_t *values, const uint8_t *weights) {
    uint8x8_t bytes = vld1_u8(weights);
    int16x8_t w[2] = {V_S(vmovl_u8(vzip1_u8(bytes, bytes))), V_S(vmovl_u8(vzip2_u8(bytes, bytes)))};
    for (int i = 0; i < 2; i++, sums += 8) {
        int16x8_t x = vld1q_s16(values + 8 * i);
        vst1q_s32(sums, vmlal_s16(vld1q_s32(sums), vget_low_s16(x), vget_low_s16(w[i])));
        vst1q_s32(sums + 4, vmlal_high_s16(vld1q_s32(sums + 4), x, w[i]));
    }
}
#endif
