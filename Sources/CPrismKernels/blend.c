// SPDX-License-Identifier: MIT
// The reference of mixing, and the choice of its paths.
#include "blend.h"

void prism_lerp_u8_row(uint8_t *dst, const uint8_t *before, const uint8_t *after, int n, int t) {
    for (int x = 0; x < n; x++)
        dst[x] = (uint8_t)(before[x] + prism_mulhrs(after[x] - before[x], t));
}

/// round(x / 255) for x up to 255 * 255.
static uint8_t divided_by_255(int x) {
    const int rounded = x + 128;
    return (uint8_t)((rounded + (rounded >> 8)) >> 8);
}

static uint8_t mixed(int before, int after, int mask) {
    return divided_by_255(before * (255 - mask) + after * mask);
}

void prism_mask_u8_row(uint8_t *dst, const uint8_t *before, const uint8_t *after,
                       const uint8_t *mask, int n) {
    for (int x = 0; x < n; x++)
        dst[x] = mixed(before[x], after[x], mask[x]);
}

/// One pixel; byte 3 is that of `before`.
static void mix_pixel(uint8_t *dst, const uint8_t *before, const uint8_t *after, int mask) {
    for (int i = 0; i < 3; i++)
        dst[i] = mixed(before[i], after[i], mask);
    dst[3] = before[3];
}

void prism_mask_xrgb_row(uint8_t *dst, const uint8_t *before, const uint8_t *after,
                         const uint8_t *mask, int n) {
    for (int x = 0; x < n; x++)
        mix_pixel(dst + 4 * x, before + 4 * x, after + 4 * x, mask[x]);
}

void prism_over_xrgb_row(uint8_t *dst, const uint8_t *under, const uint8_t *over, int n) {
    for (int x = 0; x < 4 * n; x += 4)
        mix_pixel(dst + x, under + x, over + x, over[x + 3]);
}

static void lerp_u8_c(prism_dst dst, prism_src before, prism_src after, int width, int y0, int y1,
                      int t) {
    for (int y = y0; y < y1; y++)
        prism_lerp_u8_row(prism_dst_row(dst, y), prism_src_row(before, y), prism_src_row(after, y),
                          width, t);
}

static void mask_u8_c(prism_dst dst, prism_src before, prism_src after, prism_src mask, int width,
                      int y0, int y1) {
    for (int y = y0; y < y1; y++)
        prism_mask_u8_row(prism_dst_row(dst, y), prism_src_row(before, y), prism_src_row(after, y),
                          prism_src_row(mask, y), width);
}

static void mask_xrgb_c(prism_dst dst, prism_src before, prism_src after, prism_src mask, int width,
                        int y0, int y1) {
    for (int y = y0; y < y1; y++)
        prism_mask_xrgb_row(prism_dst_row(dst, y), prism_src_row(before, y),
                            prism_src_row(after, y), prism_src_row(mask, y), width);
}

static void over_xrgb_c(prism_dst dst, prism_src under, prism_src over, int width, int y0, int y1) {
    for (int y = y0; y < y1; y++)
        prism_over_xrgb_row(prism_dst_row(dst, y), prism_src_row(under, y), prism_src_row(over, y),
                            width);
}

/// Four tables, since a count just stored cannot be read again at once.
static void histogram_u8_c(uint32_t counts[256], prism_src src, int width, int y0, int y1) {
    uint32_t parts[4][256] = {{0}};
    for (int y = y0; y < y1; y++) {
        const uint8_t *s = prism_src_row(src, y);
        for (int x = 0; x < width; x++)
            parts[x & 3][s[x]]++;
    }
    for (int i = 0; i < 256; i++)
        counts[i] += parts[0][i] + parts[1][i] + parts[2][i] + parts[3][i];
}

void prism_blend_kernels_init(prism_blend_kernels *kernels, uint32_t cpu_flags) {
    kernels->lerp_u8 = lerp_u8_c;
    kernels->mask_u8 = mask_u8_c;
    kernels->mask_xrgb = mask_xrgb_c;
    kernels->over_xrgb = over_xrgb_c;
    kernels->histogram_u8 = histogram_u8_c;
#if defined(__aarch64__)
    if (cpu_flags & PRISM_CPU_NEON)
        prism_blend_init_neon(kernels);
#elif defined(__x86_64__)
    if (cpu_flags & PRISM_CPU_AVX2)
        prism_blend_init_avx2(kernels);
    if (cpu_flags & PRISM_CPU_AVX512)
        prism_blend_init_avx512(kernels);
#else
    (void)cpu_flags;
#endif
}
