// SPDX-License-Identifier: MIT
// Reducing and enlarging for NEON: luma and four-byte pixels; chroma takes the reference.
#if defined(__aarch64__)
#include "blur.h"

#include <arm_neon.h>

static int reduce4_pixels(uint16_t *dst, const uint8_t *const rows[4], int blocks) {
    int block = 0;
    for (; block <= blocks - 4; block += 4) {
        uint8x16x4_t pixels = vld4q_u8(rows[0] + 16 * block);
        uint16x8_t sums[4];
        for (int c = 0; c < 4; c++)
            sums[c] = vpaddlq_u8(pixels.val[c]);
        for (int k = 1; k < 4; k++) {
            pixels = vld4q_u8(rows[k] + 16 * block);
            for (int c = 0; c < 4; c++)
                sums[c] = vpadalq_u8(sums[c], pixels.val[c]);
        }
        uint16x4x4_t out;
        for (int c = 0; c < 4; c++)
            out.val[c] = vshl_n_u16(vget_low_u16(vpaddq_u16(sums[c], sums[c])), 2);
        vst4_u16(dst + 4 * block, out);
    }
    return block;
}

static inline uint16x8_t reduce4_16_bytes(const uint8_t *const rows[4], int i) {
    uint16x8_t sum = vpaddlq_u8(vld1q_u8(rows[0] + i));
    for (int k = 1; k < 4; k++)
        sum = vpadalq_u8(sum, vld1q_u8(rows[k] + i));
    return sum;
}

static int reduce4_bytes(uint16_t *dst, const uint8_t *const rows[4], int blocks) {
    int block = 0;
    for (; block <= blocks - 8; block += 8) {
        uint16x8_t a = reduce4_16_bytes(rows, 4 * block);
        uint16x8_t b = reduce4_16_bytes(rows, 4 * block + 16);
        vst1q_u16(dst + block, vshlq_n_u16(vpaddq_u16(a, b), 2));
    }
    return block;
}

static void reduce4_neon(uint16_t *dst, const uint8_t *const rows[4], int step, int blocks) {
    int done = step == 4   ? reduce4_pixels(dst, rows, blocks)
               : step == 1 ? reduce4_bytes(dst, rows, blocks)
                           : 0;
    const uint8_t *rest[4];
    for (int k = 0; k < 4; k++)
        rest[k] = rows[k] + 4 * done * step;
    prism_reduce4_c(dst + done * step, rest, step, blocks - done);
}

static int reduce2_pixels(uint16_t *dst, const uint8_t *const rows[2], int blocks) {
    int block = 0;
    for (; block <= blocks - 8; block += 8) {
        uint8x16x4_t above = vld4q_u8(rows[0] + 8 * block), below = vld4q_u8(rows[1] + 8 * block);
        uint16x8x4_t out;
        for (int c = 0; c < 4; c++)
            out.val[c] = vshlq_n_u16(vpadalq_u8(vpaddlq_u8(above.val[c]), below.val[c]), 4);
        vst4q_u16(dst + 4 * block, out);
    }
    return block;
}

static int reduce2_bytes(uint16_t *dst, const uint8_t *const rows[2], int blocks) {
    int block = 0;
    for (; block <= blocks - 8; block += 8) {
        uint16x8_t sum = vpaddlq_u8(vld1q_u8(rows[0] + 2 * block));
        sum = vpadalq_u8(sum, vld1q_u8(rows[1] + 2 * block));
        vst1q_u16(dst + block, vshlq_n_u16(sum, 4));
    }
    return block;
}

static void reduce2_neon(uint16_t *dst, const uint8_t *const rows[2], int step, int blocks) {
    int done = step == 4   ? reduce2_pixels(dst, rows, blocks)
               : step == 1 ? reduce2_bytes(dst, rows, blocks)
                           : 0;
    const uint8_t *rest[2] = {rows[0] + 2 * done * step, rows[1] + 2 * done * step};
    prism_reduce2_c(dst + done * step, rest, step, blocks - done);
}

/// Eight bytes: `left` moved towards `right` by `weight`.
static inline uint8x8_t expand_8(int16x8_t left, int16x8_t right, int16x8_t weight) {
    int16x8_t value = vaddq_s16(left, vqrdmulhq_s16(vsubq_s16(right, left), weight));
    return vqrshrun_n_s16(value, 6);
}

