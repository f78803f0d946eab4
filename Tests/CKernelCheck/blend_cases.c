// SPDX-License-Identifier: MIT
// The slots of mixing.
#include "prism_blend_kernels.h"
#include "suites.h"

static void prepare_lerp(void *parameters, int variant, check_random *random) {
    static const int fixed[] = {0, 32767, 16384, 1};
    *(int *)parameters = variant < 4 ? fixed[variant] : check_between(random, 0, 32767);
}

static void init(void *table, uint32_t cpu_flags) {
    prism_blend_kernels_init(table, cpu_flags);
}

#define CALL(slot, ...)                                                                            \
    static void call_##slot(const void *table, const check_call *c) {                              \
        ((const prism_blend_kernels *)table)->slot(__VA_ARGS__);                                   \
    }
#define SIZE c->width, c->y0, c->y1

CALL(lerp_u8, c->dst[0], c->src[0], c->src[1], SIZE, *(const int *)c->parameters)
CALL(mask_u8, c->dst[0], c->src[0], c->src[1], c->src[2], SIZE)
CALL(mask_xrgb, c->dst[0], c->src[0], c->src[1], c->src[2], SIZE)
CALL(over_xrgb, c->dst[0], c->src[0], c->src[1], SIZE)
CALL(histogram_u8, c->dst[0].data, c->src[0], SIZE)

#define SLOT(of) .name = #of, .slot = offsetof(prism_blend_kernels, of), .call = call_##of
#define PLANE(size)                                                                                \
    { .bytes = size }

static const check_case cases[] = {
    {SLOT(lerp_u8), .dst = {PLANE(1)}, .src = {PLANE(1), PLANE(1)}, .in_place = 2,
     .prepare = prepare_lerp},
    {SLOT(mask_u8), .dst = {PLANE(1)}, .src = {PLANE(1), PLANE(1), PLANE(1)}, .in_place = 2},
    {SLOT(mask_xrgb), .dst = {PLANE(4)}, .src = {PLANE(4), PLANE(4), PLANE(1)}, .in_place = 2},
    {SLOT(over_xrgb), .dst = {PLANE(4)}, .src = {PLANE(4), PLANE(4)}, .in_place = 2},
    {SLOT(histogram_u8), .dst = {{.bytes = 4, .align = 4, .fixed = 1024}}, .src = {PLANE(1)}},
};

const check_suite check_blend = {
    .name = "blend",
    .table_size = sizeof(prism_blend_kernels),
    .init = init,
    .cases = cases,
    .case_count = sizeof cases / sizeof cases[0],
};
