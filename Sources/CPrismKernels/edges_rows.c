// SPDX-License-Identifier: MIT
// Ranges of rows of the gradient and of unsharp masking, with the image's edges continued.
#include "edges.h"

#include <string.h>

/// The gradient of pixel `x` of a row of `width`, whose neighbours to one side or both lie outside.
static void edge_pixel(uint8_t *dst, const uint8_t *const rows[3], int gain, int step, int x,
                       int width) {
    uint8_t near[3][12];
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < 3; i++) {
            int at = x + i - 1;
            at = at < 0 ? 0 : at < width ? at : width - 1;
            memcpy(near[k] + i * step, rows[k] + at * step, (size_t)step);
        }
    prism_sobel_c(dst + x * step, near[0] + step, near[1] + step, near[2] + step, gain, step, step);
}

static void edge_row(const prism_edges_kernels *kernels, uint8_t *dst, const uint8_t *const rows[3],
                     int gain, int step, int width) {
    edge_pixel(dst, rows, gain, step, 0, width);
    if (width == 1)
        return;
    kernels->sobel(dst + step, rows[0] + step, rows[1] + step, rows[2] + step, gain, step,
                   (width - 2) * step);
    edge_pixel(dst, rows, gain, step, width - 1, width);
}

void prism_edges_rows(const prism_edges_kernels *kernels, int gain, const prism_raster *dst,
                      const prism_raster *src, int32_t begin, int32_t end,
                      const prism_row_hook *hook) {
    for (int32_t y = begin; y < end; y++) {
        const uint8_t *rows[3] = {prism_plane_row(src, y - 1), prism_plane_row(src, y),
                                  prism_plane_row(src, y + 1)};
        uint8_t *out = prism_plane_row(dst, y);
        edge_row(kernels, out, rows, gain, src->step, src->width);
        prism_row_finish(hook, out, dst->width);
    }
}

void prism_unsharp_rows(const prism_edges_kernels *kernels, const prism_blur_kernels *blurs,
                        const prism_blur *blur, int amount, const prism_raster *dst,
                        const prism_raster *src, int32_t begin, int32_t end,
                        const prism_row_hook *hook, void *scratch) {
    for (int32_t y = begin; y < end; y++) {
        prism_blur_rows(blurs, blur, dst, src, y, y + 1, NULL, scratch);
        uint8_t *out = prism_plane_row(dst, y);
        kernels->unsharp(out, prism_plane_row(src, y), out, amount, src->width * src->step);
        prism_row_finish(hook, out, dst->width);
    }
}
