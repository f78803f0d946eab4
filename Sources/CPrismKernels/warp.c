// SPDX-License-Identifier: MIT
// Sampling and radial maps in plain C: the definition that every other path equals bit for bit.
#include "warp.h"

/// Where a coordinate lies: the first of two neighbours, and 1/65536 from it to the second.
typedef struct place {
    int first, fraction;
} place;

static inline place find(int32_t position, int size) {
    int most = (size - 1) << 16;
    int inside = position < 0 ? 0 : position < most ? position : most;
    int first = inside >> 16;
    if (first == size - 1 && size > 1)
        first--;
    return (place){first, inside - (first << 16)};
}

static inline void sample(uint8_t *dst, const prism_raster *src, int32_t x, int32_t y, int step) {
    place column = find(x, src->width), row = find(y, src->height);
    const uint8_t *p = src->data + row.first * src->stride + column.first * step;
    ptrdiff_t below = src->height > 1 ? src->stride : 0;
    int right = src->width > 1 ? step : 0;
    int fy = (row.fraction + 256) >> 9, fx = column.fraction >> 1;
    fx = fx < 32767 ? fx : 32767;
    for (int c = 0; c < step; c++) {
        int left = p[c] * (128 - fy) + p[below + c] * fy;
        int next = p[right + c] * (128 - fy) + p[below + right + c] * fy;
        dst[c] = (uint8_t)((left + prism_mulhrs(next - left, fx) + 64) >> 7);
    }
}

void prism_sample1_c(uint8_t *dst, const prism_raster *src, const int32_t *x, const int32_t *y,
                     int count) {
    for (int i = 0; i < count; i++)
        sample(dst + i, src, x[i], y[i], 1);
}

void prism_sample2_c(uint8_t *dst, const prism_raster *src, const int32_t *x, const int32_t *y,
                     int count) {
    for (int i = 0; i < count; i++)
        sample(dst + 2 * i, src, x[i], y[i], 2);
}

void prism_sample4_c(uint8_t *dst, const prism_raster *src, const int32_t *x, const int32_t *y,
                     int count) {
    for (int i = 0; i < count; i++)
        sample(dst + 4 * i, src, x[i], y[i], 4);
}

void prism_radial_c(int32_t *x, int32_t *y, const prism_radial *map, int first, int row,
                    int count) {
    int dy = (row << map->bits) - map->center_y, fine = 3 - map->bits;
    for (int i = 0; i < count; i++) {
        int dx = ((first + i) << map->bits) - map->center_x;
        uint32_t square = (uint32_t)(dx * dx + dy * dy);
        uint32_t entry = square >> map->shift, last = (uint32_t)map->entries - 1;
        const int16_t *factor = map->factors[entry < last ? entry : last];
        int between = (int)(square << (32 - map->shift) >> 17);
        int re = factor[0] + prism_mulhrs(factor[2], between);
        int im = factor[1] + prism_mulhrs(factor[3], between);
        // 1/8192 times 1/2^bits; the centre and the rest of the 16 bits follow.
        x[i] = (re * dx - im * dy + map->center_x * 8192) * (1 << fine);
        y[i] = (im * dx + re * dy + map->center_y * 8192) * (1 << fine);
    }
}

void prism_warp_kernels_init(prism_warp_kernels *kernels, uint32_t cpu_flags) {
    *kernels = (prism_warp_kernels){
        .sample1 = prism_sample1_c,
        .sample2 = prism_sample2_c,
        .sample4 = prism_sample4_c,
        .radial = prism_radial_c,
    };
#if defined(__aarch64__)
    if (cpu_flags & PRISM_CPU_NEON)
        prism_warp_init_neon(kernels);
#elif defined(__x86_64__)
    if (cpu_flags & PRISM_CPU_AVX2)
        prism_warp_init_avx2(kernels);
#endif
    (void)cpu_flags;
}

prism_sample_fn *prism_sampler(const prism_warp_kernels *kernels, int32_t step) {
    return step == 1 ? kernels->sample1 : step == 2 ? kernels->sample2 : kernels->sample4;
}
