// SPDX-License-Identifier: MIT
// Moving bytes for NEON: its loads and stores interleave by themselves.
#pragma once

#if defined(__aarch64__)
#include "convert.h"
#include "neon_words.h"

static void rgb888_to_xrgb_neon(prism_dst dst, prism_src src, int width, int y0, int y1) {
    for (int y = y0; y < y1; y++) {
        uint8_t *d = prism_dst_row(dst, y);
        const uint8_t *s = prism_src_row(src, y);
        int x = 0;
        for (; x + 16 <= width; x += 16) {
            const uint8x16x3_t p = vld3q_u8(s + 3 * x);
            const uint8x16x4_t wide = {{p.val[0], p.val[1], p.val[2], vdupq_n_u8(255)}};
            vst4q_u8(d + 4 * x, wide);
        }
        prism_rgb888_to_xrgb_row(d + 4 * x, s + 3 * x, width - x);
    }
}

static void xrgb_to_rgb888_neon(prism_dst dst, prism_src src, int width, int y0, int y1) {
    for (int y = y0; y < y1; y++) {
        uint8_t *d = prism_dst_row(dst, y);
        const uint8_t *s = prism_src_row(src, y);
        int x = 0;
        for (; x + 16 <= width; x += 16) {
            const uint8x16x4_t p = vld4q_u8(s + 4 * x);
            const uint8x16x3_t packed = {{p.val[0], p.val[1], p.val[2]}};
            vst3q_u8(d + 3 * x, packed);
        }
        prism_xrgb_to_rgb888_row(d + 3 * x, s + 4 * x, width - x);
    }
}

static void swizzle_xrgb_neon(prism_dst dst, prism_src src, int width, int y0, int y1,
                              const prism_swizzle *swizzle) {
    uint8_t order[16];
    for (int i = 0; i < 16; i++) {
        const int from = swizzle->from[i % 4];
        // The second register of the look-up is all ones.
        order[i] = (uint8_t)(from == PRISM_BYTE_ONES ? 16 : from + i / 4 * 4);
    }
    const uint8x16_t from = vld1q_u8(order), ones = vdupq_n_u8(255);
    for (int y = y0; y < y1; y++) {
        uint8_t *d = prism_dst_row(dst, y);
        const uint8_t *s = prism_src_row(src, y);
        int x = 0;
        for (; x + 4 <= width; x += 4)
            vst1q_u8(d + 4 * x, vqtbl2q_u8((uint8x16x2_t){{vld1q_u8(s + 4 * x), ones}}, from));
        prism_swizzle_xrgb_row(d + 4 * x, s + 4 * x, width - x, swizzle);
    }
}

static void interleave_neon(prism_dst dst, prism_src first, prism_src second, int width, int y0,
                            int y1) {
    for (int y = y0; y < y1; y++) {
        uint8_t *d = prism_dst_row(dst, y);
        const uint8_t *a = prism_src_row(first, y), *b = prism_src_row(second, y);
        int x = 0;
        for (; x + 16 <= width; x += 16) {
            const uint8x16x2_t pairs = {{vld1q_u8(a + x), vld1q_u8(b + x)}};
            vst2q_u8(d + 2 * x, pairs);
        }
        prism_interleave_row(d + 2 * x, a + x, b + x, width - x);
    }
}

static void deinterleave_neon(prism_dst first, prism_dst second, prism_src src, int width, int y0,
                              int y1) {
    for (int y = y0; y < y1; y++) {
        uint8_t *a = prism_dst_row(first, y), *b = prism_dst_row(second, y);
        const uint8_t *s = prism_src_row(src, y);
        int x = 0;
        for (; x + 16 <= width; x += 16) {
            const uint8x16x2_t pairs = vld2q_u8(s + 2 * x);
            vst1q_u8(a + x, pairs.val[0]);
            vst1q_u8(b + x, pairs.val[1]);
        }
        prism_deinterleave_row(a + x, b + x, s + 2 * x, width - x);
    }
}
#endif
