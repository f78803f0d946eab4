// SPDX-License-Identifier: MIT
// A ring of column-resampled rows: as many as the second pass needs at a time.
#pragma once

#include "include/prism_night_stages.h"
#include "night.h"

typedef struct prism_ring {
    /// `table[v]` is row v while it is in the ring.
    const int16_t **table;
    int16_t *store;
    ptrdiff_t stride;
    int width, height, size;
    /// The next row to make.
    int next;
    const prism_night_warp *warp;
} prism_ring;

/// Lays a ring out in scratch; returns what lies behind it.
void *prism_ring_init(prism_ring *ring, const prism_night_warp *warp, int width, int height, int y0,
                      void *scratch);

/// The last row that row y of the reference needs.
int prism_ring_last(const prism_ring *ring, int y);

/// Where row v belongs.
static inline int16_t *prism_ring_slot(const prism_ring *ring, int v) {
    return ring->store + (v % ring->size) * ring->stride;
}

/// Resamples the columns of row v of the frame into the ring.
static inline void prism_ring_put(prism_ring *ring, const prism_night_kernels *kernels,
                                  const int16_t *row) {
    const prism_night_warp *warp = ring->warp;
    int v = ring->next++;
    kernels->columns(prism_ring_slot(ring, v), row, ring->width, warp->step, warp->h + warp->hv * v,
                     warp->hx);
}

/// Row y of the reference's place.
static inline void prism_ring_row(const prism_ring *ring, const prism_night_kernels *kernels,
                                  int16_t *dst, int y) {
    const prism_night_warp *warp = ring->warp;
    kernels->rows(dst, ring->table, ring->height, ring->width, y, warp->step,
                  warp->v + warp->vy * y, warp->vx);
}
