// SPDX-License-Identifier: MIT
// Planes between guard pages, so that a byte too many is a fault or a changed canary.
#pragma once

#include "include/kernel_check.h"

enum check_pattern { CHECK_RANDOM, CHECK_EXTREMES, CHECK_ONES, CHECK_ZEROS, CHECK_PATTERNS };

/// Memory with an inaccessible page on each side.
typedef struct check_arena {
    uint8_t *mapping;
    uint8_t *bytes;
    size_t size;
} check_arena;

/// A plane laid into an arena.
typedef struct check_layout {
    uint8_t *data;
    ptrdiff_t stride;
    /// What is compared: the plane, its padding, and what is around it.
    uint8_t *begin;
    size_t count;
} check_layout;

int check_arena_open(check_arena *arena, size_t size);
void check_arena_close(check_arena *arena);

/// Lays a plane out, at the end of the arena or near its beginning. `layout->data` is NULL where it does not fit.
void check_lay_out(check_layout *layout, const check_arena *arena, const check_plane *plane,
                   int width, int height, check_random *random);

/// The same layout in another arena of the same size.
check_layout check_mirror(const check_layout *layout, const check_arena *from,
                          const check_arena *to);

/// Fills with a pattern.
void check_fill(uint8_t *bytes, size_t count, enum check_pattern pattern, check_random *random);

/// Holds 16-bit samples to `most`, unless that is 0.
void check_limit(uint8_t *bytes, size_t count, uint16_t most);
