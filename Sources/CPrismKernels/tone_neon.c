// SPDX-License-Identifier: MIT
// Tone for NEON: one-dimensional tables, which look up 64 bytes at a time.
#if defined(__aarch64__)
#include "tone_cube_neon.h"
#include "tone_gain_neon.h"

/// 256 bytes in sixteen registers.
typedef struct table {
    uint8x16x4_t part[4];
} table;

INLINE table load_table(const uint8_t bytes[256]) {
    return (table){{vld1q_u8_x4(bytes), vld1q_u8_x4(bytes + 64), vld1q_u8_x4(bytes + 128),
                    vld1q_u8_x4(bytes + 192)}};
}

/// An index out of a part's range leaves what was found before.
INLINE uint8x16_t look_up(uint8x16_t x, const table *t) {
    const uint8x16_t part = vdupq_n_u8(64);
    uint8x16_t found = vqtbl4q_u8(t->part[0], x);
    for (int i = 1; i < 4; i++) {
        x = vsubq_u8(x, part);
        found = vqtbx4q_u8(found, t->part[i], x);
    }
    return found;
}

static void lut_u8_neon(prism_dst dst, prism_src src, int width, int y0, int y1,
                        const uint8_t bytes[256]) {
    const table t = load_table(bytes);
    for (int y = y0; y < y1; y++) {
        uint8_t *d = prism_dst_row(dst, y);
        const uint8_t *s = prism_src_row(src, y);
        int x = 0;
        for (; x + 16 <= width; x += 16)
            vst1q_u8(d + x, look_up(vld1q_u8(s + x), &t));
        prism_lut_u8_row(d + x, s + x, width - x, bytes);
    }
}

/// Three tables do not fit the registers: each is loaded once for 32 pixels.
static void lut_xrgb_neon(prism_dst dst, prism_src src, int width, int y0, int y1,
                          const uint8_t *tables) {
    for (int y = y0; y < y1; y++) {
        uint8_t *d = prism_dst_row(dst, y);
        const uint8_t *s = prism_src_row(src, y);
        int x = 0;
        for (; x + 32 <= width; x += 32) {
            uint8x16x4_t a = vld4q_u8(s + 4 * x), b = vld4q_u8(s + 4 * x + 64);
            for (int i = 0; i < 3; i++) {
                const table t = load_table(tables + 256 * i);
                a.val[i] = look_up(a.val[i], &t);
                b.val[i] = look_up(b.val[i], &t);
            }
            vst4q_u8(d + 4 * x, a);
            vst4q_u8(d + 4 * x + 64, b);
        }
        prism_lut_xrgb_row(d + 4 * x, s + 4 * x, width - x, tables);
    }
}

void prism_tone_init_neon(prism_tone_kernels *kernels) {
    kernels->lut_u8 = lut_u8_neon;
    kernels->lut_xrgb = lut_xrgb_neon;
    kernels->cube_xrgb = cube_xrgb_neon;
    kernels->gain_xrgb = gain_xrgb_neon;
    kernels->gain_u8 = gain_u8_neon;
    kernels->gain_pairs = gain_pairs_neon;
}
#endif
