// SPDX-License-Identifier: MIT
// Pixellate: the mean of each square, one row of squares at a time.
#include "include/prism_tiles.h"

#include <errno.h>
#include <string.h>

/// The first pixel of the square that holds `at`.
static int32_t square_start(int32_t at, int32_t origin, int32_t size) {
    int32_t phase = (at - origin) % size;
    return at - (phase < 0 ? phase + size : phase);
}

size_t prism_tiles_scratch_size(int32_t width, int32_t step) {
    return (size_t)width * (size_t)step * (sizeof(uint32_t) + 1);
}

/// Adds up the columns of rows `top` up to `bottom`.
static void sum_columns(uint32_t *sums, const prism_raster *src, int32_t top, int32_t bottom) {
    int count = src->width * src->step;
    memset(sums, 0, (size_t)count * sizeof *sums);
    for (int32_t y = top; y < bottom; y++) {
        const uint8_t *row = prism_plane_row(src, y);
        for (int i = 0; i < count; i++)
            sums[i] += row[i];
    }
}

/// Rows of squares of one pixel.
static void copy_rows(const prism_raster *dst, const prism_raster *src, int32_t begin, int32_t end,
                      const prism_row_hook *hook) {
    for (int32_t y = begin; y < end; y++) {
        uint8_t *out = prism_plane_row(dst, y);
        memcpy(out, prism_plane_row(src, y), (size_t)(src->width * src->step));
        prism_row_finish(hook, out, src->width);
    }
}

/// The colour of pixels `left` up to `right` of a row of squares `rows` high, to each of them.
static void fill_square(uint8_t *line, const uint32_t *sums, int32_t left, int32_t right, int step,
                        int32_t rows) {
    uint32_t pixels = (uint32_t)(right - left) * (uint32_t)rows;
    uint8_t mean[4];
    for (int c = 0; c < step; c++) {
        uint32_t total = pixels / 2;
        for (int32_t x = left; x < right; x++)
            total += sums[x * step + c];
        mean[c] = (uint8_t)(total / pixels);
    }
    for (int32_t x = left; x < right; x++)
        memcpy(line + x * step, mean, (size_t)step);
}

static int32_t smaller(int32_t a, int32_t b) {
    return a < b ? a : b;
}

static int32_t larger(int32_t a, int32_t b) {
    return a > b ? a : b;
}

int prism_tiles_rows(const prism_tiles *tiles, const prism_raster *dst, const prism_raster *src,
                     int32_t begin, int32_t end, const prism_row_hook *hook, void *scratch) {
    int32_t size = tiles->size, width = src->width;
    if (size < 1 || size > PRISM_TILE_MAX)
        return -EINVAL;
    if (size == 1) {
        copy_rows(dst, src, begin, end, hook);
        return 0;
    }
    uint32_t *sums = scratch;
    uint8_t *line = (uint8_t *)(sums + width * src->step);
    for (int32_t y = begin; y < end;) {
        int32_t start = square_start(y, tiles->origin_y, size);
        int32_t top = larger(start, 0), bottom = smaller(start + size, src->height);
        sum_columns(sums, src, top, bottom);
        for (int32_t x = 0; x < width;) {
            int32_t right = smaller(square_start(x, tiles->origin_x, size) + size, width);
            fill_square(line, sums, x, right, src->step, bottom - top);
            x = right;
        }
        for (; y < smaller(bottom, end); y++) {
            memcpy(prism_plane_row(dst, y), line, (size_t)(width * src->step));
            prism_row_finish(hook, prism_plane_row(dst, y), width);
        }
    }
    return 0;
}
