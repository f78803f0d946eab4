// SPDX-License-Identifier: MIT
// What the NEON kernels share: words of 2^7 times a byte, products by lane, rounding shifts that narrow.
#pragma once

#if defined(__aarch64__)
#include "target.h"

#include <arm_neon.h>

#define INLINE static inline __attribute__((always_inline))

/// Sixteen values.
typedef struct words {
    int16x8_t low, high;
} words;

/// 2^7 times eight bytes.
INLINE int16x8_t widen_8(uint8x8_t bytes) {
    return vreinterpretq_s16_u16(vshll_n_u8(bytes, 7));
}

/// 2^7 times sixteen bytes.
INLINE words widen(uint8x16_t bytes) {
    return (words){widen_8(vget_low_u8(bytes)), vreinterpretq_s16_u16(vshll_high_n_u8(bytes, 7))};
}

/// The rounding shift to bytes. It takes no register, so each shift is a branch, which inlining decides.
INLINE uint8x16_t narrow(words x, int shift) {
    if (shift == 6)
        return vqrshrun_high_n_s16(vqrshrun_n_s16(x.low, 6), x.high, 6);
    if (shift == 4)
        return vqrshrun_high_n_s16(vqrshrun_n_s16(x.low, 4), x.high, 4);
    return vqrshrun_high_n_s16(vqrshrun_n_s16(x.low, 2), x.high, 2);
}

/// The same for eight values.
INLINE uint8x8_t narrow_8(int16x8_t x, int shift) {
    return shift == 6   ? vqrshrun_n_s16(x, 6)
           : shift == 4 ? vqrshrun_n_s16(x, 4)
                        : vqrshrun_n_s16(x, 2);
}

/// sum + round(x * c / 2^15); `c` is a lane of a register.
#define ADD_PRODUCT_8(sum, x, c, lane) vaddq_s16(sum, vqrdmulhq_laneq_s16(x, c, lane))
#define ADD_PRODUCT(sum, x, c, lane)                                                               \
    (words) {                                                                                      \
        ADD_PRODUCT_8((sum).low, (x).low, c, lane), ADD_PRODUCT_8((sum).high, (x).high, c, lane)   \
    }

/// Calls a function that takes the shift as its last argument with each shift as a constant.
#define WITH_SHIFT(shift, function, ...)                                                           \
    do {                                                                                           \
        if ((shift) == 6)                                                                          \
            function(__VA_ARGS__, 6);                                                              \
        else if ((shift) == 4)                                                                     \
            function(__VA_ARGS__, 4);                                                              \
        else                                                                                       \
            function(__VA_ARGS__, 2);                                                              \
    } while (0)
#endif
