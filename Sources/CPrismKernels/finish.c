// SPDX-License-Identifier: MIT
// Strips: unpack with a halo, denoise, then either colours or samples again.
#include "finish.h"

#include <math.h>

#pragma STDC FP_CONTRACT OFF

enum {
    /// Rows of colours, and two of gains and saturation.
    COLOR_ROWS = 4 * 3 + 2,
    /// A row of quads above and below those written, for the demosaic.
    NEAR = 1,
    ALIGNMENT = 64,
};

static size_t strip_rows(int32_t rows) {
    return (size_t)rows + 2 * (PRISM_FINISH_HALO + NEAR);
}

size_t prism_finish_scratch(int32_t width, int32_t rows) {
    size_t stride = (size_t)finish_stride(width);
    size_t floats = 5 * stride * strip_rows(rows) + COLOR_ROWS * stride +
                    finish_denoise_floats(width, (int32_t)strip_rows(rows));
    return floats * sizeof(float) + ALIGNMENT;
}

/// The strip with its rows from the mosaic; `scratch` moves past it.
static finish_strip load(const prism_finish_job *job, int o0, int o1, float **scratch) {
    const prism_finish_mosaic *mosaic = &job->mosaic;
    finish_strip strip = {.width = mosaic->width, .height = mosaic->height};
    strip.stride = finish_stride(mosaic->width);
    strip.first = finish_max(o0 - PRISM_FINISH_HALO, 0);
    strip.last = finish_min(o1 + PRISM_FINISH_HALO, mosaic->height);
    for (int position = 0; position < 4; ++position) {
        strip.planes[position] = *scratch;
        *scratch += strip.stride * (strip.last - strip.first);
    }
    finish_unpack(mosaic, &strip);
    return strip;
}

static float *aligned(void *scratch) {
    uintptr_t address = (uintptr_t)scratch;
    return (float *)((address + ALIGNMENT - 1) & ~(uintptr_t)(ALIGNMENT - 1));
}

static finish_colors color_rows(float **scratch, ptrdiff_t stride) {
    finish_colors colors;
    for (int position = 0; position < 4; ++position)
        for (int color = 0; color < 3; ++color) {
            colors.rgb[position][color] = *scratch;
            *scratch += stride;
        }
    return colors;
}

void prism_finish_strip(const prism_finish_job *job, int32_t q0, int32_t q1, void *scratch) {
    int o0 = finish_max(q0 - NEAR, 0), o1 = finish_min(q1 + NEAR, job->mosaic.height);
    float *rest = aligned(scratch);
    finish_strip strip = load(job, o0, o1, &rest);
    finish_colors colors = color_rows(&rest, strip.stride);
    float *gain = rest;
    rest += 2 * strip.stride;
    float *burnt = rest;
    rest += strip.stride * (strip.last - strip.first);
    finish_denoise(&job->noise, &strip, o0, o1, rest);
    finish_balance(job->mosaic.colors, job->tone.gains, &strip, o0, o1, burnt);
    for (int row = q0; row < q1; ++row) {
        const float *near[3];
        for (int side = 0; side < 3; ++side) {
            int line = finish_min(finish_max(row + side - 1, 0), strip.height - 1);
            near[side] = burnt + (line - strip.first) * strip.stride + FINISH_PAD;
        }
        finish_demosaic(job->mosaic.colors, &strip, row, &colors);
        finish_tone(&job->tone, &job->picture, &colors, row, strip.width, near, gain);
    }
}

void prism_finish_mosaic_strip(const prism_finish_job *job, int32_t q0, int32_t q1,
                               uint16_t *samples, ptrdiff_t stride, void *scratch) {
    float *rest = aligned(scratch);
    finish_strip strip = load(job, q0, q1, &rest);
    finish_denoise(&job->noise, &strip, q0, q1, rest);
    float range = 1 / job->mosaic.scale;
    for (int row = q0; row < q1; ++row)
        for (int position = 0; position < 4; ++position) {
            const float *from = finish_row(&strip, position, row);
            uint16_t *to = samples + (2 * row + position / 2) * stride + position % 2;
            for (int x = 0; x < strip.width; ++x) {
                float value = from[x] * range + job->mosaic.black[position] + 0.5F;
                to[2 * x] = (uint16_t)(value < 0 ? 0 : value > 65535 ? 65535 : value);
            }
        }
}
