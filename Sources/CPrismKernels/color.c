// SPDX-License-Identifier: MIT
// The reference of affine colour, and the choice of its paths.
#include "color.h"

/// Pixels of 3 or 4 bytes.
static void matrix_row(uint8_t *dst, const uint8_t *src, int n, int size, const prism_matrix *m) {
    for (int x = 0; x < n; x++, dst += size, src += size) {
        // A copy, so that a row may be changed in place.
        const uint8_t in[3] = {src[0], src[1], src[2]};
        for (int i = 0; i < 3; i++)
            dst[i] = prism_matrix_value(in, m->c[i], m->offset[i], m->shift);
        if (size == 4)
            dst[3] = src[3];
    }
}

void prism_matrix_xrgb_row(uint8_t *dst, const uint8_t *src, int n, const prism_matrix *matrix) {
    matrix_row(dst, src, n, 4, matrix);
}

void prism_matrix_rgb888_row(uint8_t *dst, const uint8_t *src, int n, const prism_matrix *matrix) {
    matrix_row(dst, src, n, 3, matrix);
}

void prism_matrix_chain_row(uint8_t *dst, const uint8_t *src, int n, const prism_matrix *stages,
                            int count) {
    for (int i = 0; i < count; i++, src = dst)
        matrix_row(dst, src, n, 4, &stages[i]);
}

static void matrix_xrgb_c(prism_dst dst, prism_src src, int width, int y0, int y1,
                          const prism_matrix *matrix) {
    for (int y = y0; y < y1; y++)
        prism_matrix_xrgb_row(prism_dst_row(dst, y), prism_src_row(src, y), width, matrix);
}

static void matrix_rgb888_c(prism_dst dst, prism_src src, int width, int y0, int y1,
                            const prism_matrix *matrix) {
    for (int y = y0; y < y1; y++)
        prism_matrix_rgb888_row(prism_dst_row(dst, y), prism_src_row(src, y), width, matrix);
}

static void matrix_chain_xrgb_c(prism_dst dst, prism_src src, int width, int y0, int y1,
                                const prism_matrix *stages, int count) {
    for (int y = y0; y < y1; y++)
        prism_matrix_chain_row(prism_dst_row(dst, y), prism_src_row(src, y), width, stages, count);
}

void prism_color_kernels_init(prism_color_kernels *kernels, uint32_t cpu_flags) {
    kernels->matrix_xrgb = matrix_xrgb_c;
    kernels->matrix_rgb888 = matrix_rgb888_c;
    kernels->matrix_chain_xrgb = matrix_chain_xrgb_c;
    prism_color_init_planes(kernels);
#if defined(__aarch64__)
    if (cpu_flags & PRISM_CPU_NEON)
        prism_color_init_neon(kernels);
#elif defined(__x86_64__)
    if (cpu_flags & PRISM_CPU_AVX2)
        prism_color_init_avx2(kernels);
    if (cpu_flags & PRISM_CPU_AVX512)
        prism_color_init_avx512(kernels);
#else
    (void)cpu_flags;
#endif
}
