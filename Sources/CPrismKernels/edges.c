// SPDX-License-Identifier: MIT
// Gradients, luma, unsharp masking and comic ink in plain C: the definition of every other path.
#include "edges.h"

#include <stdlib.h>

void prism_sobel_c(uint8_t *dst, const uint8_t *above, const uint8_t *row, const uint8_t *below,
                   int gain, int step, int count) {
    for (int i = 0; i < count; i++) {
        const uint8_t *a = above + i, *r = row + i, *b = below + i;
        int gx = a[step] - a[-step] + 2 * (r[step] - r[-step]) + b[step] - b[-step];
        int gy = b[-step] - a[-step] + 2 * (b[0] - a[0]) + b[step] - a[step];
        int edge = prism_clamp_u8(prism_mulhrs(16 * (abs(gx) + abs(gy)), gain));
        dst[i] = (uint8_t)(step == 4 && i % 4 == 3 ? r[0] : edge);
    }
}

void prism_luma_c(uint8_t *dst, const uint8_t *src, int width) {
    for (int x = 0; x < width; x++)
        dst[x] = (uint8_t)((15 * src[4 * x] + 75 * src[4 * x + 1] + 38 * src[4 * x + 2] + 64) >> 7);
}

void prism_unsharp_c(uint8_t *dst, const uint8_t *src, const uint8_t *blurred, int amount,
                     int count) {
    for (int i = 0; i < count; i++)
        dst[i] = prism_clamp_u8(src[i] + prism_mulhrs(64 * (src[i] - blurred[i]), amount));
}

void prism_comic_c(uint8_t *dst, const uint8_t *src, const uint8_t *edges, const prism_comic *comic,
                   int step, int count) {
    for (int i = 0; i < count; i++) {
        int above = edges[i / step] - comic->threshold;
        int light = 255 - (above > 0 ? above : 0);
        int level = prism_mulhrs(128 * src[i], comic->levels);
        int flat = (level * comic->spacing + 128) >> 8;
        int inked = flat * (light + (light >> 7)) >> 8;
        dst[i] = (uint8_t)(step == 4 && i % 4 == 3 ? src[i] : inked);
    }
}

void prism_edges_kernels_init(prism_edges_kernels *kernels, uint32_t cpu_flags) {
    *kernels = (prism_edges_kernels){
        .sobel = prism_sobel_c,
        .luma = prism_luma_c,
        .unsharp = prism_unsharp_c,
        .comic = prism_comic_c,
    };
#if defined(__aarch64__)
    if (cpu_flags & PRISM_CPU_NEON)
        prism_edges_init_neon(kernels);
#elif defined(__x86_64__)
    if (cpu_flags & PRISM_CPU_AVX2)
        prism_edges_init_avx2(kernels);
#endif
    (void)cpu_flags;
}
