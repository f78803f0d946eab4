// SPDX-License-Identifier: MIT
// Runs one stage of the night stack so often that an emulator can count its instructions: night_cost STAGE TIMES.
#include "prism_cpu.h"
#include "prism_night_stages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    WIDTH = 512,
    HEIGHT = 256,
    QUADS = WIDTH / 2,
    LINES = HEIGHT / 2,
    STRIDE = QUADS + PRISM_NIGHT_PAD
};

static uint16_t samples[WIDTH * HEIGHT];
static int16_t table[PRISM_NIGHT_ENTRIES], reference[STRIDE * (LINES + 1)],
    frame[STRIDE * (LINES + 1)];
static int16_t small[STRIDE * (LINES + 1)];
static int32_t sums[WIDTH * HEIGHT];
static uint16_t totals[QUADS * LINES];
static int8_t differences[STRIDE * (LINES + 1)];
static uint8_t weights[STRIDE * (LINES + 1)], shrunk[STRIDE * (LINES + 1)];
static prism_night_suspect suspects[4096];
static prism_night_sums tiles[(QUADS / 16) * (LINES / 16)];
static char scratch[1 << 20];

static prism_night_kernels kernels;
static prism_night_suspicion suspicion;
static const prism_night_levels quads = {reference, STRIDE, QUADS, LINES},
                                other = {frame, STRIDE, QUADS, LINES};
static const prism_night_levels halves = {small, STRIDE, QUADS / 2, LINES / 2};
static const prism_night_weighing weighing = {11000, 2194, 15000, 765, 40000};

/// A turn of 0.4 degrees and a shift of (7.3, -4.6) pixels.
static prism_night_warp warp(int step) {
    const double unit = 4294967296.0 / step;
    return (prism_night_warp){(int64_t)(7.3 * unit),
                              (int64_t)(0.0000244 * unit),
                              (int64_t)(-0.00698 * unit),
                              (int64_t)(-4.6 * unit),
                              (int64_t)(0.00698 * unit),
                              (int64_t)(-0.0000244 * unit),
                              step};
}

static prism_night_mosaic mosaic(void) {
    return (prism_night_mosaic){samples, WIDTH, WIDTH, HEIGHT, {{1024, 1024, 1024, 1024}, 4095, 2}};
}

static void take(void) {
    prism_night_mosaic image = mosaic();
    prism_night_intake intake = {&suspicion, table, NULL, 0, suspects, 4096};
    prism_night_take(&kernels, &quads, &image, &intake, 0, LINES, scratch);
}

static void halve(void) {
    prism_night_halve(&kernels, &halves, &quads, 0, LINES / 2);
}

static void resample(void) {
    prism_night_warp by = warp(1);
    prism_night_resample(&kernels, &other, &quads, &by, 0, LINES, scratch);
}

static void align(void) {
    prism_night_tiles(&kernels, tiles, &quads, &other, 0, (LINES - 2) / PRISM_NIGHT_TILE);
}

static void compare(void) {
    prism_night_warp by = warp(1);
    prism_night_compare(&kernels, differences, &quads, &other, &by, 11000, 0, LINES, scratch);
}

static void weigh(void) {
    prism_night_weights(&kernels, weights, differences, QUADS, LINES, &weighing, 0, LINES, scratch);
    prism_night_shrink(&kernels, shrunk, weights, QUADS, LINES, 0, LINES);
}

static void merge(void) {
    prism_night_stack stack = {sums, totals, WIDTH, HEIGHT};
    prism_night_merge how = {.mosaic = mosaic(), .warp = warp(2), .weights = shrunk};
    prism_night_add(&kernels, &stack, &how, 0, HEIGHT, scratch);
}

static const struct {
    const char *name;
    void (*run)(void);
} stages[] = {
    {"take", take},       {"halve", halve}, {"resample", resample}, {"tiles", align},
    {"compare", compare}, {"weigh", weigh}, {"merge", merge},
};

static void fill(void) {
    uint32_t state = 1;
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        state = state * 1664525u + 1013904223u;
        samples[i] = (uint16_t)(600 + (state >> 26));
    }
    for (int i = 0; i < PRISM_NIGHT_ENTRIES; i++)
        table[i] = (int16_t)(i / 2);
    for (int i = 0; i < 256; i++)
        suspicion.threshold[i] = (int16_t)(500 + 10 * i);
    memset(shrunk, 255, sizeof shrunk);
}

int main(int argc, char **argv) {
    if (argc != 3)
        return 2;
    prism_night_kernels_init(&kernels, prism_cpu_detect());
    fill();
    for (unsigned i = 0; i < sizeof stages / sizeof stages[0]; i++)
        for (int n = strcmp(stages[i].name, argv[1]) ? 0 : atoi(argv[2]); n > 0; n--)
            stages[i].run();
    return 0;
}
