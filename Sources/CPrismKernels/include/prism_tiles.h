// SPDX-License-Identifier: MIT
// Looks made of tiles: pixellate and pointillize. Plain C; they are bound by memory.
#pragma once

#include "prism_plane.h"

/// The largest tile and dot, in pixels.
#define PRISM_TILE_MAX 512

/// Squares of one colour each.
typedef struct prism_tiles {
    int32_t size;               ///< Pixels of a side, 1 to PRISM_TILE_MAX.
    int32_t origin_x, origin_y; ///< A corner of a square; any pixel.
} prism_tiles;

/// Bytes of scratch that one thread needs for rows of `width` pixels. Thread: any. Errors: none.
size_t prism_tiles_scratch_size(int32_t width, int32_t step);

/// Fills each square with the rounded mean of its pixels that lie in the image.
///
/// The halo is `size - 1` rows. `hook` may be NULL; `scratch` is aligned to 4 bytes.
/// Thread: any; ranges may run in parallel. Errors: -EINVAL (size out of range).
int prism_tiles_rows(const prism_tiles *tiles, const prism_raster *dst, const prism_raster *src,
                     int32_t begin, int32_t end, const prism_row_hook *hook, void *scratch);

/// Round dots at random places, each of the colour of the image at its centre, on white.
///
/// One dot lies in each square cell of 3/4 of a dot's width, at a place that only the seed, the
/// cell's column and its row decide. Dots of even rows and columns of cells are painted first.
typedef struct prism_dots {
    double radius; ///< Pixels, 1 to PRISM_TILE_MAX; half as much for chroma at half the size.
    uint64_t seed; ///< Another seed, another pattern.
    uint8_t paper; ///< Between the dots: 255, or 128 for chroma.
} prism_dots;

/// Paints rows `begin` up to `end`. The halo is the radius and one cell. `hook` may be NULL.
/// Thread: any; ranges may run in parallel. Errors: -EINVAL (radius out of range).
int prism_dots_rows(const prism_dots *dots, const prism_raster *dst, const prism_raster *src,
                    int32_t begin, int32_t end, const prism_row_hook *hook);
