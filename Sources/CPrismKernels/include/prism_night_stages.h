// SPDX-License-Identifier: MIT
// Stages of the night stack over ranges of rows, made of the kernels' row functions.
//
// Every stage may be run over any division into ranges, by any number of threads: results do not depend on it. Scratch is
// the caller's, one per range that runs at a time; no stage allocates, blocks or keeps a pointer. Thread: any.
#pragma once

#include "prism_night_kernels.h"

/// A mosaic as it came from the sensor, and how to centre it.
typedef struct prism_night_mosaic {
    const uint16_t *samples;
    /// Samples from a row to the next.
    ptrdiff_t stride;
    /// Even sides, at least 16.
    int32_t width, height;
    prism_night_unpacking unpacking;
} prism_night_mosaic;

/// A picture of levels; rows have PRISM_NIGHT_PAD samples to spare.
typedef struct prism_night_levels {
    int16_t *data;
    ptrdiff_t stride;
    int32_t width, height;
} prism_night_levels;

/// Bytes of scratch for a stage over pictures of this width, whose warp needs `rows` rows at a time. Errors: none.
/// Thread: any, for rows that nobody else writes.
size_t prism_night_scratch(int width, int height, int rows);

/// Rows that a warp needs at a time for a picture of this width.
/// Thread: any, for rows that nobody else writes.
int prism_night_warp_rows(const prism_night_warp *warp, int width);

/// What a frame's first pass finds out.
typedef struct prism_night_intake {
    const prism_night_suspicion *suspicion;
    /// From grey to level, PRISM_NIGHT_ENTRIES.
    const int16_t *table;
    /// Known hot pixels as y << 16 | x, ascending.
    const uint32_t *map;
    int32_t map_count;
    /// Where suspects of the range go, ascending by row and column, and how many fit.
    prism_night_suspect *suspects;
    int32_t capacity;
} prism_night_intake;

/// Levels of the quads y0 ..< y1 (rows of quads), without suspects and known hot pixels, which are listed.
/// Returns how many suspects there were; those beyond `capacity` are not kept. Errors: none.
/// Thread: any, for rows that nobody else writes.
int prism_night_take(const prism_night_kernels *kernels, const prism_night_levels *levels,
                     const prism_night_mosaic *mosaic, const prism_night_intake *intake, int y0,
                     int y1, void *scratch);

/// Rows y0 ..< y1 of the picture of half the size.
/// Thread: any, for rows that nobody else writes.
void prism_night_halve(const prism_night_kernels *kernels, const prism_night_levels *small,
                       const prism_night_levels *large, int y0, int y1);

/// Rows y0 ..< y1 of a picture resampled to the reference's place.
/// Thread: any, for rows that nobody else writes.
void prism_night_resample(const prism_night_kernels *kernels, const prism_night_levels *dst,
                          const prism_night_levels *src, const prism_night_warp *warp, int y0,
                          int y1, void *scratch);

/// Sums of the tiles in the rows of tiles t0 ..< t1; tile (i, j) has its corner at (1 + 16 i, 1 + 16 j).
/// Thread: any, for rows that nobody else writes.
void prism_night_tiles(const prism_night_kernels *kernels, prism_night_sums *sums,
                       const prism_night_levels *ref, const prism_night_levels *alt, int t0,
                       int t1);

/// Least sum of absolute differences of every `stride`-th pixel between a reference and a picture shifted by whole
/// pixels; `dx` and `dy` get the shift. Areas within `reach` of an edge are not looked at. Returns the sum per pixel
/// in 1/16 levels.
/// Thread: any, for rows that nobody else writes.
int32_t prism_night_search(const prism_night_levels *ref, const prism_night_levels *alt, int reach,
                           int *dx, int *dy);

/// Differences of a frame's levels from the reference's, rows y0 ..< y1, to bytes of stride `width + PRISM_NIGHT_PAD`.
/// Thread: any, for rows that nobody else writes.
void prism_night_compare(const prism_night_kernels *kernels, int8_t *differences,
                         const prism_night_levels *ref, const prism_night_levels *alt,
                         const prism_night_warp *warp, int scale, int y0, int y1, void *scratch);

/// Weights of the quads of rows y0 ..< y1 from differences, both of stride `width + PRISM_NIGHT_PAD`.
/// Thread: any, for rows that nobody else writes.
void prism_night_weights(const prism_night_kernels *kernels, uint8_t *weights,
                         const int8_t *differences, int width, int height,
                         const prism_night_weighing *weighing, int y0, int y1, void *scratch);

/// The least weights of 3×3 quads, rows y0 ..< y1; both of stride `width + PRISM_NIGHT_PAD`.
/// Thread: any, for rows that nobody else writes.
void prism_night_shrink(const prism_night_kernels *kernels, uint8_t *dst, const uint8_t *weights,
                        int width, int height, int y0, int y1);

/// The stack so far.
typedef struct prism_night_stack {
    /// Weighted sums of centred values, `width` each row; weights per quad.
    int32_t *sums;
    uint16_t *totals;
    int32_t width, height;
} prism_night_stack;

/// What a frame adds and where it must not.
typedef struct prism_night_merge {
    prism_night_mosaic mosaic;
    prism_night_warp warp;
    /// Weights of quads, stride width / 2 + PRISM_NIGHT_PAD. NULL: 255 everywhere.
    const uint8_t *weights;
    /// Pixels of the frame that take the median of their neighbours, ascending.
    const prism_night_suspect *fills;
    int32_t fill_count;
    /// Pixels of the reference, y << 16 | x ascending, where the frame has no say: they keep the mean so far.
    const uint32_t *silenced;
    int32_t silenced_count;
    /// How far a pixel may be from the mean so far, by the mean / 64 (256 entries); those farther keep it. NULL: any.
    const int16_t *kappa;
} prism_night_merge;

/// Adds rows y0 ..< y1 (even) of a frame. What lies outside the frame has no weight.
/// Thread: any, for rows that nobody else writes.
void prism_night_add(const prism_night_kernels *kernels, const prism_night_stack *stack,
                     const prism_night_merge *merge, int y0, int y1, void *scratch);

/// From sums to samples.
typedef struct prism_night_result {
    /// Added after scaling, by the columns 0 and 1 of rows 0 and 1.
    int32_t black[4];
    /// Samples per centred unit, in 2^-8 (a power of two).
    int32_t scale;
} prism_night_result;

/// Means of rows y0 ..< y1, rounded to the nearest sample and held to 16 bits; stride in samples.
/// Thread: any, for rows that nobody else writes.
void prism_night_finish(const prism_night_stack *stack, const prism_night_result *result,
                        uint16_t *dst, ptrdiff_t stride, int y0, int y1);
