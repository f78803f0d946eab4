// SPDX-License-Identifier: MIT
// The reference of YUV and RGB, and the choice of the paths of conversion.
#include "convert.h"

void prism_yuv_to_xrgb_row(uint8_t *dst, const uint8_t *luma, prism_chroma_row chroma, int x, int n,
                           const prism_matrix *matrix) {
    for (; x < n; x++) {
        const int at = x / 2 * chroma.step;
        const uint8_t yuv[3] = {luma[x], chroma.u[at], chroma.v[at]};
        for (int i = 0; i < 3; i++)
            dst[4 * x + i] =
                prism_matrix_value(yuv, matrix->c[i], matrix->offset[i], matrix->shift);
        dst[4 * x + 3] = 255;
    }
}

static void nv12_to_xrgb_c(prism_dst dst, prism_src luma, prism_src chroma, int width, int y0,
                           int y1, const prism_matrix *matrix) {
    for (int y = y0; y < y1; y++) {
        const uint8_t *uv = prism_src_row(chroma, y / 2);
        prism_yuv_to_xrgb_row(prism_dst_row(dst, y), prism_src_row(luma, y),
                              (prism_chroma_row){uv, uv + 1, 2}, 0, width, matrix);
    }
}

static void yuv420_to_xrgb_c(prism_dst dst, prism_src luma, prism_src u, prism_src v, int width,
                             int y0, int y1, const prism_matrix *matrix) {
    for (int y = y0; y < y1; y++) {
        const prism_chroma_row chroma = {prism_src_row(u, y / 2), prism_src_row(v, y / 2), 1};
        prism_yuv_to_xrgb_row(prism_dst_row(dst, y), prism_src_row(luma, y), chroma, 0, width,
                              matrix);
    }
}

/// The chroma of 2x2 pixels: columns x and `right` of both rows.
static void mean_to_uv(prism_yuv_rows dst, const uint8_t *const src[2], int x, int right,
                       const prism_matrix *m) {
    uint8_t mean[3];
    for (int i = 0; i < 3; i++)
        mean[i] = (uint8_t)((src[0][4 * x + i] + src[0][4 * right + i] + src[1][4 * x + i] +
                             src[1][4 * right + i] + 2) >>
                            2);
    dst.u[x / 2 * dst.step] = prism_matrix_value(mean, m->c[1], m->offset[1], m->shift);
    dst.v[x / 2 * dst.step] = prism_matrix_value(mean, m->c[2], m->offset[2], m->shift);
}

void prism_xrgb_to_yuv_rows(prism_yuv_rows dst, const uint8_t *const src[2], int x, int n,
                            const prism_matrix *m) {
    for (; x < n; x++) {
        for (int row = 0; row < 2; row++)
            dst.luma[row][x] =
                prism_matrix_value(src[row] + 4 * x, m->c[0], m->offset[0], m->shift);
        if (x % 2 == 0)
            mean_to_uv(dst, src, x, x + 1 < n ? x + 1 : x, m);
    }
}

prism_yuv_rows prism_nv12_rows(prism_dst luma, prism_dst chroma, int y, int y1) {
    uint8_t *uv = prism_dst_row(chroma, y / 2);
    const int next = y + 1 < y1 ? y + 1 : y;
    return (prism_yuv_rows){{prism_dst_row(luma, y), prism_dst_row(luma, next)}, uv, uv + 1, 2};
}

prism_yuv_rows prism_yuv420_rows(prism_dst luma, prism_dst u, prism_dst v, int y, int y1) {
    const int next = y + 1 < y1 ? y + 1 : y;
    return (prism_yuv_rows){{prism_dst_row(luma, y), prism_dst_row(luma, next)},
                            prism_dst_row(u, y / 2),
                            prism_dst_row(v, y / 2),
                            1};
}

static void xrgb_to_nv12_c(prism_dst luma, prism_dst chroma, prism_src src, int width, int y0,
                           int y1, const prism_matrix *matrix) {
    for (int y = y0; y < y1; y += 2) {
        const uint8_t *const rows[2] = {prism_src_row(src, y),
                                        prism_src_row(src, y + 1 < y1 ? y + 1 : y)};
        prism_xrgb_to_yuv_rows(prism_nv12_rows(luma, chroma, y, y1), rows, 0, width, matrix);
    }
}

static void xrgb_to_yuv420_c(prism_dst luma, prism_dst u, prism_dst v, prism_src src, int width,
                             int y0, int y1, const prism_matrix *matrix) {
    for (int y = y0; y < y1; y += 2) {
        const uint8_t *const rows[2] = {prism_src_row(src, y),
                                        prism_src_row(src, y + 1 < y1 ? y + 1 : y)};
        prism_xrgb_to_yuv_rows(prism_yuv420_rows(luma, u, v, y, y1), rows, 0, width, matrix);
    }
}

void prism_convert_kernels_init(prism_convert_kernels *kernels, uint32_t cpu_flags) {
    kernels->nv12_to_xrgb = nv12_to_xrgb_c;
    kernels->yuv420_to_xrgb = yuv420_to_xrgb_c;
    kernels->xrgb_to_nv12 = xrgb_to_nv12_c;
    kernels->xrgb_to_yuv420 = xrgb_to_yuv420_c;
    prism_convert_init_layout(kernels);
#if defined(__aarch64__)
    if (cpu_flags & PRISM_CPU_NEON)
        prism_convert_init_neon(kernels);
#elif defined(__x86_64__)
    if (cpu_flags & PRISM_CPU_AVX2)
        prism_convert_init_avx2(kernels);
    if (cpu_flags & PRISM_CPU_AVX512)
        prism_convert_init_avx512(kernels);
#else
    (void)cpu_flags;
#endif
}
