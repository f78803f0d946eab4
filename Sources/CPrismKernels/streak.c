// SPDX-License-Identifier: MIT
// Averages along lines in plain C: the definition that every other path equals bit for bit.
#include "streak.h"

static inline int tap(const uint8_t *const *pairs, const uint8_t *fractions, int k, int i) {
    return (64 - fractions[k]) * pairs[2 * k][i] + fractions[k] * pairs[2 * k + 1][i];
}

void prism_streak_span(uint8_t *dst, const uint8_t *const *pairs, const uint8_t *fractions,
                       int taps, int scale, int begin, int end) {
    for (int i = begin; i < end; i++) {
        int sum = 0;
        for (int k = 0; k + 1 < taps; k += 2)
            sum +=
                prism_mulhrs(tap(pairs, fractions, k, i) + tap(pairs, fractions, k + 1, i), scale);
        if (taps & 1)
            sum += prism_mulhrs(tap(pairs, fractions, taps - 1, i), scale);
        dst[i] = prism_clamp_u8((sum + 32) >> 6);
    }
}

void prism_streak_c(uint8_t *dst, const uint8_t *const *pairs, const uint8_t *fractions, int taps,
                    int scale, int count) {
    prism_streak_span(dst, pairs, fractions, taps, scale, 0, count);
}

void prism_stretch_from(uint8_t *dst, const uint8_t *own, const uint8_t *above,
                        const uint8_t *below, const prism_stretch *stretch, int step, int begin) {
    int upper = 128 - stretch->row_weight, lower = stretch->row_weight;
    for (int x = begin; x < stretch->width; x++) {
        int at = stretch->left[x] * step;
        for (int c = 0; c < step; c++, at++) {
            int left = above[at] * upper + below[at] * lower;
            int right = above[at + step] * upper + below[at + step] * lower;
            int far = (left + prism_mulhrs(right - left, stretch->weights[x]) + 64) >> 7;
            dst[x * step + c] = (uint8_t)((own[x * step + c] + far + stretch->rounding) >> 1);
        }
    }
}

void prism_stretch_c(uint8_t *dst, const uint8_t *own, const uint8_t *above, const uint8_t *below,
                     const prism_stretch *stretch, int step) {
    prism_stretch_from(dst, own, above, below, stretch, step, 0);
}

void prism_streak_kernels_init(prism_streak_kernels *kernels, uint32_t cpu_flags) {
    *kernels = (prism_streak_kernels){.streak = prism_streak_c, .stretch = prism_stretch_c};
#if defined(__aarch64__)
    if (cpu_flags & PRISM_CPU_NEON)
        prism_streak_init_neon(kernels);
#elif defined(__x86_64__)
    if (cpu_flags & PRISM_CPU_AVX2)
        prism_streak_init_avx2(kernels);
#endif
    (void)cpu_flags;
}
