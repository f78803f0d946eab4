// SPDX-License-Identifier: MIT
// The slots of conversion.
#include "parameters.h"
#include "prism_convert_kernels.h"
#include "suites.h"

static void prepare_swizzle(void *parameters, int variant, check_random *random) {
    prism_swizzle *swizzle = parameters;
    for (int i = 0; i < 4; i++)
        swizzle->from[i] = (uint8_t)(variant ? check_between(random, 0, 4) : i);
}

static void init(void *table, uint32_t cpu_flags) {
    prism_convert_kernels_init(table, cpu_flags);
}

#define CALL(slot, ...)                                                                            \
    static void call_##slot(const void *table, const check_call *c) {                              \
        ((const prism_convert_kernels *)table)->slot(__VA_ARGS__);                                 \
    }
#define SIZE c->width, c->y0, c->y1

CALL(nv12_to_xrgb, c->dst[0], c->src[0], c->src[1], SIZE, c->parameters)
CALL(yuv420_to_xrgb, c->dst[0], c->src[0], c->src[1], c->src[2], SIZE, c->parameters)
CALL(xrgb_to_nv12, c->dst[0], c->dst[1], c->src[0], SIZE, c->parameters)
CALL(xrgb_to_yuv420, c->dst[0], c->dst[1], c->dst[2], c->src[0], SIZE, c->parameters)
CALL(rgb888_to_xrgb, c->dst[0], c->src[0], SIZE)
CALL(xrgb_to_rgb888, c->dst[0], c->src[0], SIZE)
CALL(swizzle_xrgb, c->dst[0], c->src[0], SIZE, c->parameters)
CALL(interleave, c->dst[0], c->src[0], c->src[1], SIZE)
CALL(deinterleave, c->dst[0], c->dst[1], c->src[0], SIZE)
CALL(copy, c->dst[0], c->src[0], SIZE)

#define SLOT(of) .name = #of, .slot = offsetof(prism_convert_kernels, of), .call = call_##of
#define PLANE(size)                                                                                \
    { .bytes = size }
#define HALVED(size)                                                                               \
    { .bytes = size, .sub_x = 1, .sub_y = 1 }

static const check_case cases[] = {
    {SLOT(nv12_to_xrgb), .dst = {PLANE(4)}, .src = {PLANE(1), HALVED(2)}, .row_step = 2,
     .prepare = check_prepare_matrix},
    {SLOT(yuv420_to_xrgb), .dst = {PLANE(4)}, .src = {PLANE(1), HALVED(1), HALVED(1)},
     .row_step = 2, .prepare = check_prepare_matrix},
    {SLOT(xrgb_to_nv12), .dst = {PLANE(1), HALVED(2)}, .src = {PLANE(4)}, .row_step = 2,
     .prepare = check_prepare_matrix},
    {SLOT(xrgb_to_yuv420), .dst = {PLANE(1), HALVED(1), HALVED(1)}, .src = {PLANE(4)},
     .row_step = 2, .prepare = check_prepare_matrix},
    {SLOT(rgb888_to_xrgb), .dst = {PLANE(4)}, .src = {PLANE(3)}},
    {SLOT(xrgb_to_rgb888), .dst = {PLANE(3)}, .src = {PLANE(4)}},
    {SLOT(swizzle_xrgb), .dst = {PLANE(4)}, .src = {PLANE(4)}, .in_place = 1,
     .prepare = prepare_swizzle},
    {SLOT(interleave), .dst = {PLANE(2)}, .src = {PLANE(1), PLANE(1)}},
    {SLOT(deinterleave), .dst = {PLANE(1), PLANE(1)}, .src = {PLANE(2)}},
    {SLOT(copy), .dst = {PLANE(1)}, .src = {PLANE(1)}},
};

const check_suite check_convert = {
    .name = "convert",
    .table_size = sizeof(prism_convert_kernels),
    .init = init,
    .cases = cases,
    .case_count = sizeof cases / sizeof cases[0],
};
