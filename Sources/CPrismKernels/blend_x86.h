// SPDX-License-Identifier: MIT
// Mixing for AVX2 and AVX-512; see x86_vector.h.
#pragma once

#include "blend.h"
#include "x86_vector.h"

PRISM_TARGET_BEGIN(PRISM_X86)

static inline vec lerp_words(vec before, vec after, vec t) {
    return add_product(before, V(sub_epi16)(after, before), t);
}

static inline vec lerp_bytes(vec before, vec after, vec t) {
    const vec zero = VS(setzero)();
    const vec low = lerp_words(V(unpacklo_epi8)(before, zero), V(unpacklo_epi8)(after, zero), t);
    const vec high = lerp_words(V(unpackhi_epi8)(before, zero), V(unpackhi_epi8)(after, zero), t);
    return V(packus_epi16)(low, high);
}

static void lerp_u8(prism_dst dst, prism_src before, prism_src after, int width, int y0, int y1,
                    int t) {
    const vec words = word(t);
    for (int y = y0; y < y1; y++) {
        uint8_t *d = prism_dst_row(dst, y);
        const uint8_t *a = prism_src_row(before, y), *b = prism_src_row(after, y);
        int x = 0;
        for (; x + BYTES <= width; x += BYTES)
            store(d + x, lerp_bytes(load(a + x), load(b + x), words));
        prism_lerp_u8_row(d + x, a + x, b + x, width - x, t);
    }
}

/// round(x / 255), word by word; 128 is added already.
static inline vec divided_by_255(vec rounded) {
    return V(srli_epi16)(V(add_epi16)(rounded, V(srli_epi16)(rounded, 8)), 8);
}

static inline vec mix_words(vec before, vec after, vec mask) {
    const vec rest = V(sub_epi16)(word(255), mask);
    const vec sum = V(add_epi16)(V(mullo_epi16)(before, rest), V(mullo_epi16)(after, mask));
    return divided_by_255(V(add_epi16)(sum, word(128)));
}

static inline vec mix_bytes(vec before, vec after, vec mask) {
    const vec zero = VS(setzero)();
    const vec low = mix_words(V(unpacklo_epi8)(before, zero), V(unpacklo_epi8)(after, zero),
                              V(unpacklo_epi8)(mask, zero));
    const vec high = mix_words(V(unpackhi_epi8)(before, zero), V(unpackhi_epi8)(after, zero),
                               V(unpackhi_epi8)(mask, zero));
    return V(packus_epi16)(low, high);
}

static void mask_u8(prism_dst dst, prism_src before, prism_src after, prism_src mask, int width,
                    int y0, int y1) {
    for (int y = y0; y < y1; y++) {
        uint8_t *d = prism_dst_row(dst, y);
        const uint8_t *a = prism_src_row(before, y), *b = prism_src_row(after, y);
        const uint8_t *m = prism_src_row(mask, y);
        int x = 0;
        for (; x + BYTES <= width; x += BYTES)
            store(d + x, mix_bytes(load(a + x), load(b + x), load(m + x)));
        prism_mask_u8_row(d + x, a + x, b + x, m + x, width - x);
    }
}

/// DWORDS bytes, one to each pixel.
static inline vec load_masks(const uint8_t *p) {
#if PRISM_VECTOR_BYTES == 64
    return _mm512_cvtepu8_epi32(_mm_loadu_si128((const __m128i *)p));
#else
    return _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)p));
#endif
}

static void mask_xrgb(prism_dst dst, prism_src before, prism_src after, prism_src mask, int width,
                      int y0, int y1) {
    // Byte 3 has no mask, so that it stays.
    const vec spread =
        every_lane(_mm_setr_epi8(0, 0, 0, -1, 4, 4, 4, -1, 8, 8, 8, -1, 12, 12, 12, -1));
    for (int y = y0; y < y1; y++) {
        uint8_t *d = prism_dst_row(dst, y);
        const uint8_t *a = prism_src_row(before, y), *b = prism_src_row(after, y);
        const uint8_t *m = prism_src_row(mask, y);
        int x = 0;
        for (; x + DWORDS <= width; x += DWORDS) {
            const vec masks = V(shuffle_epi8)(load_masks(m + x), spread);
            store(d + 4 * x, mix_bytes(load(a + 4 * x), load(b + 4 * x), masks));
        }
        prism_mask_xrgb_row(d + 4 * x, a + 4 * x, b + 4 * x, m + x, width - x);
    }
}

static void over_xrgb(prism_dst dst, prism_src under, prism_src over, int width, int y0, int y1) {
    const vec spread =
        every_lane(_mm_setr_epi8(3, 3, 3, -1, 7, 7, 7, -1, 11, 11, 11, -1, 15, 15, 15, -1));
    for (int y = y0; y < y1; y++) {
        uint8_t *d = prism_dst_row(dst, y);
        const uint8_t *a = prism_src_row(under, y), *b = prism_src_row(over, y);
        int x = 0;
        for (; x + DWORDS <= width; x += DWORDS) {
            const vec pixels = load(b + 4 * x);
            store(d + 4 * x, mix_bytes(load(a + 4 * x), pixels, V(shuffle_epi8)(pixels, spread)));
        }
        prism_over_xrgb_row(d + 4 * x, a + 4 * x, b + 4 * x, width - x);
    }
}

PRISM_TARGET_END
