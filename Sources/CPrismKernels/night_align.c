// SPDX-License-Identifier: MIT
// Pictures of levels: halving, resampling, tile sums and the search for a beginning.
#include "night_ring.h"

#include <limits.h>
#include <stdlib.h>

static int16_t *level_row(const prism_night_levels *levels, int y) {
    int last = levels->height - 1;
    return levels->data + levels->stride * (y < 0 ? 0 : y > last ? last : y);
}

void prism_night_halve(const prism_night_kernels *kernels, const prism_night_levels *small,
                       const prism_night_levels *large, int y0, int y1) {
    for (int y = y0; y < y1; y++) {
        const int16_t *rows[4];
        for (int i = 0; i < 4; i++)
            rows[i] = level_row(large, 2 * y - 1 + i);
        kernels->half(level_row(small, y), rows, small->width);
    }
}

void prism_night_resample(const prism_night_kernels *kernels, const prism_night_levels *dst,
                          const prism_night_levels *src, const prism_night_warp *warp, int y0,
                          int y1, void *scratch) {
    prism_ring ring;
    prism_ring_init(&ring, warp, src->width, src->height, y0, scratch);
    for (int y = y0; y < y1; y++) {
        for (int last = prism_ring_last(&ring, y); ring.next <= last;)
            prism_ring_put(&ring, kernels, level_row(src, ring.next));
        prism_ring_row(&ring, kernels, level_row(dst, y), y);
    }
}

void prism_night_compare(const prism_night_kernels *kernels, int8_t *differences,
                         const prism_night_levels *ref, const prism_night_levels *alt,
                         const prism_night_warp *warp, int scale, int y0, int y1, void *scratch) {
    prism_ring ring;
    int16_t *moved = prism_ring_init(&ring, warp, alt->width, alt->height, y0, scratch);
    ptrdiff_t stride = ref->width + PRISM_NIGHT_PAD;
    for (int y = y0; y < y1; y++) {
        for (int last = prism_ring_last(&ring, y); ring.next <= last;)
            prism_ring_put(&ring, kernels, level_row(alt, ring.next));
        prism_ring_row(&ring, kernels, moved, y);
        kernels->differ(differences + stride * y, level_row(ref, y), moved, ref->width, scale);
    }
}

void prism_night_tiles(const prism_night_kernels *kernels, prism_night_sums *sums,
                       const prism_night_levels *ref, const prism_night_levels *alt, int t0,
                       int t1) {
    const int columns = (ref->width - 2) / PRISM_NIGHT_TILE;
    const ptrdiff_t size = sizeof(int16_t);
    for (int j = t0; j < t1; j++)
        for (int i = 0; i < columns; i++) {
            int x = 1 + PRISM_NIGHT_TILE * i, y = 1 + PRISM_NIGHT_TILE * j;
            prism_src a = {level_row(ref, y) + x, ref->stride * size};
            prism_src b = {level_row(alt, y) + x, alt->stride * size};
            kernels->tile(&sums[j * columns + i], a, b);
        }
}

static int64_t difference(const prism_night_levels *ref, const prism_night_levels *alt, int reach,
                          int dx, int dy) {
    int64_t sum = 0;
    for (int y = reach; y < ref->height - reach; y++) {
        const int16_t *a = level_row(ref, y), *b = level_row(alt, y + dy) + dx;
        int row = 0;
        for (int x = reach; x < ref->width - reach; x++)
            row += abs(a[x] - b[x]);
        sum += row;
    }
    return sum;
}

int32_t prism_night_search(const prism_night_levels *ref, const prism_night_levels *alt, int reach,
                           int *dx, int *dy) {
    int64_t best = INT64_MAX, area = (int64_t)(ref->width - 2 * reach) * (ref->height - 2 * reach);
    for (int y = -reach; y <= reach; y++)
        for (int x = -reach; x <= reach; x++) {
            int64_t sum = difference(ref, alt, reach, x, y);
            if (sum < best)
                best = sum, *dx = x, *dy = y;
        }
    return area > 0 ? (int32_t)(16 * best / area) : INT32_MAX;
}