/// Weights of the first two pixels after a sample, or of the first eight bytes.
static int16x8_t weights_from(int shift, int bytes_per_weight) {
    int16_t weights[8];
    for (int i = 0; i < 8; i++) {
        int phase = i / bytes_per_weight & ((1 << shift) - 1);
        weights[i] = (int16_t)((2 * phase + 1) << (14 - shift));
    }
    return vld1q_s16(weights);
}

static int expand_pixels(uint8_t *dst, const uint16_t *src, int shift, int from, int width) {
    int size = 1 << shift, x = from;
    const int16x8_t first = weights_from(shift, 4);
    const int16x8_t more = vdupq_n_s16((int16_t)(4 << (14 - shift)));
    for (; x <= width - size; x += size) {
        const uint16_t *p = src + ((x - size / 2) >> shift) * 4;
        int16x4_t one = vreinterpret_s16_u16(vld1_u16(p));
        int16x4_t next = vreinterpret_s16_u16(vld1_u16(p + 4));
        int16x8_t left = vcombine_s16(one, one), right = vcombine_s16(next, next), weight = first;
        for (int k = 0; k < size; k += 2) {
            vst1_u8(dst + 4 * (x + k), expand_8(left, right, weight));
            weight = vaddq_s16(weight, more);
        }
    }
    return x;
}

/// Enlarges luma by 8 and more.
static int expand8_bytes(uint8_t *dst, const uint16_t *src, int shift, int from, int width) {
    int size = 1 << shift, x = from;
    const int16x8_t first = weights_from(shift, 1);
    const int16x8_t more = vdupq_n_s16((int16_t)(16 << (14 - shift)));
    for (; x <= width - size; x += size) {
        const uint16_t *p = src + ((x - size / 2) >> shift);
        int16x8_t left = vdupq_n_s16((int16_t)p[0]), right = vdupq_n_s16((int16_t)p[1]);
        int16x8_t weight = first;
        for (int k = 0; k < size; k += 8) {
            vst1_u8(dst + x + k, expand_8(left, right, weight));
            weight = vaddq_s16(weight, more);
        }
    }
    return x;
}

/// Enlarges luma by 2 or 4, eight bytes at a time; reads up to seven samples beyond those it uses.
static int expand_bytes(uint8_t *dst, const uint16_t *src, int shift, int from, int width) {
    uint8_t chosen[16];
    for (int i = 0; i < 16; i++)
        chosen[i] = (uint8_t)(2 * (i / 2 >> shift) + i % 2);
    const uint8x16_t choice = vld1q_u8(chosen);
    const int16x8_t weight = weights_from(shift, 1);
    int x = from;
    // The last vectors are left to the reference, so that no read passes the padded row.
    for (; x <= width - 8 - (8 << shift); x += 8) {
        const uint16_t *p = src + ((x - (1 << shift >> 1)) >> shift);
        uint8x16_t left = vqtbl1q_u8(vreinterpretq_u8_u16(vld1q_u16(p)), choice);
        uint8x16_t right = vqtbl1q_u8(vreinterpretq_u8_u16(vld1q_u16(p + 1)), choice);
        vst1_u8(dst + x, expand_8(vreinterpretq_s16_u8(left), vreinterpretq_s16_u8(right), weight));
    }
    return x;
}

static void expand_neon(uint8_t *dst, const uint16_t *src, int shift, int step, int width) {
    int first = 1 << shift >> 1, done;
    first = first < width ? first : width;
    prism_expand_span(dst, src, shift, step, 0, first);
    if (step == 4)
        done = expand_pixels(dst, src, shift, first, width);
    else if (step == 1 && shift <= 2)
        done = expand_bytes(dst, src, shift, first, width);
    else if (step == 1)
        done = expand8_bytes(dst, src, shift, first, width);
    else
        done = first;
    prism_expand_span(dst, src, shift, step, done, width);
}

void prism_pyramid_init_neon(prism_blur_kernels *kernels) {
    kernels->reduce4 = reduce4_neon;
    kernels->reduce2 = reduce2_neon;
    kernels->expand = expand_neon;
}
#endif
