// SPDX-License-Identifier: MIT
// Gradients, luma, unsharp masking and comic ink for NEON.
#if defined(__aarch64__)
#include "edges.h"

#include <arm_neon.h>

/// a - b, widened.
static inline int16x8_t minus(uint8x8_t a, uint8x8_t b) {
    return vreinterpretq_s16_u16(vsubl_u8(a, b));
}

static inline uint8x8_t sobel_8(const uint8_t *above, const uint8_t *row, const uint8_t *below,
                                int16x8_t gain, int step) {
    uint8x8_t a0 = vld1_u8(above - step), a1 = vld1_u8(above), a2 = vld1_u8(above + step);
    uint8x8_t b0 = vld1_u8(below - step), b1 = vld1_u8(below), b2 = vld1_u8(below + step);
    int16x8_t right = minus(b2, a0), left = minus(b0, a2);
    int16x8_t across = minus(vld1_u8(row + step), vld1_u8(row - step)), down = minus(b1, a1);
    // The diagonals' differences serve both: gx = right - left + 2 across, gy = right + left + 2 down.
    int16x8_t gx = vaddq_s16(vsubq_s16(right, left), vshlq_n_s16(across, 1));
    int16x8_t gy = vaddq_s16(vaddq_s16(right, left), vshlq_n_s16(down, 1));
    int16x8_t sum = vshlq_n_s16(vaddq_s16(vabsq_s16(gx), vabsq_s16(gy)), 4);
    return vqmovun_s16(vqrdmulhq_s16(sum, gain));
}

static void sobel_neon(uint8_t *dst, const uint8_t *above, const uint8_t *row, const uint8_t *below,
                       int gain, int step, int count) {
    const int16x8_t g = vdupq_n_s16((int16_t)gain);
    const uint8x16_t copied =
        vreinterpretq_u8_u32(vdupq_n_u32(step == 4 ? UINT32_C(0xff000000) : 0));
    int i = 0;
    for (; i <= count - 16; i += 16) {
        uint8x8_t low = sobel_8(above + i, row + i, below + i, g, step);
        uint8x8_t high = sobel_8(above + i + 8, row + i + 8, below + i + 8, g, step);
        vst1q_u8(dst + i, vbslq_u8(copied, vld1q_u8(row + i), vcombine_u8(low, high)));
    }
    prism_sobel_c(dst + i, above + i, row + i, below + i, gain, step, count - i);
}

static inline uint8x8_t luma_8(uint8x8_t b, uint8x8_t g, uint8x8_t r) {
    uint16x8_t sum = vmull_u8(b, vdup_n_u8(15));
    sum = vmlal_u8(sum, g, vdup_n_u8(75));
    return vrshrn_n_u16(vmlal_u8(sum, r, vdup_n_u8(38)), 7);
}

static void luma_neon(uint8_t *dst, const uint8_t *src, int width) {
    int x = 0;
    for (; x <= width - 16; x += 16) {
        uint8x16x4_t p = vld4q_u8(src + 4 * x);
        uint8x8_t low = luma_8(vget_low_u8(p.val[0]), vget_low_u8(p.val[1]), vget_low_u8(p.val[2]));
        uint8x8_t high =
            luma_8(vget_high_u8(p.val[0]), vget_high_u8(p.val[1]), vget_high_u8(p.val[2]));
        vst1q_u8(dst + x, vcombine_u8(low, high));
    }
    prism_luma_c(dst + x, src + 4 * x, width - x);
}

static inline uint8x8_t unsharp_8(uint8x8_t s, uint8x8_t blurred, int16x8_t amount) {
    int16x8_t change = vqrdmulhq_s16(vshlq_n_s16(minus(s, blurred), 6), amount);
    return vqmovun_s16(vaddq_s16(vreinterpretq_s16_u16(vmovl_u8(s)), change));
}

static void unsharp_neon(uint8_t *dst, const uint8_t *src, const uint8_t *blurred, int amount,
                         int count) {
    const int16x8_t strength = vdupq_n_s16((int16_t)amount);
    int i = 0;
    for (; i <= count - 16; i += 16) {
        uint8x16_t s = vld1q_u8(src + i), b = vld1q_u8(blurred + i);
        uint8x8_t low = unsharp_8(vget_low_u8(s), vget_low_u8(b), strength);
        uint8x8_t high = unsharp_8(vget_high_u8(s), vget_high_u8(b), strength);
        vst1q_u8(dst + i, vcombine_u8(low, high));
    }
    prism_unsharp_c(dst + i, src + i, blurred + i, amount, count - i);
}

static inline uint8x8_t comic_8(uint8x8_t value, uint8x8_t light, const prism_comic *comic) {
    int16x8_t wide = vreinterpretq_s16_u16(vshll_n_u8(value, 7));
    uint16x8_t level = vreinterpretq_u16_s16(vqrdmulhq_n_s16(wide, comic->levels));
    uint16x8_t flat = vrshrq_n_u16(vmulq_n_u16(level, comic->spacing), 8);
    uint16x8_t factor = vaddl_u8(light, vshr_n_u8(light, 7));
    return vshrn_n_u16(vmulq_u16(flat, factor), 8);
}

/// 16 bytes of edges: as they are, or four of them four times each.
static inline uint8x16_t edges_16(const uint8_t *edges, int step) {
    if (step == 1)
        return vld1q_u8(edges);
    uint32_t four;
    __builtin_memcpy(&four, edges, sizeof four);
    const uint8x16_t each = {0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3};
    return vqtbl1q_u8(vreinterpretq_u8_u32(vdupq_n_u32(four)), each);
}

static void comic_neon(uint8_t *dst, const uint8_t *src, const uint8_t *edges,
                       const prism_comic *parameters, int step, int count) {
    const uint8x16_t threshold = vdupq_n_u8(parameters->threshold);
    const uint8x16_t copied =
        vreinterpretq_u8_u32(vdupq_n_u32(step == 4 ? UINT32_C(0xff000000) : 0));
    int i = 0;
    for (; i <= count - 16; i += 16) {
        uint8x16_t s = vld1q_u8(src + i);
        uint8x16_t light = vmvnq_u8(vqsubq_u8(edges_16(edges + i / step, step), threshold));
        uint8x8_t low = comic_8(vget_low_u8(s), vget_low_u8(light), parameters);
        uint8x8_t high = comic_8(vget_high_u8(s), vget_high_u8(light), parameters);
        vst1q_u8(dst + i, vbslq_u8(copied, s, vcombine_u8(low, high)));
    }
    prism_comic_c(dst + i, src + i, edges + i / step, parameters, step, count - i);
}

void prism_edges_init_neon(prism_edges_kernels *kernels) {
    kernels->sobel = sobel_neon;
    kernels->luma = luma_neon;
    kernels->unsharp = unsharp_neon;
    kernels->comic = comic_neon;
}
#endif
