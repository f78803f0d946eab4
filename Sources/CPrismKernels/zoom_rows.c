// SPDX-License-Identifier: MIT
// The zoom blur: where a pass's pixels come from, and a range of rows.
#include "streak.h"

#include <errno.h>
#include <math.h>

int prism_zoom_prepare(prism_zoom *zoom, double center_x, double center_y, double amount) {
    if (!(fabs(center_x) <= 32767) || !(fabs(center_y) <= 32767) || !(amount >= 0 && amount <= 0.9))
        return -EINVAL;
    double samples = 1 << PRISM_ZOOM_PASSES;
    *zoom = (prism_zoom){center_x, center_y, pow(1 - amount, 1 / (samples - 1))};
    return 0;
}

size_t prism_zoom_scratch_size(int32_t width) {
    return (size_t)width * (sizeof(uint16_t) + sizeof(int16_t)) + sizeof(uint16_t);
}

/// The first of two neighbours among `size` of a place on the way to the centre, and how far it is on.
static int find(int at, double center, double scale, int size, double *rest) {
    double place = center + (at + 0.5 - center) * scale - 0.5;
    place = fmin(fmax(place, 0), size - 1);
    int first = (int)place;
    first = first > size - 2 ? size - 2 : first;
    *rest = place - first;
    return first;
}

void prism_zoom_rows(const prism_streak_kernels *kernels, const prism_zoom *zoom, int pass,
                     const prism_raster *dst, const prism_raster *src, int32_t begin, int32_t end,
                     const prism_row_hook *hook, void *scratch) {
    double scale = pow(zoom->factor, 1 << pass), rest;
    uint16_t *left = (uint16_t *)(((uintptr_t)scratch + 1) & ~(uintptr_t)1);
    int16_t *weights = (int16_t *)(left + src->width);
    // Halves round up and down in turn, so that four passes do not brighten.
    prism_stretch stretch = {left, weights, src->width, 0, (pass & 1) == 0};
    for (int32_t x = 0; src->width > 1 && x < src->width; x++) {
        left[x] = (uint16_t)find(x, zoom->center_x, scale, src->width, &rest);
        weights[x] = (int16_t)fmin(rint(rest * 32768), INT16_MAX);
    }
    for (int32_t y = begin; y < end; y++) {
        int above = src->height > 1 ? find(y, zoom->center_y, scale, src->height, &rest) : 0;
        stretch.row_weight = src->height > 1 ? (int32_t)lrint(rest * 128) : 0;
        uint8_t *out = prism_plane_row(dst, y);
        if (src->width > 1)
            kernels->stretch(out, prism_plane_row(src, y), prism_plane_row(src, above),
                             prism_plane_row(src, above + 1), &stretch, src->step);
        else
            __builtin_memcpy(out, prism_plane_row(src, y), (size_t)src->step);
        prism_row_finish(hook, out, dst->width);
    }
}
