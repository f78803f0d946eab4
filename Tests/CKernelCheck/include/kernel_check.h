// SPDX-License-Identifier: MIT
// Compares every slot on every path with the C reference, byte for byte (the manner of dav1d's checkasm).
//
// A concern registers with one line in suites.c and a file of its own: a `check_suite` that names its table's size, the
// function that fills it, and a `check_case` per slot: which planes, which parameters, how to call it.
#pragma once

#include "prism_planes.h"

#include <stddef.h>
#include <stdint.h>

/// Random numbers that are the same everywhere (SplitMix64).
typedef struct check_random {
    uint64_t state;
} check_random;

/// 64 random bits. Thread: the owner's.
uint64_t check_next(check_random *random);

/// A number in low ... high. Thread: the owner's.
int check_between(check_random *random, int low, int high);

/// A real number in low ..< high. Thread: the owner's.
double check_real(check_random *random, double low, double high);

/// What a plane holds.
typedef struct check_plane {
    /// Bytes per column; 0 says that there is no plane.
    int bytes;
    /// Columns and rows are halved, rounding up, this many times.
    int sub_x, sub_y;
    /// Size of a sample, which pointers and strides are multiples of; 0 is 1.
    int align;
    /// 16-bit samples are held to this; 0 leaves all bits.
    uint16_t most;
    /// Columns and rows around the plane that the slot may read.
    int halo_x, halo_y;
    /// Bytes of a table that has this size at any width and is not split by rows; 0 for a plane.
    int fixed;
} check_plane;

enum {
    CHECK_PLANES = 6,
    CHECK_PARAMETER_BYTES = 4096,
    /// The variant of parameters that is timed and counted.
    CHECK_TYPICAL = 7,
};

/// A call of a slot.
typedef struct check_call {
    prism_dst dst[CHECK_PLANES];
    prism_src src[CHECK_PLANES];
    int width, height, y0, y1;
    /// What `prepare` wrote.
    const void *parameters;
} check_call;

/// One slot.
typedef struct check_case {
    const char *name;
    /// Where the table holds it: offsetof.
    size_t slot;
    check_plane dst[CHECK_PLANES], src[CHECK_PLANES];
    /// Rows are split at multiples of this; 0 is 1.
    int row_step;
    /// How many sources dst[0] may each be: 0, 1 for src[0] alone, 2 for src[0] or src[1].
    int in_place;
    /// Writes up to CHECK_PARAMETER_BYTES of parameters; `variant` 0 ... 7 asks for extremes first. May be NULL.
    void (*prepare)(void *parameters, int variant, check_random *random);
    /// Calls the slot of a table.
    void (*call)(const void *table, const check_call *call);
} check_case;

/// The slots of a concern.
typedef struct check_suite {
    const char *name;
    size_t table_size;
    /// Fills the table for flags; 0 is the reference.
    void (*init)(void *table, uint32_t cpu_flags);
    const check_case *cases;
    int case_count;
} check_suite;

/// The number of slots of all suites. Thread: any.
int check_count(void);

/// "color.matrix_xrgb". Thread: any.
const char *check_name(int index);

/// Checks a slot's path against the reference at widths 1 ... 130 and some real sizes. Returns 0, or 1 with a message of
/// what differs first. Thread: any.
int check_run(int index, uint32_t cpu_flags, uint64_t seed, char *message, size_t size);

/// 1 where the flags choose another function than the reference's. Thread: any.
int check_has_path(int index, uint32_t cpu_flags);

/// The least thread CPU time of one call over a whole picture, in nanoseconds; 0 without repetitions. Thread: any.
uint64_t check_time(int index, uint32_t cpu_flags, int width, int height, int repetitions);
