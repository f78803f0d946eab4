// SPDX-License-Identifier: MIT
// The slots of tone.
#include "memory.h"
#include "prism_tone_kernels.h"
#include "suites.h"

#include <stdlib.h>

/// What a case's parameters choose of the tables below.
typedef struct tone_choice {
    int variant;
    uint64_t seed;
} tone_choice;

static void prepare(void *parameters, int variant, check_random *random) {
    *(tone_choice *)parameters = (tone_choice){variant, check_next(random)};
}

static void init(void *table, uint32_t cpu_flags) {
    prism_tone_kernels_init(table, cpu_flags);
}

/// Three tables of bytes: the identity, or random.
static void fill_tables(uint8_t tables[3 * 256], const tone_choice *choice) {
    check_random random = {choice->seed};
    for (int i = 0; i < 3 * 256; i++)
        tables[i] = (uint8_t)(choice->variant == 0 ? i : check_between(&random, 0, 255));
}

static void call_lut_u8(const void *table, const check_call *c) {
    uint8_t tables[3 * 256];
    fill_tables(tables, c->parameters);
    ((const prism_tone_kernels *)table)
        ->lut_u8(c->dst[0], c->src[0], c->width, c->y0, c->y1, tables);
}

static void call_lut_xrgb(const void *table, const check_call *c) {
    uint8_t tables[3 * 256];
    fill_tables(tables, c->parameters);
    ((const prism_tone_kernels *)table)
        ->lut_xrgb(c->dst[0], c->src[0], c->width, c->y0, c->y1, tables);
}

static void call_lut_u16(const void *table, const check_call *c) {
    const tone_choice *choice = c->parameters;
    static _Thread_local uint16_t entries[1024];
    check_random random = {choice->seed};
    check_fill((uint8_t *)entries, sizeof entries, CHECK_RANDOM, &random);
    ((const prism_tone_kernels *)table)
        ->lut_u16(c->dst[0], c->src[0], c->width, c->y0, c->y1, entries, 1023);
}

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

static void call_cube_xrgb(const void *table, const check_call *c) {
    static const int sizes[CUBE_SIZES] = {17, 2, CUBE_MOST, 33};
    const int which = ((const tone_choice *)c->parameters)->variant % CUBE_SIZES;
    const prism_cube cube = {cube_entries(which, sizes[which]), sizes[which]};
    if (cube.entries)
        ((const prism_tone_kernels *)table)
            ->cube_xrgb(c->dst[0], c->src[0], c->width, c->y0, c->y1, &cube);
}

enum { GRID_COLUMNS = 420, GRID_ROWS = 280 };

/// A grid of no gain, of random gains, of extreme ones, or smooth.
static prism_gain_grid gain_grid(const tone_choice *choice) {
    static _Thread_local int16_t gains[GRID_ROWS * GRID_COLUMNS];
    static _Thread_local uint64_t seed;
    check_random random = {choice->seed};
    if (seed != choice->seed)
        for (int i = 0; i < GRID_ROWS * GRID_COLUMNS; i++)
            gains[i] = (int16_t)(choice->variant == 0   ? 16384
                                 : choice->variant == 1 ? 32767 * check_between(&random, 0, 1)
                                                        : check_between(&random, 0, 32767));
    seed = choice->seed;
    static const int blacks[] = {0, 16, 128, 255};
    return (prism_gain_grid){gains, GRID_COLUMNS, choice->variant & 1 ? 16 : 8,
                             blacks[choice->variant & 3]};
}

static void call_gain_xrgb(const void *table, const check_call *c) {
    prism_gain_grid grid = gain_grid(c->parameters);
    grid.step = 16;
    ((const prism_tone_kernels *)table)
        ->gain_xrgb(c->dst[0], c->src[0], c->width, c->y0, c->y1, &grid);
}

static void call_gain_u8(const void *table, const check_call *c) {
    const prism_gain_grid grid = gain_grid(c->parameters);
    ((const prism_tone_kernels *)table)
        ->gain_u8(c->dst[0], c->src[0], c->width, c->y0, c->y1, &grid);
}

static void call_gain_pairs(const void *table, const check_call *c) {
    const prism_gain_grid grid = gain_grid(c->parameters);
    ((const prism_tone_kernels *)table)
        ->gain_pairs(c->dst[0], c->src[0], c->width, c->y0, c->y1, &grid);
}

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
