// SPDX-License-Identifier: MIT
// The blurs' inner loops for NEON.
#if defined(__aarch64__)
#include "blur.h"

#include <arm_neon.h>

static inline int16x8_t add_product(int16x8_t sum, int16x8_t x, int16x8_t weight) {
    return vaddq_s16(sum, vqrdmulhq_s16(x, weight));
}

static inline int16x8_t scaled(uint16x8_t pair) {
    return vreinterpretq_s16_u16(vshlq_n_u16(pair, 6));
}

/// Four vectors of eight sums, of the 32 samples from `i` on.
static inline __attribute__((always_inline)) void
columns_32(uint16_t *dst, const uint8_t *const *rows, const int16_t *weights, int radius, int i) {
    uint8x16x2_t centre = vld1q_u8_x2(rows[radius] + i);
    int16x8_t sums[4];
    for (int j = 0; j < 4; j++) {
        uint8x16_t half = centre.val[j / 2];
        uint16x8_t wide = j % 2 ? vshll_high_n_u8(half, 6) : vshll_n_u8(vget_low_u8(half), 6);
        sums[j] = vqrdmulhq_n_s16(vreinterpretq_s16_u16(wide), weights[0]);
    }
    for (int k = 1; k <= radius; k++) {
        const uint8_t *above = rows[radius - k] + i, *below = rows[radius + k] + i;
        uint8x16_t a[2] = {vld1q_u8(above), vld1q_u8(above + 16)};
        uint8x16_t b[2] = {vld1q_u8(below), vld1q_u8(below + 16)};
        for (int j = 0; j < 4; j++) {
            uint8x16_t x = a[j / 2], y = b[j / 2];
            uint16x8_t pair =
                j % 2 ? vaddl_high_u8(x, y) : vaddl_u8(vget_low_u8(x), vget_low_u8(y));
            sums[j] = vaddq_s16(sums[j], vqrdmulhq_n_s16(scaled(pair), weights[k]));
        }
    }
    for (int j = 0; j < 4; j++)
        vst1q_u16(dst + i + 8 * j, vreinterpretq_u16_s16(sums[j]));
}

/// With a constant radius the taps are unrolled, and rows and weights stay in registers.
static inline __attribute__((always_inline)) void all_columns(uint16_t *dst,
                                                              const uint8_t *const *rows,
                                                              const int16_t *weights, int radius,
                                                              int count) {
    const uint8_t *near[2 * PRISM_BLUR_MAX_RADIUS + 1];
    int16_t w[PRISM_BLUR_MAX_RADIUS + 1];
    for (int k = 0; k <= 2 * radius; k++)
        near[k] = rows[k];
    for (int k = 0; k <= radius; k++)
        w[k] = weights[k];
    for (int i = 0; i <= count - 32; i += 32)
        columns_32(dst, near, w, radius, i);
    columns_32(dst, near, w, radius, count - 32);
}

static void columns_neon(uint16_t *dst, const uint8_t *const *rows, const int16_t *weights,
                         int radius, int count) {
    if (count < 32)
        prism_blur_columns_c(dst, rows, weights, radius, count);
    else if (radius == 3)
        all_columns(dst, rows, weights, 3, count);
    else if (radius == 4)
        all_columns(dst, rows, weights, 4, count);
    else if (radius == 6)
        all_columns(dst, rows, weights, 6, count);
    else
        all_columns(dst, rows, weights, radius, count);
}

static inline int16x8_t load(const uint16_t *p) {
    return vreinterpretq_s16_u16(vld1q_u16(p));
}

static inline void store(uint16_t *p, int16x8_t value) {
    vst1q_u16(p, vreinterpretq_u16_s16(value));
}

static inline int16x8_t columns_8(const uint16_t *const *rows, const int16_t *weights, int radius,
                                  int i) {
    int16x8_t sum = vqrdmulhq_n_s16(load(rows[radius] + i), weights[0]);
    for (int k = 1; k <= radius; k++) {
        int16x8_t pair = vaddq_s16(load(rows[radius - k] + i), load(rows[radius + k] + i));
        sum = add_product(sum, pair, vld1q_dup_s16(weights + k));
    }
    return sum;
}

