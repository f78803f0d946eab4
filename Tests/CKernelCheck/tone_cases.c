// SPDX-License-Identifier: MIT
// The slots of tone.
#include "memory.h"
#include "prism_tone_kernels.h"
#include "suites.h"

#include <stdlib.h>

enum { WIDE_ENTRIES = 1024 };

/// Tables, and what chooses the cubes and grids below.
typedef struct tone_choice {
    int variant;
    uint64_t seed;
    /// Three of 256: the identity, or random.
    uint8_t tables[3 * 256];
    uint16_t wide[WIDE_ENTRIES];
} tone_choice;

static void prepare(void *parameters, int variant, check_random *random) {
    tone_choice *choice = parameters;
    choice->variant = variant;
    choice->seed = check_next(random);
    for (int i = 0; i < 3 * 256; i++)
        choice->tables[i] = (uint8_t)(variant == 0 ? i : check_between(random, 0, 255));
    for (int i = 0; i < WIDE_ENTRIES; i++)
        choice->wide[i] = (uint16_t)check_between(random, 0, UINT16_MAX);
}

static void init(void *table, uint32_t cpu_flags) {
    prism_tone_kernels_init(table, cpu_flags);
}

#define CALL(slot, ...)                                                                            \
    static void call_##slot(const void *table, const check_call *c) {                              \
        const tone_choice *choice = c->parameters;                                                 \
        ((const prism_tone_kernels *)table)                                                        \
            ->slot(c->dst[0], c->src[0], c->width, c->y0, c->y1, __VA_ARGS__);                     \
    }

CALL(lut_u8, choice->tables)
CALL(lut_xrgb, choice->tables)
CALL(lut_u16, choice->wide, WIDE_ENTRIES - 1)

enum { CUBE_SIZES = 4, CUBE_MOST = 65 };

/// A cube of random colours; what is beyond the last entry is extreme, since it must have no weight.
static int16_t *make_cube(int size) {
    const size_t words = 4 * (size_t)prism_cube_entries(size);
    const size_t inside = 4 * (size_t)size * (size_t)size * (size_t)size;
    int16_t *entries = malloc(words * sizeof *entries);
    check_random random = {(uint64_t)size};
    for (size_t i = 0; entries && i < words; i++)
        entries[i] = (int16_t)(i < inside ? check_between(&random, 0, 32640)
                                          : check_between(&random, INT16_MIN, INT16_MAX));
    return entries;
}

static const int16_t *cube_entries(int which, int size) {
    static _Thread_local int16_t *cubes[CUBE_SIZES];
    if (!cubes[which])
        cubes[which] = make_cube(size);
    return cubes[which];
}

static const prism_cube *cube(const tone_choice *choice) {
    static const int sizes[CUBE_SIZES] = {17, 2, CUBE_MOST, 33};
    static _Thread_local prism_cube cube;
    const int which = choice->variant % CUBE_SIZES;
    cube = (prism_cube){cube_entries(which, sizes[which]), sizes[which]};
    return &cube;
}

CALL(cube_xrgb, cube(choice))

enum { GRID_COLUMNS = 420, GRID_ROWS = 280 };

/// No gain, extreme gains, or random ones.
static int gain_value(int variant, check_random *random) {
    if (variant == 0)
        return 16384;
    return variant == 1 ? 32767 * check_between(random, 0, 1) : check_between(random, 0, 32767);
}

/// A grid of the step 16, or of either.
static const prism_gain_grid *grid(const tone_choice *choice, int always_16) {
    static _Thread_local int16_t gains[GRID_ROWS * GRID_COLUMNS];
    static _Thread_local uint64_t seed;
    static _Thread_local prism_gain_grid grid;
    static const int blacks[] = {0, 16, 128, 255};
    check_random random = {choice->seed};
    for (int i = 0; seed != choice->seed && i < GRID_ROWS * GRID_COLUMNS; i++)
        gains[i] = (int16_t)gain_value(choice->variant, &random);
    seed = choice->seed;
    const int step = always_16 || choice->variant & 1 ? 16 : 8;
    grid = (prism_gain_grid){gains, GRID_COLUMNS, step, blacks[choice->variant & 3]};
    return &grid;
}

CALL(gain_xrgb, grid(choice, 1))
CALL(gain_u8, grid(choice, 0))
CALL(gain_pairs, grid(choice, 0))

#define SLOT(of)                                                                                   \
    .name = #of, .slot = offsetof(prism_tone_kernels, of), .call = call_##of, .prepare = prepare,  \
    .in_place = 1
#define PLANE(size)                                                                                \
    { .bytes = size }

static const check_case cases[] = {
    {SLOT(lut_u8), .dst = {PLANE(1)}, .src = {PLANE(1)}},
    {SLOT(lut_xrgb), .dst = {PLANE(4)}, .src = {PLANE(4)}},
    {SLOT(lut_u16), .dst = {{.bytes = 2, .align = 2}}, .src = {{.bytes = 2, .align = 2}}},
    {SLOT(cube_xrgb), .dst = {PLANE(4)}, .src = {PLANE(4)}},
    {SLOT(gain_xrgb), .dst = {PLANE(4)}, .src = {PLANE(4)}},
    {SLOT(gain_u8), .dst = {PLANE(1)}, .src = {PLANE(1)}},
    {SLOT(gain_pairs), .dst = {PLANE(2)}, .src = {PLANE(2)}},
};

const check_suite check_tone = {
    .name = "tone",
    .table_size = sizeof(prism_tone_kernels),
    .init = init,
    .cases = cases,
    .case_count = sizeof cases / sizeof cases[0],
};
