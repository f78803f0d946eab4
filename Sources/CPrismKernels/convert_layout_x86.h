// SPDX-License-Identifier: MIT
// Moving bytes for AVX2 and AVX-512; see x86_vector.h.
#pragma once

#include "convert.h"
#include "x86_pixels.h"

PRISM_TARGET_BEGIN(PRISM_X86)

static void rgb888_to_xrgb(prism_dst dst, prism_src src, int width, int y0, int y1) {
    const vec ones = V(set1_epi32)((int)0xff000000);
    for (int y = y0; y < y1; y++) {
        uint8_t *d = prism_dst_row(dst, y);
        const uint8_t *s = prism_src_row(src, y);
        int x = 0;
        for (; x + DWORDS + RGB888_BEYOND <= width; x += DWORDS)
            store(d + 4 * x, VS(or)(load_rgb888(s + 3 * x), ones));
        prism_rgb888_to_xrgb_row(d + 4 * x, s + 3 * x, width - x);
    }
}

static void xrgb_to_rgb888(prism_dst dst, prism_src src, int width, int y0, int y1) {
    for (int y = y0; y < y1; y++) {
        uint8_t *d = prism_dst_row(dst, y);
        const uint8_t *s = prism_src_row(src, y);
        int x = 0;
        for (; x + DWORDS <= width; x += DWORDS)
            store_rgb888(d + 3 * x, load(s + 4 * x));
        prism_xrgb_to_rgb888_row(d + 3 * x, s + 4 * x, width - x);
    }
}

static void swizzle_xrgb(prism_dst dst, prism_src src, int width, int y0, int y1,
                         const prism_swizzle *swizzle) {
    uint8_t bytes[16], set[16];
    for (int i = 0; i < 16; i++) {
        const int from = swizzle->from[i % 4];
        bytes[i] = (uint8_t)(from == PRISM_BYTE_ONES ? 0x80 : from + i / 4 * 4);
        set[i] = from == PRISM_BYTE_ONES ? 255 : 0;
    }
    const vec order = every_lane(_mm_loadu_si128((const __m128i *)bytes));
    const vec ones = every_lane(_mm_loadu_si128((const __m128i *)set));
    for (int y = y0; y < y1; y++) {
        uint8_t *d = prism_dst_row(dst, y);
        const uint8_t *s = prism_src_row(src, y);
        int x = 0;
        for (; x + DWORDS <= width; x += DWORDS)
            store(d + 4 * x, VS(or)(V(shuffle_epi8)(load(s + 4 * x), order), ones));
        prism_swizzle_xrgb_row(d + 4 * x, s + 4 * x, width - x, swizzle);
    }
}

static void interleave(prism_dst dst, prism_src first, prism_src second, int width, int y0,
                       int y1) {
    for (int y = y0; y < y1; y++) {
        uint8_t *d = prism_dst_row(dst, y);
        const uint8_t *a = prism_src_row(first, y), *b = prism_src_row(second, y);
        int x = 0;
        for (; x + WORDS <= width; x += WORDS) {
            const vec low = V(cvtepu8_epi16)(load_half(a + x));
            const vec high = V(cvtepu8_epi16)(load_half(b + x));
            store(d + 2 * x, VS(or)(low, V(slli_epi16)(high, 8)));
        }
        prism_interleave_row(d + 2 * x, a + x, b + x, width - x);
    }
}

static void deinterleave(prism_dst first, prism_dst second, prism_src src, int width, int y0,
                         int y1) {
    for (int y = y0; y < y1; y++) {
        uint8_t *a = prism_dst_row(first, y), *b = prism_dst_row(second, y);
        const uint8_t *s = prism_src_row(src, y);
        int x = 0;
        for (; x + WORDS <= width; x += WORDS)
            store_split(a + x, b + x, load(s + 2 * x));
        prism_deinterleave_row(a + x, b + x, s + 2 * x, width - x);
    }
}

PRISM_TARGET_END
