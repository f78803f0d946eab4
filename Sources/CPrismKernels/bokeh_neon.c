// SPDX-License-Identifier: MIT
// Mixing by a matte for NEON.
#if defined(__aarch64__)
#include "bokeh.h"

#include <arm_neon.h>

/// The matte of 16 bytes of pixels.
static inline uint8x16_t matte_16(const uint8_t *matte, int step) {
    if (step == 1)
        return vld1q_u8(matte);
    if (step == 2) {
        uint8x8_t eight = vld1_u8(matte);
        return vcombine_u8(vzip1_u8(eight, eight), vzip2_u8(eight, eight));
    }
    uint32_t four;
    __builtin_memcpy(&four, matte, sizeof four);
    const uint8x16_t each = {0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3};
    return vqtbl1q_u8(vreinterpretq_u8_u32(vdupq_n_u32(four)), each);
}

static inline uint8x8_t keep_8(uint8x8_t src, uint8x8_t blurred, uint8x8_t matte) {
    uint16x8_t w = vaddl_u8(matte, vshr_n_u8(matte, 7));
    uint16x8_t sum = vmulq_u16(vmovl_u8(src), w);
    return vrshrn_n_u16(vmlaq_u16(sum, vmovl_u8(blurred), vsubq_u16(vdupq_n_u16(256), w)), 8);
}

static void keep_neon(uint8_t *dst, const uint8_t *src, const uint8_t *blurred,
                      const uint8_t *matte, int step, int count) {
    const int pixels = 16 / step;
    int i = 0;
    for (; i <= count - 16; i += 16, matte += pixels) {
        uint8x16_t s = vld1q_u8(src + i), b = vld1q_u8(blurred + i), m = matte_16(matte, step);
        uint8x8_t low = keep_8(vget_low_u8(s), vget_low_u8(b), vget_low_u8(m));
        uint8x8_t high = keep_8(vget_high_u8(s), vget_high_u8(b), vget_high_u8(m));
        vst1q_u8(dst + i, vcombine_u8(low, high));
    }
    prism_keep_c(dst + i, src + i, blurred + i, matte, step, count - i);
}

void prism_bokeh_init_neon(prism_bokeh_kernels *kernels) {
    kernels->keep = keep_neon;
}
#endif
