// SPDX-License-Identifier: MIT
// The slots of edges, each called row by row.
#include "prism_edges_kernels.h"
#include "suites.h"

/// A gain or amount: its extremes first.
static void prepare_gain(void *parameters, int variant, check_random *random) {
    static const int gains[] = {32767, 0, 1024, 512};
    int *gain = parameters;
    *gain = variant < 4 ? gains[variant] : check_between(random, 0, 32767);
}

static void prepare_comic(void *parameters, int variant, check_random *random) {
    int levels = variant ? check_between(random, 2, 64) : 2;
    (void)prism_comic_prepare(parameters, 1, levels, 2, check_between(random, 0, 255));
}

static void init(void *table, uint32_t cpu_flags) {
    prism_edges_kernels_init(table, cpu_flags);
}

static const uint8_t *src_at(const check_call *c, int plane, int y) {
    return (const uint8_t *)c->src[plane].data + y * c->src[plane].stride;
}

static uint8_t *dst_at(const check_call *c, int y) {
    return (uint8_t *)c->dst[0].data + y * c->dst[0].stride;
}

static void sobel(const void *table, const check_call *c, int step) {
    const prism_edges_kernels *k = table;
    for (int y = c->y0; y < c->y1; y++)
        k->sobel(dst_at(c, y), src_at(c, 0, y - 1), src_at(c, 0, y), src_at(c, 0, y + 1),
                 *(const int *)c->parameters, step, c->width * step);
}

static void call_sobel(const void *table, const check_call *c) {
    sobel(table, c, 4);
}
static void call_sobel_luma(const void *table, const check_call *c) {
    sobel(table, c, 1);
}

static void call_luma(const void *table, const check_call *c) {
    const prism_edges_kernels *k = table;
    for (int y = c->y0; y < c->y1; y++)
        k->luma(dst_at(c, y), src_at(c, 0, y), c->width);
}

static void call_unsharp(const void *table, const check_call *c) {
    const prism_edges_kernels *k = table;
    for (int y = c->y0; y < c->y1; y++)
        k->unsharp(dst_at(c, y), src_at(c, 0, y), src_at(c, 1, y), *(const int *)c->parameters,
                   c->width);
}

static void comic(const void *table, const check_call *c, int step) {
    const prism_edges_kernels *k = table;
    for (int y = c->y0; y < c->y1; y++)
        k->comic(dst_at(c, y), src_at(c, 0, y), src_at(c, 1, y), c->parameters, step,
                 c->width * step);
}

static void call_comic(const void *table, const check_call *c) {
    comic(table, c, 4);
}
static void call_comic_luma(const void *table, const check_call *c) {
    comic(table, c, 1);
}

#define NAMED(of, called)                                                                          \
    .name = #called, .slot = offsetof(prism_edges_kernels, of), .call = call_##called
#define SLOT(of) NAMED(of, of)

static const check_case cases[] = {
    {SLOT(sobel), .prepare = prepare_gain, .dst = {{.bytes = 4}},
     .src = {{.bytes = 4, .halo_x = 1, .halo_y = 1}}},
    {NAMED(sobel, sobel_luma), .prepare = prepare_gain, .dst = {{.bytes = 1}},
     .src = {{.bytes = 1, .halo_x = 1, .halo_y = 1}}},
    {SLOT(luma), .dst = {{.bytes = 1}}, .src = {{.bytes = 4}}},
    {SLOT(unsharp), .prepare = prepare_gain, .in_place = 1, .dst = {{.bytes = 1}},
     .src = {{.bytes = 1}, {.bytes = 1}}},
    {SLOT(comic), .prepare = prepare_comic, .in_place = 1, .dst = {{.bytes = 4}},
     .src = {{.bytes = 4}, {.bytes = 1}}},
    {NAMED(comic, comic_luma), .prepare = prepare_comic, .in_place = 1, .dst = {{.bytes = 1}},
     .src = {{.bytes = 1}, {.bytes = 1}}},
};

const check_suite check_edges = {
    .name = "edges",
    .table_size = sizeof(prism_edges_kernels),
    .init = init,
    .cases = cases,
    .case_count = sizeof cases / sizeof cases[0],
};
