// SPDX-License-Identifier: MIT
// Scaling by the bilinear sampler: positions along a row once, then rows.
#include "include/prism_scale.h"

/// Where pixel `at` of `to` pixels comes from among `from`, in 1/65536 pixel.
static int32_t source_position(int32_t at, int32_t to, int32_t from) {
    int64_t middle = (2 * (int64_t)at + 1) * from * 32768 / to;
    return (int32_t)(middle - 32768);
}

static void fill_positions(int32_t *x, int32_t to, int32_t from) {
    for (int32_t at = 0; at < to; at++)
        x[at] = source_position(at, to, from);
}

/// One row of `height` of the result.
static void scale_row(prism_sample_fn *sample, uint8_t *out, const prism_raster *src,
                      const int32_t *x, int32_t *y, int32_t width, int32_t row, int32_t height) {
    int32_t position = source_position(row, height, src->height);
    for (int32_t at = 0; at < width; at++)
        y[at] = position;
    sample(out, src, x, y, width);
}

/// Positions of luma, of chroma, and of the row; two rows of luma and one of chroma.
size_t prism_scale_scratch_size(int32_t width) {
    size_t pixels = (size_t)width + 1;
    return 3 * pixels * sizeof(int32_t) + 3 * pixels;
}

void prism_scale_rows(const prism_warp_kernels *kernels, const prism_raster *dst,
                      const prism_raster *src, int32_t begin, int32_t end,
                      const prism_row_hook *hook, void *scratch) {
    int32_t *x = scratch, *y = x + dst->width + 1;
    fill_positions(x, dst->width, src->width);
    for (int32_t row = begin; row < end; row++) {
        uint8_t *out = prism_plane_row(dst, row);
        scale_row(prism_sampler(kernels, src->step), out, src, x, y, dst->width, row, dst->height);
        prism_row_finish(hook, out, dst->width);
    }
}

void prism_scale_nv12_rows(const prism_warp_kernels *kernels, prism_nv12_to_xrgb_fn *convert,
                           const prism_matrix *matrix, const prism_raster *dst,
                           const prism_raster *luma, const prism_raster *chroma, int32_t begin,
                           int32_t end, const prism_row_hook *hook, void *scratch) {
    int32_t pixels = dst->width + 1, pairs = pixels / 2;
    int32_t *luma_x = scratch, *chroma_x = luma_x + pixels, *y = chroma_x + pixels;
    uint8_t *lumas = (uint8_t *)(y + pixels), *chromas = lumas + 2 * pixels;
    fill_positions(luma_x, dst->width, luma->width);
    fill_positions(chroma_x, pairs, chroma->width);
    for (int32_t row = begin; row < end; row += 2) {
        int rows = end - row < 2 ? 1 : 2;
        for (int k = 0; k < rows; k++)
            scale_row(kernels->sample1, lumas + k * pixels, luma, luma_x, y, dst->width, row + k,
                      dst->height);
        scale_row(kernels->sample2, chromas, chroma, chroma_x, y, pairs, row / 2,
                  (dst->height + 1) / 2);
        prism_dst out = {prism_plane_row(dst, row), dst->stride};
        convert(out, (prism_src){lumas, pixels}, (prism_src){chromas, pixels}, dst->width, 0, rows,
                matrix);
        for (int k = 0; k < rows; k++)
            prism_row_finish(hook, prism_plane_row(dst, row + k), dst->width);
    }
}
