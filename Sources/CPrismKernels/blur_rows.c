// SPDX-License-Identifier: MIT
// The separable Gaussian: its weights, and a range of rows from columns to a padded line to output.
#include "blur.h"

#include <errno.h>
#include <math.h>
#include <string.h>

void prism_blur_weights(int16_t *weights, int radius, double variance) {
    double exact[PRISM_BLUR_MAX_RADIUS + 1], total = 0;
    for (int k = 0; k <= radius; k++) {
        exact[k] = variance > 0 ? exp(-0.5 * k * k / variance) : k == 0;
        total += k ? 2 * exact[k] : exact[k];
    }
    int rest = 32768;
    for (int k = radius; k > 0; k--) {
        weights[k] = (int16_t)lrint(exact[k] / total * 32768);
        rest -= 2 * weights[k];
    }
    // A centre of one whole is 2^15, which is no int16; its neighbour still copies exactly.
    weights[0] = (int16_t)(rest > INT16_MAX ? INT16_MAX : rest);
}

int prism_blur_prepare(prism_blur *blur, double sigma) {
    if (!(sigma >= 0 && sigma <= PRISM_BLUR_MAX_SIGMA))
        return -EINVAL;
    // Beyond three standard deviations and a half pixel lies less than 1/370 of the weight.
    blur->radius = (int32_t)ceil(3 * sigma);
    prism_blur_weights(blur->weights, blur->radius, sigma * sigma);
    return 0;
}

void prism_pad_row16(uint16_t *row, int width, int step, int pixels) {
    uint16_t *last = row + (width - 1) * step;
    for (int i = 1; i <= pixels; i++)
        for (int c = 0; c < step; c++) {
            row[-i * step + c] = row[c];
            last[i * step + c] = last[c];
        }
}

size_t prism_blur_scratch_size(const prism_blur *blur, int32_t width, int32_t step) {
    size_t pixels = (size_t)width + 2 * (size_t)blur->radius;
    return pixels * (size_t)step * sizeof(uint16_t) + sizeof(uint16_t);
}

void prism_blur_rows(const prism_blur_kernels *kernels, const prism_blur *blur,
                     const prism_raster *dst, const prism_raster *src, int32_t begin, int32_t end,
                     const prism_row_hook *hook, void *scratch) {
    const uint8_t *rows[2 * PRISM_BLUR_MAX_RADIUS + 1];
    int radius = blur->radius, count = src->width * src->step;
    uintptr_t aligned = ((uintptr_t)scratch + 1) & ~(uintptr_t)1;
    uint16_t *line = (uint16_t *)aligned + radius * src->step;
    for (int32_t y = begin; y < end; y++) {
        for (int k = 0; k <= 2 * radius; k++)
            rows[k] = prism_plane_row(src, y - radius + k);
        kernels->columns(line, rows, blur->weights, radius, count);
        prism_pad_row16(line, src->width, src->step, radius);
        uint8_t *out = prism_plane_row(dst, y);
        kernels->row(out, line, blur->weights, radius, src->step, count);
        prism_row_finish(hook, out, dst->width);
    }
}
