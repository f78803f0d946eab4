// SPDX-License-Identifier: MIT
// What the files of the night stack share: fixed-point arithmetic and the paths.
#pragma once

#include "include/prism_cpu.h"
#include "include/prism_night_kernels.h"
#include "target.h"

static inline int16_t prism_clamp_i16(int value) {
    return (int16_t)(value < -32768 ? -32768 : value > 32767 ? 32767 : value);
}

/// Weights of four neighbours for a fraction of 2^-15 by Keys' cubic with a = -3/4; the second is less 32768, which 16 bits
/// cannot hold. They sum to 0, so a flat area keeps its value; the third stops at 32767.
typedef struct prism_taps {
    int16_t w[4];
} prism_taps;

static inline prism_taps prism_cubic(int f) {
    int f2 = prism_mulhrs(f, f), g = f2 - prism_mulhrs(f2, f), h = f - f2 - g;
    int w0 = (h >> 2) - h, w3 = (g >> 2) - g, w1 = -(f2 + g + (g >> 2));
    int16_t others = prism_clamp_i16(w0 + w1 + w3);
    return (prism_taps){{(int16_t)w0, (int16_t)w1, prism_clamp_i16(-others), (int16_t)w3}};
}

/// In the order of the vectors: products are rounded one by one, sums saturate.
static inline int16_t prism_interpolate(int a, int b, int c, int d, prism_taps t) {
    int outer = prism_clamp_i16(prism_mulhrs(a, t.w[0]) + prism_mulhrs(d, t.w[3]));
    int inner = prism_clamp_i16(prism_mulhrs(b, t.w[1]) + prism_mulhrs(c, t.w[2]));
    return prism_clamp_i16(b + prism_clamp_i16(outer + inner));
}

/// The nearest index within 0 ..< count that has the same remainder by `step` (1 or 2).
static inline int prism_nearest(int index, int count, int step) {
    if (index >= 0 && index < count)
        return index;
    int phase = index & (step - 1);
    if (index < 0)
        return phase < count ? phase : 0;
    int last = count - step + ((phase - count) & (step - 1));
    return last >= 0 ? last : 0;
}

/// Columns x0 ..< x1 of a row by the reference, whatever lies outside repeated.
void prism_night_columns_part(int16_t *dst, const int16_t *src, int n, int step, int x0, int x1,
                              int64_t position);

extern const prism_night_kernels prism_night_reference;
void prism_night_init_avx2(prism_night_kernels *kernels);
void prism_night_init_neon(prism_night_kernels *kernels);
