// SPDX-License-Identifier: MIT
// The reference of one-dimensional tables, and the choice of the paths of tone.
#include "tone.h"

void prism_lut_u8_row(uint8_t *dst, const uint8_t *src, int n, const uint8_t table[256]) {
    for (int x = 0; x < n; x++)
        dst[x] = table[src[x]];
}

static void lut_u8_c(prism_dst dst, prism_src src, int width, int y0, int y1,
                     const uint8_t table[256]) {
    for (int y = y0; y < y1; y++)
        prism_lut_u8_row(prism_dst_row(dst, y), prism_src_row(src, y), width, table);
}

void prism_lut_xrgb_row(uint8_t *dst, const uint8_t *src, int n, const uint8_t *tables) {
    for (int x = 0; x < 4 * n; x += 4) {
        for (int i = 0; i < 3; i++)
            dst[x + i] = tables[256 * i + src[x + i]];
        dst[x + 3] = src[x + 3];
    }
}

static void lut_xrgb_c(prism_dst dst, prism_src src, int width, int y0, int y1,
                       const uint8_t *tables) {
    for (int y = y0; y < y1; y++)
        prism_lut_xrgb_row(prism_dst_row(dst, y), prism_src_row(src, y), width, tables);
}

/// No CPU that matters gathers words faster than it loads them one by one.
static void lut_u16_c(prism_dst dst, prism_src src, int width, int y0, int y1,
                      const uint16_t *table, uint16_t most) {
    for (int y = y0; y < y1; y++) {
        uint16_t *d = (uint16_t *)(void *)prism_dst_row(dst, y);
        const uint16_t *s = (const uint16_t *)(const void *)prism_src_row(src, y);
        for (int x = 0; x < width; x++)
            d[x] = table[s[x] < most ? s[x] : most];
    }
}

void prism_tone_kernels_init(prism_tone_kernels *kernels, uint32_t cpu_flags) {
    kernels->lut_u8 = lut_u8_c;
    kernels->lut_xrgb = lut_xrgb_c;
    kernels->lut_u16 = lut_u16_c;
    prism_tone_init_cube(kernels);
    prism_tone_init_gain(kernels);
#if defined(__aarch64__)
    if (cpu_flags & PRISM_CPU_NEON)
        prism_tone_init_neon(kernels);
#elif defined(__x86_64__)
    if (cpu_flags & PRISM_CPU_AVX2)
        prism_tone_init_avx2(kernels);
    if (cpu_flags & PRISM_CPU_AVX512)
        prism_tone_init_avx512(kernels);
#else
    (void)cpu_flags;
#endif
}
