// SPDX-License-Identifier: MIT
// The slots of the blurs, each called row by row.
#include "prism_blur_kernels.h"
#include "suites.h"

enum { RADIUS = PRISM_BLUR_MAX_RADIUS, FULL = 255 * 64 };

/// Weights of all radii that are told apart: none, one, few and all.
static void prepare(void *parameters, int variant, check_random *random) {
    static const double sigmas[] = {4, 0, 0.3, 2, 1, 0.01};
    double sigma = variant < 6 ? sigmas[variant] : check_real(random, 0, 4);
    (void)prism_blur_prepare(parameters, sigma);
}

static void init(void *table, uint32_t cpu_flags) {
    prism_blur_kernels_init(table, cpu_flags);
}

static const void *src_at(const check_call *c, int plane, int y) {
    return (const uint8_t *)c->src[plane].data + y * c->src[plane].stride;
}

static void *dst_at(const check_call *c, int y) {
    return (uint8_t *)c->dst[0].data + y * c->dst[0].stride;
}

static void call_columns(const void *table, const check_call *c) {
    const prism_blur_kernels *k = table;
    const prism_blur *blur = c->parameters;
    for (int y = c->y0; y < c->y1; y++) {
        const uint8_t *rows[2 * RADIUS + 1];
        for (int i = 0; i <= 2 * blur->radius; i++)
            rows[i] = src_at(c, 0, y + i - blur->radius);
        k->columns(dst_at(c, y), rows, blur->weights, blur->radius, c->width);
    }
}

static void call_columns16(const void *table, const check_call *c) {
    const prism_blur_kernels *k = table;
    const prism_blur *blur = c->parameters;
    for (int y = c->y0; y < c->y1; y++) {
        const uint16_t *rows[2 * RADIUS + 1];
        for (int i = 0; i <= 2 * blur->radius; i++)
            rows[i] = src_at(c, 0, y + i - blur->radius);
        k->columns16(dst_at(c, y), rows, blur->weights, blur->radius, c->width);
    }
}

static void call_row(const void *table, const check_call *c) {
    const prism_blur_kernels *k = table;
    const prism_blur *blur = c->parameters;
    for (int y = c->y0; y < c->y1; y++)
        k->row(dst_at(c, y), src_at(c, 0, y), blur->weights, blur->radius, 4, 4 * c->width);
}

static void call_row16(const void *table, const check_call *c) {
    const prism_blur_kernels *k = table;
    const prism_blur *blur = c->parameters;
    for (int y = c->y0; y < c->y1; y++)
        k->row16(dst_at(c, y), src_at(c, 0, y), blur->weights, blur->radius, 1, c->width);
}

static void reduce(const void *table, const check_call *c, int step, int size) {
    const prism_blur_kernels *k = table;
    for (int y = c->y0; y < c->y1; y++) {
        const uint8_t *rows[4];
        for (int i = 0; i < size; i++)
            rows[i] = src_at(c, i, y);
        if (size == 4)
            k->reduce4(dst_at(c, y), rows, step, c->width);
        else
            k->reduce2(dst_at(c, y), rows, step, c->width);
    }
}

static void call_reduce4(const void *table, const check_call *c) {
    reduce(table, c, 4, 4);
}
static void call_reduce4_luma(const void *table, const check_call *c) {
    reduce(table, c, 1, 4);
}
static void call_reduce2(const void *table, const check_call *c) {
    reduce(table, c, 4, 2);
}
static void call_reduce2_luma(const void *table, const check_call *c) {
    reduce(table, c, 1, 2);
}

static void call_mix16(const void *table, const check_call *c) {
    const prism_blur_kernels *k = table;
    const prism_blur *blur = c->parameters;
    for (int y = c->y0; y < c->y1; y++)
        k->mix16(dst_at(c, y), src_at(c, 0, y), src_at(c, 1, y), blur->weights[0], c->width);
}

static void expand(const void *table, const check_call *c, int step, int shift) {
    const prism_blur_kernels *k = table;
    for (int y = c->y0; y < c->y1; y++)
        k->expand(dst_at(c, y), src_at(c, 0, y), shift, step, c->width);
}

static void call_expand2(const void *table, const check_call *c) {
    expand(table, c, 4, 1);
}
static void call_expand4(const void *table, const check_call *c) {
    expand(table, c, 4, 2);
}
static void call_expand16(const void *table, const check_call *c) {
    expand(table, c, 4, 4);
}
static void call_expand2_luma(const void *table, const check_call *c) {
    expand(table, c, 1, 1);
}
static void call_expand4_luma(const void *table, const check_call *c) {
    expand(table, c, 1, 2);
}
static void call_expand8_luma(const void *table, const check_call *c) {
    expand(table, c, 1, 3);
}
static void call_expand32_luma(const void *table, const check_call *c) {
    expand(table, c, 1, 5);
}

#define NAMED(of, called)                                                                          \
    .name = #called, .slot = offsetof(prism_blur_kernels, of), .call = call_##called
#define SLOT(of) NAMED(of, of)
#define REDUCE(size, bytes_in, bytes_out)                                                          \
    .dst = {{.bytes = bytes_out, .align = 2}},                                                     \
    .src = {{.bytes = bytes_in}, {.bytes = bytes_in}, {.bytes = bytes_in}, {.bytes = bytes_in}}
#define EXPAND(step, shift)                                                                        \
    .dst = {{.bytes = step}},                                                                      \
    .src = {{.bytes = 2 * step, .align = 2, .sub_x = shift, .halo_x = 1, .most = FULL}}

static const check_case cases[] = {
    {SLOT(columns), .prepare = prepare, .dst = {{.bytes = 2, .align = 2}},
     .src = {{.bytes = 1, .halo_y = RADIUS}}},
    {SLOT(columns16), .prepare = prepare, .dst = {{.bytes = 2, .align = 2}},
     .src = {{.bytes = 2, .align = 2, .halo_y = RADIUS, .most = FULL}}},
    {SLOT(row), .prepare = prepare, .dst = {{.bytes = 4}},
     .src = {{.bytes = 8, .align = 2, .halo_x = RADIUS, .most = FULL}}},
    {SLOT(row16), .prepare = prepare, .dst = {{.bytes = 2, .align = 2}},
     .src = {{.bytes = 2, .align = 2, .halo_x = RADIUS, .most = FULL}}},
    {SLOT(mix16), .prepare = prepare, .dst = {{.bytes = 2, .align = 2}},
     .src = {{.bytes = 2, .align = 2, .most = FULL}, {.bytes = 2, .align = 2, .most = FULL}}},
    {SLOT(reduce4), REDUCE(4, 16, 8)},
    {NAMED(reduce4, reduce4_luma), REDUCE(4, 4, 2)},
    {SLOT(reduce2), REDUCE(2, 8, 8)},
    {NAMED(reduce2, reduce2_luma), REDUCE(2, 2, 2)},
    {NAMED(expand, expand2), EXPAND(4, 1)},
    {NAMED(expand, expand4), EXPAND(4, 2)},
    {NAMED(expand, expand16), EXPAND(4, 4)},
    {NAMED(expand, expand2_luma), EXPAND(1, 1)},
    {NAMED(expand, expand4_luma), EXPAND(1, 2)},
    {NAMED(expand, expand8_luma), EXPAND(1, 3)},
    {NAMED(expand, expand32_luma), EXPAND(1, 5)},
};

const check_suite check_blur = {
    .name = "blur",
    .table_size = sizeof(prism_blur_kernels),
    .init = init,
    .cases = cases,
    .case_count = sizeof cases / sizeof cases[0],
};
