// SPDX-License-Identifier: MIT
// The blurs' inner loops in plain C: the definition that every other path equals bit for bit.
#include "blur.h"

void prism_blur_columns_c(uint16_t *dst, const uint8_t *const *rows, const int16_t *weights,
                          int radius, int count) {
    for (int i = 0; i < count; i++) {
        int sum = prism_mulhrs(PRISM_BLUR_ONE * rows[radius][i], weights[0]);
        for (int k = 1; k <= radius; k++) {
            int pair = rows[radius - k][i] + rows[radius + k][i];
            sum += prism_mulhrs(PRISM_BLUR_ONE * pair, weights[k]);
        }
        dst[i] = (uint16_t)sum;
    }
}

void prism_blur_columns16_c(uint16_t *dst, const uint16_t *const *rows, const int16_t *weights,
                            int radius, int count) {
    for (int i = 0; i < count; i++) {
        int sum = prism_mulhrs(rows[radius][i], weights[0]);
        for (int k = 1; k <= radius; k++)
            sum += prism_mulhrs(rows[radius - k][i] + rows[radius + k][i], weights[k]);
        dst[i] = (uint16_t)sum;
    }
}

static inline int row_sum(const uint16_t *src, const int16_t *weights, int radius, int step) {
    int sum = prism_mulhrs(src[0], weights[0]);
    for (int k = 1; k <= radius; k++)
        sum += prism_mulhrs(src[-k * step] + src[k * step], weights[k]);
    return sum;
}

void prism_blur_row_c(uint8_t *dst, const uint16_t *src, const int16_t *weights, int radius,
                      int step, int count) {
    for (int i = 0; i < count; i++) {
        int sum = row_sum(src + i, weights, radius, step);
        dst[i] = prism_clamp_u8((sum + PRISM_BLUR_ONE / 2) / PRISM_BLUR_ONE);
    }
}

void prism_blur_row16_c(uint16_t *dst, const uint16_t *src, const int16_t *weights, int radius,
                        int step, int count) {
    for (int i = 0; i < count; i++)
        dst[i] = (uint16_t)row_sum(src + i, weights, radius, step);
}

/// The sum of `size` neighbouring pixels' samples in each of `size` rows.
static inline unsigned block_sum(const uint8_t *const *rows, int size, int step, int at) {
    unsigned sum = 0;
    for (int y = 0; y < size; y++)
        for (int x = 0; x < size; x++)
            sum += rows[y][at + x * step];
    return sum;
}

void prism_reduce4_c(uint16_t *dst, const uint8_t *const rows[4], int step, int blocks) {
    for (int i = 0; i < blocks; i++)
        for (int c = 0; c < step; c++)
            dst[i * step + c] = (uint16_t)(4 * block_sum(rows, 4, step, 4 * i * step + c));
}

void prism_reduce2_c(uint16_t *dst, const uint8_t *const rows[2], int step, int blocks) {
    for (int i = 0; i < blocks; i++)
        for (int c = 0; c < step; c++)
            dst[i * step + c] = (uint16_t)(16 * block_sum(rows, 2, step, 2 * i * step + c));
}

void prism_mix16_c(uint16_t *dst, const uint16_t *a, const uint16_t *b, int weight, int count) {
    for (int i = 0; i < count; i++)
        dst[i] = (uint16_t)(a[i] + prism_mulhrs(b[i] - a[i], weight));
}

void prism_expand_span(uint8_t *dst, const uint16_t *src, int shift, int step, int begin, int end) {
    int size = 1 << shift;
    for (int x = begin; x < end; x++) {
        // In halves of an output pixel, from the centre of sample -1.
        int from = 2 * x + size + 1;
        const uint16_t *left = src + ((from >> (shift + 1)) - 1) * step;
        int weight = (from & (2 * size - 1)) << (14 - shift);
        for (int c = 0; c < step; c++) {
            int value = left[c] + prism_mulhrs(left[c + step] - left[c], weight);
            dst[x * step + c] = prism_clamp_u8((value + PRISM_BLUR_ONE / 2) / PRISM_BLUR_ONE);
        }
    }
}

void prism_expand_c(uint8_t *dst, const uint16_t *src, int shift, int step, int width) {
    prism_expand_span(dst, src, shift, step, 0, width);
}

void prism_blur_kernels_init(prism_blur_kernels *kernels, uint32_t cpu_flags) {
    *kernels = (prism_blur_kernels){
        .columns = prism_blur_columns_c,
        .columns16 = prism_blur_columns16_c,
        .row = prism_blur_row_c,
        .row16 = prism_blur_row16_c,
        .reduce4 = prism_reduce4_c,
        .reduce2 = prism_reduce2_c,
        .mix16 = prism_mix16_c,
        .expand = prism_expand_c,
    };
#if defined(__aarch64__)
    if (cpu_flags & PRISM_CPU_NEON)
        prism_blur_init_neon(kernels);
#elif defined(__x86_64__)
    if (cpu_flags & PRISM_CPU_AVX2)
        prism_blur_init_avx2(kernels);
#endif
    (void)cpu_flags;
}
