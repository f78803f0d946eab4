// SPDX-License-Identifier: MIT
// The slot of bokeh.
#include "prism_bokeh_kernels.h"
#include "suites.h"

static void init(void *table, uint32_t cpu_flags) {
    prism_bokeh_kernels_init(table, cpu_flags);
}

static const uint8_t *src_at(const check_call *c, int plane, int y) {
    return (const uint8_t *)c->src[plane].data + y * c->src[plane].stride;
}

static void keep(const void *table, const check_call *c, int step) {
    const prism_bokeh_kernels *k = table;
    for (int y = c->y0; y < c->y1; y++)
        k->keep((uint8_t *)c->dst[0].data + y * c->dst[0].stride, src_at(c, 0, y), src_at(c, 1, y),
                src_at(c, 2, y), step, c->width * step);
}

static void call_keep(const void *table, const check_call *c) {
    keep(table, c, 4);
}
static void call_keep_luma(const void *table, const check_call *c) {
    keep(table, c, 1);
}
static void call_keep_chroma(const void *table, const check_call *c) {
    keep(table, c, 2);
}

#define NAMED(of, called)                                                                          \
    .name = #called, .slot = offsetof(prism_bokeh_kernels, of), .call = call_##called
#define MIXED(size)                                                                                \
    .in_place = 1, .dst = {{.bytes = size}}, .src = {{.bytes = size}, {.bytes = size}, {.bytes = 1}}

static const check_case cases[] = {
    {NAMED(keep, keep), MIXED(4)},
    {NAMED(keep, keep_luma), MIXED(1)},
    {NAMED(keep, keep_chroma), MIXED(2)},
};

const check_suite check_bokeh = {
    .name = "bokeh",
    .table_size = sizeof(prism_bokeh_kernels),
    .init = init,
    .cases = cases,
    .case_count = sizeof cases / sizeof cases[0],
};
