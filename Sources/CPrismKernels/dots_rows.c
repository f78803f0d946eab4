// SPDX-License-Identifier: MIT
// Pointillize: jittered dots, painted as spans row by row, in integers of 1/16 pixel.
#include "include/prism_tiles.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#define UNIT 16

/// Where the dots of a range of rows are painted.
typedef struct painter {
    const prism_raster *src;
    uint64_t seed;
    int32_t radius, pitch; ///< In 1/16 pixel.
} painter;

/// SplitMix64's finish: the bits of a cell.
static uint64_t cell_bits(uint64_t seed, int32_t column, int32_t row) {
    uint64_t z = seed + 0x9e3779b97f4a7c15 * ((uint64_t)(uint32_t)row << 32 | (uint32_t)column);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
}

static int32_t clamp(int32_t value, int32_t most) {
    return value < 0 ? 0 : value > most ? most : value;
}

/// Moves one pixel of `out` towards `color` by `cover` sixteenths.
static void blend(uint8_t *out, const uint8_t *color, int step, int cover) {
    for (int c = 0; c < step; c++)
        out[c] = (uint8_t)((out[c] * (UNIT - cover) + color[c] * cover + UNIT / 2) / UNIT);
}

/// Sets `count` pixels; the sizes are constants so that the loops become vectors.
static void fill(uint8_t *out, const uint8_t *color, int step, int32_t count) {
    if (step == 1)
        memset(out, color[0], (size_t)count);
    else if (step == 2)
        for (int32_t x = 0; x < count; x++)
            memcpy(out + 2 * x, color, 2);
    else
        for (int32_t x = 0; x < count; x++)
            memcpy(out + 4 * x, color, 4);
}

/// Paints from `left` to `right`, in 1/16 pixel; the pixels at the ends in part.
static void paint_span(uint8_t *out, const uint8_t *color, int step, int32_t width, int32_t left,
                       int32_t right) {
    left = clamp(left, width * UNIT);
    right = clamp(right, width * UNIT);
    int32_t first = (left + UNIT - 1) / UNIT, last = right / UNIT;
    if (right <= left)
        return;
    if (first > last) {
        blend(out + last * step, color, step, right - left);
        return;
    }
    if (left < first * UNIT)
        blend(out + (first - 1) * step, color, step, first * UNIT - left);
    fill(out + first * step, color, step, last - first);
    if (right > last * UNIT)
        blend(out + last * step, color, step, right - last * UNIT);
}

/// Paints the part of one cell's dot that crosses row `y`.
static void paint_dot(const painter *p, uint8_t *out, int32_t column, int32_t row, int32_t y) {
    uint64_t bits = cell_bits(p->seed, column, row);
    int32_t cx = column * p->pitch + (int32_t)((bits & 0xffff) * (uint64_t)p->pitch >> 16);
    int32_t cy = row * p->pitch + (int32_t)((bits >> 16 & 0xffff) * (uint64_t)p->pitch >> 16);
    int64_t dy = y * UNIT + UNIT / 2 - cy, rest = (int64_t)p->radius * p->radius - dy * dy;
    if (rest <= 0)
        return;
    int32_t half = (int32_t)sqrt((double)rest);
    const uint8_t *from = prism_plane_row(p->src, clamp(cy / UNIT, p->src->height - 1));
    int32_t x = clamp(cx / UNIT, p->src->width - 1);
    uint8_t color[4];
    memcpy(color, from + x * p->src->step, (size_t)p->src->step);
    paint_span(out, color, p->src->step, p->src->width, cx - half, cx + half);
}

/// Paints all dots that cross row `y`: even cells first, so that no row of cells covers the next.
static void paint_row(const painter *p, uint8_t *out, int32_t y) {
    // Cells -2 and on, so that divisions of what is not negative round down.
    int32_t offset = 2 * p->pitch - p->radius, bottom = y * UNIT + UNIT / 2 + p->radius;
    int32_t first = (y * UNIT + UNIT / 2 + offset - p->pitch) / p->pitch - 2;
    int32_t last = bottom / p->pitch, columns = (p->src->width * UNIT + p->radius) / p->pitch;
    for (int phase = 0; phase < 4; phase++)
        for (int32_t j = first; j <= last; j++) {
            if ((j & 1) != phase >> 1)
                continue;
            for (int32_t i = phase & 1 ? -1 : -2; i <= columns; i += 2)
                paint_dot(p, out, i, j, y);
        }
}

int prism_dots_rows(const prism_dots *dots, const prism_raster *dst, const prism_raster *src,
                    int32_t begin, int32_t end, const prism_row_hook *hook) {
    if (!(dots->radius >= 1 && dots->radius <= PRISM_TILE_MAX))
        return -EINVAL;
    painter p = {.src = src, .seed = dots->seed, .radius = (int32_t)lrint(dots->radius * UNIT)};
    p.pitch = p.radius * 3 / 2;
    for (int32_t y = begin; y < end; y++) {
        uint8_t *out = prism_plane_row(dst, y);
        memset(out, dots->paper, (size_t)(src->width * src->step));
        paint_row(&p, out, y);
        prism_row_finish(hook, out, src->width);
    }
    return 0;
}
