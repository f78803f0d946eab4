// SPDX-License-Identifier: MIT
// What the files of the warps share: the reference slots, which also finish rows, and the paths.
#pragma once

#include "include/prism_cpu.h"
#include "include/prism_warp_kernels.h"
#include "target.h"

#include <stdbool.h>

prism_sample_fn prism_sample1_c;
prism_sample_fn prism_sample2_c;
prism_sample_fn prism_sample4_c;
prism_radial_fn prism_radial_c;

/// True where 32-bit offsets reach all of the plane and each pixel has `pixels` in its row and two rows.
static inline bool prism_plane_is_indexable(const prism_raster *plane, int pixels) {
    int64_t stride = plane->stride < 0 ? -(int64_t)plane->stride : plane->stride;
    return plane->width >= pixels && plane->height >= 2 && stride * plane->height <= INT32_MAX;
}

/// Asks for the memory of a position to come: positions wander between rows, which no prefetcher follows.
/// The row below is asked for, since the one above was the row below of the output's previous row.
static inline void prism_prefetch(const prism_raster *plane, int32_t x, int32_t y) {
    ptrdiff_t offset = ((y >> 16) + 1) * plane->stride + (x >> 16) * plane->step;
    __builtin_prefetch((const void *)((uintptr_t)plane->data + (uintptr_t)offset));
}

/// How many pixels ahead that is done.
#define PRISM_PREFETCH_PIXELS 64

void prism_warp_init_neon(prism_warp_kernels *kernels);
void prism_warp_init_avx2(prism_warp_kernels *kernels);