static void columns16_neon(uint16_t *dst, const uint16_t *const *rows, const int16_t *weights,
                           int radius, int count) {
    if (count < 8) {
        prism_blur_columns16_c(dst, rows, weights, radius, count);
        return;
    }
    for (int i = 0; i <= count - 8; i += 8)
        store(dst + i, columns_8(rows, weights, radius, i));
    store(dst + count - 8, columns_8(rows, weights, radius, count - 8));
}

/// The weighted sums of four vectors of eight samples from `src` on.
static inline __attribute__((always_inline)) void
row_sums(int16x8_t sums[4], const uint16_t *src, const int16_t *weights, int radius, int step) {
    for (int j = 0; j < 4; j++)
        sums[j] = vqrdmulhq_n_s16(load(src + 8 * j), weights[0]);
    for (int k = 1; k <= radius; k++) {
        const uint16_t *left = src - k * step, *right = src + k * step;
        for (int j = 0; j < 4; j++) {
            int16x8_t pair = vaddq_s16(load(left + 8 * j), load(right + 8 * j));
            sums[j] = vaddq_s16(sums[j], vqrdmulhq_n_s16(pair, weights[k]));
        }
    }
}

static inline __attribute__((always_inline)) void
row_32(uint8_t *dst, const uint16_t *src, const int16_t *weights, int radius, int step) {
    int16x8_t sums[4];
    row_sums(sums, src, weights, radius, step);
    for (int j = 0; j < 2; j++)
        vst1q_u8(dst + 16 * j,
                 vqrshrun_high_n_s16(vqrshrun_n_s16(sums[2 * j], 6), sums[2 * j + 1], 6));
}

static inline __attribute__((always_inline)) void all_of_row(uint8_t *dst, const uint16_t *src,
                                                             const int16_t *weights, int radius,
                                                             int step, int count) {
    int16_t w[PRISM_BLUR_MAX_RADIUS + 1];
    for (int k = 0; k <= radius; k++)
        w[k] = weights[k];
    for (int i = 0; i <= count - 32; i += 32)
        row_32(dst + i, src + i, w, radius, step);
    row_32(dst + count - 32, src + count - 32, w, radius, step);
}

static void row_neon(uint8_t *dst, const uint16_t *src, const int16_t *weights, int radius,
                     int step, int count) {
    if (count < 32)
        prism_blur_row_c(dst, src, weights, radius, step, count);
    else if (radius == 4 && step == 1)
        all_of_row(dst, src, weights, 4, 1, count);
    else if (radius == 4 && step == 4)
        all_of_row(dst, src, weights, 4, 4, count);
    else if (radius == 6 && step == 1)
        all_of_row(dst, src, weights, 6, 1, count);
    else if (radius == 6 && step == 4)
        all_of_row(dst, src, weights, 6, 4, count);
    else
        all_of_row(dst, src, weights, radius, step, count);
}

static inline void row16_32(uint16_t *dst, const uint16_t *src, const int16_t *weights, int radius,
                            int step) {
    int16x8_t sums[4];
    row_sums(sums, src, weights, radius, step);
    for (int j = 0; j < 4; j++)
        store(dst + 8 * j, sums[j]);
}

static void row16_neon(uint16_t *dst, const uint16_t *src, const int16_t *weights, int radius,
                       int step, int count) {
    if (count < 32) {
        prism_blur_row16_c(dst, src, weights, radius, step, count);
        return;
    }
    for (int i = 0; i <= count - 32; i += 32)
        row16_32(dst + i, src + i, weights, radius, step);
    row16_32(dst + count - 32, src + count - 32, weights, radius, step);
}

static void mix16_neon(uint16_t *dst, const uint16_t *a, const uint16_t *b, int weight, int count) {
    const int16x8_t w = vdupq_n_s16((int16_t)weight);
    int i = 0;
    for (; i <= count - 8; i += 8) {
        int16x8_t left = load(a + i);
        store(dst + i, add_product(left, vsubq_s16(load(b + i), left), w));
    }
    prism_mix16_c(dst + i, a + i, b + i, weight, count - i);
}

void prism_blur_init_neon(prism_blur_kernels *kernels) {
    kernels->columns = columns_neon;
    kernels->columns16 = columns16_neon;
    kernels->row = row_neon;
    kernels->row16 = row16_neon;
    kernels->mix16 = mix16_neon;
    prism_pyramid_init_neon(kernels);
}
#endif
