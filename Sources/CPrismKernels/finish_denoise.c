// SPDX-License-Identifier: MIT
// À-trous wavelets over the four planes' Hadamard sums, shrunk by their local energy.
//
// Each scale is the difference of two B3 spline averages (Starck and Murtagh). It keeps the share
// max(0, E - v) / E of itself, E being the mean of its squares over 5×5 quads and v what noise alone
// gives there: Wiener's filter with a local signal (Mihçak and others, 1999). Everything stays in
// linear light, so that averages, hence dark colours, are not shifted.
#include "finish.h"

#pragma STDC FP_CONTRACT OFF

enum {
    WINDOW = 5,
    /// Room beside a row for the widest filter: 2 · 2^3 quads on each side.
    REACH = 16,
};

/// Noise that a scale keeps of white noise of variance 1: the squared norm of its filter in 2-D.
static const float kept_variance[PRISM_FINISH_SCALES] = {0.7921F, 0.0404F, 0.00734F, 0.00171F};

typedef struct pass {
    const prism_finish_noise *noise;
    const finish_strip *strip;
    int o0, o1;
    ptrdiff_t stride;
    float *levels[2];                      ///< a component's average before and after a scale
    float *variances[PRISM_FINISH_SCALES]; ///< of white noise, by row and quad
    float *details[WINDOW], *sums[WINDOW]; ///< rings of rows: a scale, and its squares' sums
    float *padded;                         ///< one row with REACH on both sides
} pass;

size_t finish_denoise_floats(int32_t width, int32_t rows) {
    size_t stride = (size_t)finish_stride(width);
    size_t planes = (2 + PRISM_FINISH_SCALES) * (size_t)rows;
    return stride * (planes + 2 * WINDOW + 1) + 2 * REACH + 64;
}

static float *take(float **scratch, size_t floats) {
    float *taken = *scratch;
    *scratch += floats;
    return taken;
}

static void set_up(pass *pass, float *scratch) {
    size_t stride = (size_t)pass->stride;
    size_t plane = stride * (size_t)(pass->strip->last - pass->strip->first);
    for (int index = 0; index < 2; ++index)
        pass->levels[index] = take(&scratch, plane);
    for (int scale = 0; scale < PRISM_FINISH_SCALES; ++scale)
        pass->variances[scale] = take(&scratch, plane);
    for (int index = 0; index < WINDOW; ++index) {
        pass->details[index] = take(&scratch, stride);
        pass->sums[index] = take(&scratch, stride);
    }
    pass->padded = take(&scratch, stride + 2 * REACH) + REACH;
}

static float *level_row(const pass *pass, const float *level, int row) {
    return (float *)(uintptr_t)level + (row - pass->strip->first) * pass->stride;
}

/// R, G, G, B to their sum and three differences, each halved; its own inverse.
static void hadamard(const finish_strip *strip, int r0, int r1) {
    for (int row = r0; row < r1; ++row) {
        float *a = finish_row(strip, 0, row), *b = finish_row(strip, 1, row);
        float *c = finish_row(strip, 2, row), *d = finish_row(strip, 3, row);
        for (int x = 0; x < strip->width; ++x) {
            float ab = a[x] + b[x], cd = c[x] + d[x], a_b = a[x] - b[x], c_d = c[x] - d[x];
            a[x] = 0.5F * (ab + cd);
            b[x] = 0.5F * (a_b + c_d);
            c[x] = 0.5F * (ab - cd);
            d[x] = 0.5F * (a_b - c_d);
        }
    }
}

static void pad_row(float *row, int width, int reach) {
    for (int x = 1; x <= reach; ++x) {
        row[-x] = row[finish_mirror(-x, width)];
        row[width - 1 + x] = row[finish_mirror(width - 1 + x, width)];
    }
}

/// One row of the next average: 1 4 6 4 1 down, then across, with steps of 2^scale.
static void smooth(const pass *pass, const float *from, float *to, int row, int scale) {
    int step = 1 << scale, width = pass->strip->width, height = pass->strip->height;
    const float *rows[5];
    for (int tap = 0; tap < 5; ++tap)
        rows[tap] = level_row(pass, from, finish_mirror(row + (tap - 2) * step, height));
    float *padded = pass->padded;
    for (int x = 0; x < width; ++x)
        padded[x] =
            (rows[0][x] + rows[4][x] + 4 * (rows[1][x] + rows[3][x]) + 6 * rows[2][x]) * 0.0625F;
    pad_row(padded, width, 2 * step);
    const float *p = padded;
    for (int x = 0; x < width; ++x)
        to[x] = (p[x - 2 * step] + p[x + 2 * step] + 4 * (p[x - step] + p[x + step]) + 6 * p[x]) *
                0.0625F;
}

