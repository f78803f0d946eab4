// SPDX-License-Identifier: MIT
// The motion blur: its taps, and a range of rows over a ring of rows with margins.
#include "streak.h"

#include <errno.h>
#include <math.h>
#include <string.h>

/// Splits a position into a whole number and 1/64; the whole number is rounded down.
static int16_t split(double position, uint8_t *fraction) {
    int in_64ths = (int)lrint(position * 64);
    *fraction = (uint8_t)(in_64ths & 63);
    return (int16_t)(in_64ths >> 6);
}

int prism_motion_prepare(prism_motion *motion, double radius, double angle) {
    if (!(radius >= 0 && radius <= PRISM_MOTION_MAX_RADIUS) || !isfinite(angle))
        return -EINVAL;
    // Rows count downwards, angles upwards.
    double dx = cos(angle), dy = -sin(angle);
    int flat = fabs(dx) >= fabs(dy), reach = (int)lrint(radius * fmax(fabs(dx), fabs(dy)));
    double slope = flat ? dy / dx : dx / dy;
    *motion = (prism_motion){.taps = 2 * reach + 1, .reach = reach};
    motion->scale = motion->taps > 1 ? (32768 + reach) / motion->taps : INT16_MAX;
    motion->next_x = flat ? 0 : 1;
    motion->next_y = flat ? 1 : 0;
    for (int k = 0; k < motion->taps; k++) {
        int16_t across = split((k - reach) * slope, &motion->fractions[k]);
        motion->x[k] = flat ? (int16_t)(k - reach) : across;
        motion->y[k] = flat ? across : (int16_t)(k - reach);
        int last = motion->y[k] + motion->next_y;
        motion->top = motion->y[k] < motion->top ? motion->y[k] : motion->top;
        motion->bottom = last > motion->bottom ? last : motion->bottom;
    }
    return 0;
}

/// A block of rows is done by tiles of columns, so that all taps of a tile stay in the first-level cache.
enum { BLOCK_ROWS = 32, TILE_BYTES = 512 };

/// Pixels that a tile reads to each side of itself.
static int margin(const prism_motion *motion) {
    return motion->reach + 1;
}

static int tile_width(int32_t step) {
    return TILE_BYTES / step;
}

/// Bytes of a row of a tile that is copied because it reads beyond the image.
static size_t copied_stride(const prism_motion *motion, int32_t step) {
    return (size_t)((tile_width(step) + 2 * margin(motion)) * step);
}

size_t prism_motion_scratch_size(const prism_motion *motion, int32_t step) {
    size_t rows = (size_t)(BLOCK_ROWS + motion->bottom - motion->top);
    return rows * copied_stride(motion, step);
}

/// Copies pixels `left` up to `right` of a row, edges continued.
static void copy_row(uint8_t *out, const prism_raster *src, int32_t row, int32_t left,
                     int32_t right) {
    const uint8_t *in = prism_plane_row(src, row);
    int32_t first = left > 0 ? left : 0, last = right < src->width ? right : src->width;
    size_t step = (size_t)src->step;
    memcpy(out + (size_t)(first - left) * step, in + (size_t)first * step,
           (size_t)(last - first) * step);
    for (int32_t x = left; x < first; x++)
        memcpy(out + (size_t)(x - left) * step, in, step);
    for (int32_t x = last; x < right; x++)
        memcpy(out + (size_t)(x - left) * step, in + (size_t)(src->width - 1) * step, step);
}

/// A tile of a block of rows.
typedef struct tile {
    int32_t top, bottom, left, width;
} tile;

/// A plane that is right for the tile and as far around it as the taps read, from column `left` and row
/// `top` on: the source itself, or a copy with edges continued.
static prism_raster surroundings(const prism_motion *motion, const prism_raster *src, const tile *t,
                                 uint8_t *scratch) {
    int32_t left = t->left - margin(motion), right = t->left + t->width + margin(motion);
    int32_t first = t->top + motion->top, last = t->bottom + motion->bottom;
    prism_raster near = *src;
    near.height = last - first;
    near.data = src->data + first * src->stride + left * src->step;
    if (left >= 0 && right <= src->width && first >= 0 && last <= src->height)
        return near;
    near.data = scratch;
    near.stride = (ptrdiff_t)copied_stride(motion, src->step);
    for (int32_t y = first; y < last; y++)
        copy_row(scratch + (y - first) * near.stride, src, y, left, right);
    return near;
}

static void blur_tile(const prism_streak_kernels *kernels, const prism_motion *motion,
                      const prism_raster *dst, const prism_raster *near, const tile *t) {
    const uint8_t *pairs[2 * (2 * PRISM_MOTION_MAX_RADIUS + 1)];
    ptrdiff_t next = motion->next_y * near->stride + motion->next_x * near->step;
    for (int32_t y = t->top; y < t->bottom; y++) {
        for (int k = 0; k < motion->taps; k++) {
            ptrdiff_t row = y - t->top + motion->y[k] - motion->top;
            int x = motion->x[k] + margin(motion);
            pairs[2 * k] = near->data + row * near->stride + x * near->step;
            pairs[2 * k + 1] = pairs[2 * k] + next;
        }
        kernels->streak(prism_plane_row(dst, y) + t->left * near->step, pairs, motion->fractions,
                        motion->taps, motion->scale, t->width * near->step);
    }
}

void prism_motion_rows(const prism_streak_kernels *kernels, const prism_motion *motion,
                       const prism_raster *dst, const prism_raster *src, int32_t begin, int32_t end,
                       const prism_row_hook *hook, void *scratch) {
    for (int32_t top = begin; top < end; top += BLOCK_ROWS) {
        tile t = {top, end - top < BLOCK_ROWS ? end : top + BLOCK_ROWS, 0, tile_width(src->step)};
        for (; t.left < src->width; t.left += t.width) {
            t.width = src->width - t.left < t.width ? src->width - t.left : t.width;
            prism_raster near = surroundings(motion, src, &t, scratch);
            blur_tile(kernels, motion, dst, &near, &t);
        }
        for (int32_t y = top; hook && y < t.bottom; y++)
            prism_row_finish(hook, prism_plane_row(dst, y), dst->width);
    }
}
