// SPDX-License-Identifier: MIT
// The reference of affine colour, and the choice of its paths.
#include "color.h"

void prism_matrix_xrgb_row(uint8_t *dst, const uint8_t *src, int n, const prism_matrix *matrix) {
    for (int x = 0; x < n; x++, dst += 4, src += 4) {
        // A copy, so that a row may be changed in place.
        const uint8_t in[4] = {src[0], src[1], src[2], src[3]};
        for (int i = 0; i < 3; i++)
            dst[i] = prism_matrix_value(in, matrix->c[i], matrix->offset[i], matrix->shift);
        dst[3] = in[3];
    }
}

static void matrix_xrgb_c(prism_dst dst, prism_src src, int width, int y0, int y1,
                          const prism_matrix *matrix) {
    for (int y = y0; y < y1; y++)
        prism_matrix_xrgb_row(prism_dst_row(dst, y), prism_src_row(src, y), width, matrix);
}

void prism_affine_u8_row(uint8_t *dst, const uint8_t *src, int n, const prism_affine *affine) {
    int half = 1 << (affine->shift - 1);
    for (int x = 0; x < n; x++) {
        int sum = prism_mulhrs(src[x] << 7, affine->c) + affine->offset + half;
        dst[x] = prism_clamp_u8(sum >> affine->shift);
    }
}

static void affine_u8_c(prism_dst dst, prism_src src, int width, int y0, int y1,
                        const prism_affine *affine) {
    for (int y = y0; y < y1; y++)
        prism_affine_u8_row(prism_dst_row(dst, y), prism_src_row(src, y), width, affine);
}

void prism_color_kernels_init(prism_color_kernels *kernels, uint32_t cpu_flags) {
    kernels->matrix_xrgb = matrix_xrgb_c;
    kernels->affine_u8 = affine_u8_c;
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