/// Variance of white noise at one scale, from the sum of the planes; a fourth of it is the mean of
/// the planes, twice the sum's half.
static void vary(const pass *pass, const float *sums, float *variances, int row) {
    const prism_finish_noise *noise = pass->noise;
    float slope = 0.5F * noise->slope * noise->strength, offset = noise->offset * noise->strength;
    for (int x = 0; x < pass->strip->width; ++x)
        variances[x] = slope * (sums[x] > 0 ? sums[x] : 0) + offset;
    if (!noise->weights)
        return;
    const uint16_t *weights = noise->weights + row * noise->weights_stride;
    for (int x = 0; x < pass->strip->width; ++x)
        variances[x] *= noise->whole / (float)(weights[x] > 0 ? weights[x] : 1);
}

/// A scale's row, and the sums of its squares over five quads across.
static void detail(const pass *pass, const float *before, const float *after, int row) {
    int width = pass->strip->width;
    float *detail = pass->details[row % WINDOW], *sums = pass->sums[row % WINDOW];
    float *squares = pass->padded;
    for (int x = 0; x < width; ++x) {
        detail[x] = before[x] - after[x];
        squares[x] = detail[x] * detail[x];
    }
    pad_row(squares, width, 2);
    for (int x = 0; x < width; ++x)
        sums[x] = squares[x - 2] + squares[x - 1] + squares[x] + squares[x + 1] + squares[x + 2];
}

/// Takes from a component's row what is noise at one scale.
static void shrink(const pass *pass, float *restrict out, const float *restrict variances, int row,
                   float factor) {
    const float *s[WINDOW];
    for (int tap = 0; tap < WINDOW; ++tap)
        s[tap] = pass->sums[finish_mirror(row + tap - 2, pass->strip->height) % WINDOW];
    const float *restrict detail = pass->details[row % WINDOW];
    for (int x = 0; x < pass->strip->width; ++x) {
        float energy = s[0][x] + s[1][x] + s[2][x] + s[3][x] + s[4][x] + 1e-20F;
        float share = variances[x] * factor / energy;
        out[x] -= detail[x] * (share < 1 ? share : 1);
    }
}

/// Rows whose average a scale must make: those shrunk, two for the window, and what later scales read.
static void range(const pass *pass, int scale, int *r0, int *r1) {
    int extent = 2;
    for (int later = scale + 1; later < PRISM_FINISH_SCALES; ++later)
        extent += 2 << later;
    *r0 = finish_max(pass->o0 - extent, 0);
    *r1 = finish_min(pass->o1 + extent, pass->strip->height);
}

static void run_scale(const pass *pass, int component, int scale, const float *from, float *to) {
    int r0, r1, height = pass->strip->height;
    range(pass, scale, &r0, &r1);
    float factor = 25 * kept_variance[scale] * pass->noise->scales[scale];
    factor *= component == 0 ? 1 : pass->noise->chroma;
    int next = pass->o0;
    for (int row = r0; row < r1; ++row) {
        float *after = level_row(pass, to, row);
        smooth(pass, from, after, row, scale);
        float *variances = level_row(pass, pass->variances[scale], row);
        if (component == 0)
            vary(pass, after, variances, row);
        detail(pass, level_row(pass, from, row), after, row);
        for (; next < pass->o1 && finish_min(next + 2, height - 1) <= row; ++next)
            shrink(pass, finish_row(pass->strip, component, next),
                   level_row(pass, pass->variances[scale], next), next, factor);
    }
}

static void run_component(const pass *pass, int component) {
    const finish_strip *strip = pass->strip;
    for (int row = strip->first; row < strip->last; ++row) {
        const float *from = finish_row(strip, component, row);
        float *to = level_row(pass, pass->levels[0], row);
        for (int x = 0; x < strip->width; ++x)
            to[x] = from[x];
    }
    for (int scale = 0; scale < PRISM_FINISH_SCALES; ++scale)
        run_scale(pass, component, scale, pass->levels[scale % 2], pass->levels[1 - scale % 2]);
}

void finish_denoise(const prism_finish_noise *noise, const finish_strip *strip, int o0, int o1,
                    float *scratch) {
    if (!(noise->strength > 0))
        return;
    pass pass = {.noise = noise, .strip = strip, .o0 = o0, .o1 = o1};
    pass.stride = finish_stride(strip->width);
    set_up(&pass, scratch);
    hadamard(strip, strip->first, strip->last);
    for (int component = 0; component < 4; ++component)
        run_component(&pass, component);
    hadamard(strip, o0, o1);
}
