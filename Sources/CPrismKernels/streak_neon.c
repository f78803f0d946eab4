// SPDX-License-Identifier: MIT
// Averages along lines for NEON; chroma pairs of zooms take the reference.
#if defined(__aarch64__)
#include "streak.h"

#include <arm_neon.h>

/// 16 samples of a tap in 1/64 of a level, added to those of `sum`.
static inline uint16x8x2_t add_tap(uint16x8x2_t sum, const uint8_t *const *pair, int fraction,
                                   int i) {
    uint8x16_t a = vld1q_u8(pair[0] + i), b = vld1q_u8(pair[1] + i);
    uint8x16_t near = vdupq_n_u8((uint8_t)(64 - fraction)), far = vdupq_n_u8((uint8_t)fraction);
    sum.val[0] = vmlal_u8(sum.val[0], vget_low_u8(a), vget_low_u8(near));
    sum.val[0] = vmlal_u8(sum.val[0], vget_low_u8(b), vget_low_u8(far));
    sum.val[1] = vmlal_high_u8(sum.val[1], a, near);
    sum.val[1] = vmlal_high_u8(sum.val[1], b, far);
    return sum;
}

static inline int16x8_t scaled(uint16x8_t x, int16x8_t scale) {
    return vqrdmulhq_s16(vreinterpretq_s16_u16(x), scale);
}

static inline uint8x16_t streak_16(const uint8_t *const *pairs, const uint8_t *fractions, int taps,
                                   int16x8_t scale, int i) {
    const uint16x8x2_t nothing = {{vdupq_n_u16(0), vdupq_n_u16(0)}};
    int16x8_t low = vdupq_n_s16(0), high = vdupq_n_s16(0);
    for (int k = 0; k < taps; k += 2) {
        uint16x8x2_t sum = add_tap(nothing, pairs + 2 * k, fractions[k], i);
        if (k + 1 < taps)
            sum = add_tap(sum, pairs + 2 * k + 2, fractions[k + 1], i);
        low = vaddq_s16(low, scaled(sum.val[0], scale));
        high = vaddq_s16(high, scaled(sum.val[1], scale));
    }
    return vqrshrun_high_n_s16(vqrshrun_n_s16(low, 6), high, 6);
}

static void streak_neon(uint8_t *dst, const uint8_t *const *pairs, const uint8_t *fractions,
                        int taps, int scale, int count) {
    const int16x8_t s = vdupq_n_s16((int16_t)scale);
    int i = 0;
    for (; i <= count - 16; i += 16)
        vst1q_u8(dst + i, streak_16(pairs, fractions, taps, s, i));
    prism_streak_span(dst, pairs, fractions, taps, scale, i, count);
}

/// Eight samples of both rows, mixed in 1/128 of a level.
static inline int16x8_t rows_8(uint8x8_t above, uint8x8_t below, uint8x8_t upper, uint8x8_t lower) {
    return vreinterpretq_s16_u16(vmlal_u8(vmull_u8(above, upper), below, lower));
}

static inline uint8x8_t columns_8(int16x8_t left, int16x8_t right, int16x8_t weights) {
    int16x8_t step = vqrdmulhq_s16(vsubq_s16(right, left), weights);
    return vqrshrun_n_s16(vaddq_s16(left, step), 7);
}

/// 16 samples from 16 bytes at each corner, picked by `index`.
static inline uint8x16_t stretch_16(const uint8_t *above, const uint8_t *below, int step,
                                    uint8x16_t index, int16x8_t weights_low, int16x8_t weights_high,
                                    int row_weight) {
    uint8x8_t upper = vdup_n_u8((uint8_t)(128 - row_weight)),
              lower = vdup_n_u8((uint8_t)row_weight);
    uint8x16_t a = vqtbl1q_u8(vld1q_u8(above), index), b = vqtbl1q_u8(vld1q_u8(below), index);
    uint8x16_t c = vqtbl1q_u8(vld1q_u8(above + step), index);
    uint8x16_t d = vqtbl1q_u8(vld1q_u8(below + step), index);
    int16x8_t left = rows_8(vget_low_u8(a), vget_low_u8(b), upper, lower);
    int16x8_t right = rows_8(vget_low_u8(c), vget_low_u8(d), upper, lower);
    uint8x8_t low = columns_8(left, right, weights_low);
    left = rows_8(vget_high_u8(a), vget_high_u8(b), upper, lower);
    right = rows_8(vget_high_u8(c), vget_high_u8(d), upper, lower);
    return vcombine_u8(low, columns_8(left, right, weights_high));
}

static inline void store_mean(uint8_t *dst, const uint8_t *own, uint8x16_t far, int rounding) {
    uint8x16_t near = vld1q_u8(own);
    vst1q_u8(dst, rounding ? vrhaddq_u8(near, far) : vhaddq_u8(near, far));
}

static int stretch_pixels(uint8_t *dst, const uint8_t *own, const uint8_t *above,
                          const uint8_t *below, const prism_stretch *s) {
    const uint32x4_t lanes = vdupq_n_u32(0x03020100);
    int x = 0;
    for (; x <= s->width - 4 && s->left[x] <= s->width - 5; x += 4) {
        int at = s->left[x];
        uint16x4_t from = vsub_u16(vld1_u16(s->left + x), vdup_n_u16((uint16_t)at));
        uint32x4_t index = vmlaq_n_u32(lanes, vmovl_u16(from), 0x04040404);
        int16x4_t w = vld1_s16(s->weights + x);
        int16x8_t low = vcombine_s16(vdup_lane_s16(w, 0), vdup_lane_s16(w, 1));
        int16x8_t high = vcombine_s16(vdup_lane_s16(w, 2), vdup_lane_s16(w, 3));
        uint8x16_t far = stretch_16(above + 4 * at, below + 4 * at, 4, vreinterpretq_u8_u32(index),
                                    low, high, s->row_weight);
        store_mean(dst + 4 * x, own + 4 * x, far, s->rounding);
    }
    return x;
}

static int stretch_bytes(uint8_t *dst, const uint8_t *own, const uint8_t *above,
                         const uint8_t *below, const prism_stretch *s) {
    int x = 0;
    for (; x <= s->width - 16 && s->left[x] <= s->width - 17; x += 16) {
        int at = s->left[x];
        uint16x8_t base = vdupq_n_u16((uint16_t)at);
        uint8x8_t low = vmovn_u16(vsubq_u16(vld1q_u16(s->left + x), base));
        uint8x8_t high = vmovn_u16(vsubq_u16(vld1q_u16(s->left + x + 8), base));
        uint8x16_t far =
            stretch_16(above + at, below + at, 1, vcombine_u8(low, high), vld1q_s16(s->weights + x),
                       vld1q_s16(s->weights + x + 8), s->row_weight);
        store_mean(dst + x, own + x, far, s->rounding);
    }
    return x;
}

static void stretch_neon(uint8_t *dst, const uint8_t *own, const uint8_t *above,
                         const uint8_t *below, const prism_stretch *s, int step) {
    int done = 0;
    if (step == 4)
        done = stretch_pixels(dst, own, above, below, s);
    else if (step == 1)
        done = stretch_bytes(dst, own, above, below, s);
    prism_stretch_from(dst, own, above, below, s, step, done);
}

void prism_streak_init_neon(prism_streak_kernels *kernels) {
    kernels->streak = streak_neon;
    kernels->stretch = stretch_neon;
}
#endif
