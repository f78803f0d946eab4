// SPDX-License-Identifier: MIT
// One-dimensional tables for AVX2 and AVX-512; see x86_vector.h.
#pragma once

#include "tone.h"
#include "x86_pixels.h"
#include "x86_table.h"

PRISM_TARGET_BEGIN(PRISM_X86)

static void lut_u8(prism_dst dst, prism_src src, int width, int y0, int y1,
                   const uint8_t bytes[256]) {
    const table t = load_table(bytes);
    for (int y = y0; y < y1; y++) {
        uint8_t *d = prism_dst_row(dst, y);
        const uint8_t *s = prism_src_row(src, y);
        int x = 0;
        for (; x + BYTES <= width; x += BYTES)
            store(d + x, look_up(load(s + x), &t));
        prism_lut_u8_row(d + x, s + x, width - x, bytes);
    }
}

#if PRISM_VECTOR_BYTES == 64
/// All three tables on all bytes; masks choose.
static inline vec look_up_pixels(vec x, const table t[3]) {
    vec out = _mm512_mask_blend_epi8(0x1111111111111111, x, look_up(x, &t[0]));
    out = _mm512_mask_blend_epi8(0x2222222222222222, out, look_up(x, &t[1]));
    return _mm512_mask_blend_epi8(0x4444444444444444, out, look_up(x, &t[2]));
}

static int lut_vectors(uint8_t *d, const uint8_t *s, int width, const table t[3]) {
    int x = 0;
    for (; x + DWORDS <= width; x += DWORDS)
        store(d + 4 * x, look_up_pixels(load(s + 4 * x), t));
    return x;
}
#else
/// By planes, since a look-up costs the same for each byte.
static int lut_vectors(uint8_t *d, const uint8_t *s, int width, const table t[3]) {
    int x = 0;
    for (; x + BYTES <= width; x += BYTES) {
        planes4 p = load_planes4(s + 4 * x);
        for (int i = 0; i < 3; i++)
            p.plane[i] = look_up(p.plane[i], &t[i]);
        store_planes4(d + 4 * x, &p);
    }
    return x;
}
#endif

static void lut_xrgb(prism_dst dst, prism_src src, int width, int y0, int y1,
                     const uint8_t *tables) {
    const table t[3] = {load_table(tables), load_table(tables + 256), load_table(tables + 512)};
    for (int y = y0; y < y1; y++) {
        uint8_t *d = prism_dst_row(dst, y);
        const uint8_t *s = prism_src_row(src, y);
        const int x = lut_vectors(d, s, width, t);
        prism_lut_xrgb_row(d + 4 * x, s + 4 * x, width - x, tables);
    }
}

PRISM_TARGET_END
