// SPDX-License-Identifier: MIT
// Which rows a warp needs, and where they lie in scratch.
#include "night_ring.h"

/// Rows of scratch beside the ring: those of a mosaic that are looked at together, and one of results.
enum { SPARE_ROWS = 12 };

static int64_t across(const prism_night_warp *warp, int width) {
    return warp->vx * (width + 15);
}

int prism_night_warp_rows(const prism_night_warp *warp, int width) {
    int64_t span = across(warp, width);
    return warp->step * ((int)((span < 0 ? -span : span) >> 32) + 7);
}

size_t prism_night_scratch(int width, int height, int rows) {
    size_t row = ((size_t)width + 2 * PRISM_NIGHT_PAD) * sizeof(int16_t);
    return (size_t)height * sizeof(int16_t *) + row * (size_t)(rows + SPARE_ROWS) + 64;
}

/// The least (or most) shift in whole pixels along row y, with one to spare for the roundings of the lanes.
static int reach(const prism_ring *ring, int y, int most) {
    const prism_night_warp *warp = ring->warp;
    int64_t left = warp->v + warp->vy * y, span = across(warp, ring->width);
    int64_t end = (span > 0) == (most != 0) ? left + span : left;
    return (int)(end >> 32);
}

static int within(int v, int least, int most) {
    return v < least ? least : v > most ? most : v;
}

static int first_row(const prism_ring *ring, int y) {
    int step = ring->warp->step;
    return within(y + step * (reach(ring, y, 0) - 2), 0, ring->height - step);
}

int prism_ring_last(const prism_ring *ring, int y) {
    int step = ring->warp->step;
    return within(y + step * (reach(ring, y, 1) + 3), step - 1, ring->height - 1);
}

void *prism_ring_init(prism_ring *ring, const prism_night_warp *warp, int width, int height, int y0,
                      void *scratch) {
    ring->table = scratch;
    ring->store = (int16_t *)(void *)(ring->table + height);
    ring->stride = width + 2 * PRISM_NIGHT_PAD;
    ring->width = width, ring->height = height, ring->warp = warp;
    ring->size = prism_night_warp_rows(warp, width);
    ring->next = first_row(ring, y0);
    for (int v = 0; v < height; v++)
        ring->table[v] = prism_ring_slot(ring, v);
    return ring->store + ring->stride * ring->size;
}
