// SPDX-License-Identifier: MIT
// Where the reference's moved parts are in a frame, and adding them from there.
//
// Parts are tiles of 8×8 quads, one every 4 quads, under windows that sum to one. Any division into rows gives the same
// sums. Thread: any, for disjoint rows.
#pragma once

#include "prism_night_stages.h"

enum {
    /// Quads from a tile to the next, and quads of a tile's side.
    PRISM_NIGHT_TILE_STEP = 4,
    PRISM_NIGHT_TILE_SIDE = 8,
};

/// What is known of a tile's motion, in 1/256 of quads.
typedef struct prism_night_motion {
    int16_t x, y;
    /// Motion from the frame before to this one.
    int16_t dx, dy;
    /// Frames in which it was found; 0: not yet.
    int16_t known;
    /// In this frame: 1 found, 0 not looked for or not found.
    int16_t found;
} prism_night_motion;

/// How tiles are looked for and trusted.
typedef struct prism_night_follow {
    prism_night_levels ref, alt;
    /// From the reference's quads to the frame's, step 1.
    prism_night_warp warp;
    /// The frame's weights after shrinking, stride width + PRISM_NIGHT_PAD.
    const uint8_t *weights;
    /// Quads around the expected place that are looked at: before and after a tile was found once.
    int32_t reach, near;
    /// A tile is looked for when its lack of weight sums to more than this (of 64 * 255).
    int32_t lack;
    /// Frames from the reference to this one, at least 1.
    int32_t age;
    /// Sum of squared differences of levels of a match that is believed, at most.
    int64_t most;
    /// As for weights: a windowed mean of sizes, and the size of the mean, in 1/256 levels; weight 255 up to the first,
    /// none from the second on.
    int32_t size_full, size_none, mean_full, mean_none;
} prism_night_follow;

/// Tiles in a row or a column of `quads`.
/// Thread: any, for rows that nobody else writes.
int prism_night_tiles_along(int quads);

/// Looks for the tiles of the rows of tiles t0 ..< t1. `motions` has an entry per tile, a row after the other. Returns how
/// many were found. Errors: none.
/// Thread: any, for rows that nobody else writes.
int prism_night_find(prism_night_motion *motions, const prism_night_follow *follow, int t0, int t1);

/// Adds what was found to rows of quads y0 ..< y1 of the stack, by the merge's mosaic, fills and table from grey to level.
/// Errors: none.
/// Thread: any, for rows that nobody else writes.
void prism_night_add_found(const prism_night_stack *stack, const prism_night_merge *merge,
                           const prism_night_follow *follow, const int16_t *table,
                           const prism_night_motion *motions, int y0, int y1);
