// SPDX-License-Identifier: MIT
// Mixing for NEON.
#if defined(__aarch64__)
#include "blend.h"
#include "neon_words.h"

INLINE uint8x16_t lerp_16(uint8x16_t before, uint8x16_t after, int16_t t) {
    const uint8x8_t a = vget_low_u8(before), b = vget_low_u8(after);
    const int16x8_t low = vqrdmulhq_n_s16(vreinterpretq_s16_u16(vsubl_u8(b, a)), t);
    const int16x8_t high = vqrdmulhq_n_s16(vreinterpretq_s16_u16(vsubl_high_u8(after, before)), t);
    const uint16x8_t out_low = vaddw_u8(vreinterpretq_u16_s16(low), a);
    const uint16x8_t out_high = vaddw_high_u8(vreinterpretq_u16_s16(high), before);
    return vuzp1q_u8(vreinterpretq_u8_u16(out_low), vreinterpretq_u8_u16(out_high));
}

static void lerp_u8_neon(prism_dst dst, prism_src before, prism_src after, int width, int y0,
                         int y1, int t) {
    for (int y = y0; y < y1; y++) {
        uint8_t *d = prism_dst_row(dst, y);
        const uint8_t *a = prism_src_row(before, y), *b = prism_src_row(after, y);
        int x = 0;
        for (; x + 16 <= width; x += 16)
            vst1q_u8(d + x, lerp_16(vld1q_u8(a + x), vld1q_u8(b + x), (int16_t)t));
        prism_lerp_u8_row(d + x, a + x, b + x, width - x, t);
    }
}

/// round(x / 255): the sum's high byte and what the addition rounds.
INLINE uint8x8_t divided_by_255(uint16x8_t x) {
    return vraddhn_u16(x, vrshrq_n_u16(x, 8));
}

INLINE uint8x16_t mix_16(uint8x16_t before, uint8x16_t after, uint8x16_t mask) {
    const uint8x16_t rest = vmvnq_u8(mask);
    uint16x8_t low = vmull_u8(vget_low_u8(before), vget_low_u8(rest));
    uint16x8_t high = vmull_high_u8(before, rest);
    low = vmlal_u8(low, vget_low_u8(after), vget_low_u8(mask));
    high = vmlal_high_u8(high, after, mask);
    return vcombine_u8(divided_by_255(low), divided_by_255(high));
}

static void mask_u8_neon(prism_dst dst, prism_src before, prism_src after, prism_src mask,
                         int width, int y0, int y1) {
    for (int y = y0; y < y1; y++) {
        uint8_t *d = prism_dst_row(dst, y);
        const uint8_t *a = prism_src_row(before, y), *b = prism_src_row(after, y);
        const uint8_t *m = prism_src_row(mask, y);
        int x = 0;
        for (; x + 16 <= width; x += 16)
            vst1q_u8(d + x, mix_16(vld1q_u8(a + x), vld1q_u8(b + x), vld1q_u8(m + x)));
        prism_mask_u8_row(d + x, a + x, b + x, m + x, width - x);
    }
}

/// Sixteen pixels with a mask byte each.
INLINE void mix_pixels(uint8_t *d, uint8x16x4_t before, uint8x16x4_t after, uint8x16_t mask) {
    for (int i = 0; i < 3; i++)
        before.val[i] = mix_16(before.val[i], after.val[i], mask);
    vst4q_u8(d, before);
}

static void mask_xrgb_neon(prism_dst dst, prism_src before, prism_src after, prism_src mask,
                           int width, int y0, int y1) {
    for (int y = y0; y < y1; y++) {
        uint8_t *d = prism_dst_row(dst, y);
        const uint8_t *a = prism_src_row(before, y), *b = prism_src_row(after, y);
        const uint8_t *m = prism_src_row(mask, y);
        int x = 0;
        for (; x + 16 <= width; x += 16)
            mix_pixels(d + 4 * x, vld4q_u8(a + 4 * x), vld4q_u8(b + 4 * x), vld1q_u8(m + x));
        prism_mask_xrgb_row(d + 4 * x, a + 4 * x, b + 4 * x, m + x, width - x);
    }
}

static void over_xrgb_neon(prism_dst dst, prism_src under, prism_src over, int width, int y0,
                           int y1) {
    for (int y = y0; y < y1; y++) {
        uint8_t *d = prism_dst_row(dst, y);
        const uint8_t *a = prism_src_row(under, y), *b = prism_src_row(over, y);
        int x = 0;
        for (; x + 16 <= width; x += 16) {
            const uint8x16x4_t pixels = vld4q_u8(b + 4 * x);
            mix_pixels(d + 4 * x, vld4q_u8(a + 4 * x), pixels, pixels.val[3]);
        }
        prism_over_xrgb_row(d + 4 * x, a + 4 * x, b + 4 * x, width - x);
    }
}

void prism_blend_init_neon(prism_blend_kernels *kernels) {
    kernels->lerp_u8 = lerp_u8_neon;
    kernels->mask_u8 = mask_u8_neon;
    kernels->mask_xrgb = mask_xrgb_neon;
    kernels->over_xrgb = over_xrgb_neon;
}
#endif
