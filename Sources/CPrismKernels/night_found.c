// SPDX-License-Identifier: MIT
// Adds the reference's moved tiles from where they are in a frame.
#include "include/prism_night_follow.h"
#include "night.h"

#include <stdlib.h>
#include <string.h>

enum {
    STEP = PRISM_NIGHT_TILE_STEP,
    SIDE = PRISM_NIGHT_TILE_SIDE,
    /// Samples of a tile's side, and of what interpolation needs.
    PIXELS = 2 * SIDE,
    NEEDED = PIXELS + 6,
};

void prism_night_place(const prism_night_follow *follow, int x, int y, int *u, int *v);

/// A raised cosine over a tile: 256 times the sum of two that overlap.
static const uint8_t window[SIDE] = {10, 79, 177, 246, 246, 177, 79, 10};

typedef struct patch {
    /// The tile's corner in the reference's quads.
    int x, y;
    /// Whole samples and fraction (2^-15 of two samples) of where it is in the frame.
    int u, v, fu, fv;
    int16_t values[PIXELS * PIXELS];
} patch;

/// Splits a place in 1/256 of quads into whole quads and a fraction.
static void locate(patch *patch, const prism_night_follow *follow,
                   const prism_night_motion *motion) {
    int u, v;
    prism_night_place(follow, patch->x + SIDE / 2, patch->y + SIDE / 2, &u, &v);
    u += motion->x - 256 * SIDE / 2, v += motion->y - 256 * SIDE / 2;
    patch->u = 2 * (u >> 8), patch->fu = (u & 255) << 7;
    patch->v = 2 * (v >> 8), patch->fv = (v & 255) << 7;
}

static int centred(const prism_night_mosaic *mosaic, int x, int y) {
    const prism_night_unpacking *how = &mosaic->unpacking;
    int value = mosaic->samples[mosaic->stride * y + x];
    value = value < how->limit ? value : how->limit;
    int scaled = how->shift >= 0 ? value * (1 << how->shift)
                                 : (value + (1 << (-how->shift - 1))) >> -how->shift;
    return scaled - how->black[2 * (y & 1) + (x & 1)];
}

/// The first fill at or after a place, by halving.
static int first_fill(const prism_night_merge *merge, int x, int y) {
    int low = 0, high = merge->fill_count;
    while (low < high) {
        int middle = (low + high) / 2;
        const prism_night_suspect *fill = &merge->fills[middle];
        if (fill->y < y || (fill->y == y && fill->x < x))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/// A row of samples from x on, hot pixels filled, what lies outside repeated.
static void read_row(int16_t row[NEEDED], const prism_night_merge *merge, int x, int y) {
    const prism_night_mosaic *mosaic = &merge->mosaic;
    int at = prism_nearest(y, mosaic->height, 2);
    for (int i = 0; i < NEEDED; i++)
        row[i] = (int16_t)centred(mosaic, prism_nearest(x + i, mosaic->width, 2), at);
    for (int k = first_fill(merge, x < 0 ? 0 : x, at); k < merge->fill_count; k++) {
        const prism_night_suspect *fill = &merge->fills[k];
        if (fill->y != at || fill->x >= x + NEEDED)
            return;
        row[fill->x - x] = fill->fill;
    }
}

static void sample(patch *patch, const prism_night_merge *merge) {
    const prism_taps across = prism_cubic(patch->fu), down = prism_cubic(patch->fv);
    int16_t rows[NEEDED][PIXELS], row[NEEDED];
    for (int j = 0; j < NEEDED; j++) {
        read_row(row, merge, patch->u - 2, patch->v - 2 + j);
        for (int i = 0; i < PIXELS; i++)
            rows[j][i] = prism_interpolate(row[i], row[i + 2], row[i + 4], row[i + 6], across);
    }
    for (int j = 0; j < PIXELS; j++)
        for (int i = 0; i < PIXELS; i++)
            patch->values[PIXELS * j + i] =
                prism_interpolate(rows[j][i], rows[j + 2][i], rows[j + 4][i], rows[j + 6][i], down);
}

static int level(const patch *patch, int i, int j, const int16_t *table) {
    const int16_t *at = patch->values + 2 * PIXELS * j + 2 * i;
    int entry = ((at[0] + at[1] + at[PIXELS] + at[PIXELS + 1] + 2) >> 3) + PRISM_NIGHT_ZERO;
    return table[entry < 0 ? 0 : entry < PRISM_NIGHT_ENTRIES ? entry : PRISM_NIGHT_ENTRIES - 1];
}

static int ramp(int value, int full, int none) {
    if (value <= full)
        return 255;
    return value >= none ? 0 : 255 * (none - value) / (none - full);
}

/// How far the tile is trusted, 0 to 255.
static int trust(const patch *patch, const prism_night_follow *follow, const int16_t *table) {
    int64_t sizes = 0, means = 0;
    for (int j = 0; j < SIDE; j++)
        for (int i = 0; i < SIDE; i++) {
            int weight = window[i] * window[j];
            int d = follow->ref.data[follow->ref.stride * (patch->y + j) + patch->x + i] -
                    level(patch, i, j, table);
            sizes += weight * abs(d), means += weight * d;
        }
    // The windows sum to 1024 each way, that is 2^20; 256 times the mean is the sum over 2^12.
    int size = ramp((int)(sizes >> 12), follow->size_full, follow->size_none);
    int mean = ramp((int)(llabs(means) >> 12), follow->mean_full, follow->mean_none);
    return size < mean ? size : mean;
}

/// Adds the patch's rows of quads that are within y0 ..< y1.
static void put(const prism_night_stack *stack, const prism_night_follow *follow,
                const patch *patch, int trusted, int y0, int y1) {
    const ptrdiff_t width = stack->width;
    for (int j = 0; j < SIDE; j++) {
        int y = patch->y + j;
        if (y < y0 || y >= y1)
            continue;
        const uint8_t *given =
            follow->weights + (ptrdiff_t)(follow->ref.width + PRISM_NIGHT_PAD) * y;
        for (int i = 0; i < SIDE; i++) {
            int x = patch->x + i, free = 255 - given[x];
            int weight = (int)(((int64_t)window[i] * window[j] * trusted * free + 255 * 32768) /
                               (255 * 65536));
            const int16_t *from = patch->values + 2 * PIXELS * j + 2 * i;
            int32_t *to = stack->sums + width * 2 * y + 2 * x;
            to[0] += weight * from[0], to[1] += weight * from[1];
            to[width] += weight * from[PIXELS], to[width + 1] += weight * from[PIXELS + 1];
            uint16_t *total = &stack->totals[width / 2 * y + x];
            *total = (uint16_t)(*total + weight);
        }
    }
}

void prism_night_add_found(const prism_night_stack *stack, const prism_night_merge *merge,
                           const prism_night_follow *follow, const int16_t *table,
                           const prism_night_motion *motions, int y0, int y1) {
    const int columns = prism_night_tiles_along(follow->ref.width),
              rows = prism_night_tiles_along(follow->ref.height);
    int first = y0 < SIDE ? 0 : (y0 - SIDE) / STEP + 1;
    for (int j = first; j < rows && STEP * j < y1; j++)
        for (int i = 0; i < columns; i++) {
            const prism_night_motion *motion = &motions[(ptrdiff_t)j * columns + i];
            if (!motion->found)
                continue;
            patch patch = {.x = STEP * i, .y = STEP * j};
            locate(&patch, follow, motion);
            sample(&patch, merge);
            int trusted = trust(&patch, follow, table);
            if (trusted)
                put(stack, follow, &patch, trusted, y0, y1);
        }
}
