// SPDX-License-Identifier: MIT
// The slots of affine colour.
#include "parameters.h"
#include "prism_color_kernels.h"
#include "suites.h"

static void prepare_affine(void *parameters, int variant, check_random *random) {
    static const double reach[] = {1.9, 7.5, 31, 1, 0.1, 4, 15, 2};
    double gain = reach[variant] * check_real(random, -1, 1);
    while (prism_affine_set(parameters, gain, reach[variant] * check_real(random, -255, 255)) != 0)
        gain /= 2;
}

/// One to eight stages, in the first bytes their number.
typedef struct chain {
    int count;
    prism_matrix stages[PRISM_MATRIX_STAGES];
} chain;

static void prepare_chain(void *parameters, int variant, check_random *random) {
    chain *c = parameters;
    c->count = variant == CHECK_TYPICAL ? 5 : check_between(random, 1, PRISM_MATRIX_STAGES);
    for (int i = 0; i < c->count; i++)
        check_prepare_matrix(&c->stages[i], variant ? check_between(random, 1, 7) : 0, random);
}

static void prepare_chroma(void *parameters, int variant, check_random *random) {
    static const double reach[] = {0.9, 3.5, 14, 1, 0.1, 2, 7, 0.8};
    double rows[6];
    do {
        for (int i = 0; i < 6; i++)
            rows[i] = reach[variant] * check_real(random, -1, 1) * (i % 3 == 2 ? 255 : 1);
    } while (prism_chroma_set(parameters, rows) != 0);
}

static void prepare_affine_u16(void *parameters, int variant, check_random *random) {
    const double gain = variant == 0 ? 1 : check_real(random, -8, 8);
    const uint16_t most = (uint16_t)(variant % 2 ? 65535 : 1023);
    prism_affine_u16_set(parameters, gain, variant == 0 ? 0 : check_real(random, -70000, 70000),
                         most);
}

static void init(void *table, uint32_t cpu_flags) {
    prism_color_kernels_init(table, cpu_flags);
}

#define CALL(slot, ...)                                                                            \
    static void call_##slot(const void *table, const check_call *c) {                              \
        ((const prism_color_kernels *)table)->slot(__VA_ARGS__);                                   \
    }
#define SIZE c->width, c->y0, c->y1

CALL(matrix_xrgb, c->dst[0], c->src[0], SIZE, c->parameters)
CALL(matrix_rgb888, c->dst[0], c->src[0], SIZE, c->parameters)
CALL(affine_u8, c->dst[0], c->src[0], SIZE, c->parameters)
CALL(affine_u16, c->dst[0], c->src[0], SIZE, c->parameters)
CALL(chroma_pairs, c->dst[0], c->src[0], SIZE, c->parameters)
CALL(chroma_planes, c->dst[0], c->dst[1], c->src[0], c->src[1], SIZE, c->parameters)

static void call_matrix_chain_xrgb(const void *table, const check_call *c) {
    const prism_color_kernels *k = table;
    const chain *stages = c->parameters;
    k->matrix_chain_xrgb(c->dst[0], c->src[0], SIZE, stages->stages, stages->count);
}

#define SLOT(of) .name = #of, .slot = offsetof(prism_color_kernels, of), .call = call_##of
#define PLANE(size)                                                                                \
    { .bytes = size }
#define WIDE_PLANE                                                                                 \
    { .bytes = 2, .align = 2 }

static const check_case cases[] = {
    {SLOT(matrix_xrgb), .dst = {PLANE(4)}, .src = {PLANE(4)}, .in_place = 1,
     .prepare = check_prepare_matrix},
    {SLOT(matrix_rgb888), .dst = {PLANE(3)}, .src = {PLANE(3)}, .in_place = 1,
     .prepare = check_prepare_matrix},
    {SLOT(matrix_chain_xrgb), .dst = {PLANE(4)}, .src = {PLANE(4)}, .in_place = 1,
     .prepare = prepare_chain},
    {SLOT(affine_u8), .dst = {PLANE(1)}, .src = {PLANE(1)}, .in_place = 1,
     .prepare = prepare_affine},
    {SLOT(affine_u16), .dst = {WIDE_PLANE}, .src = {WIDE_PLANE}, .in_place = 1,
     .prepare = prepare_affine_u16},
    {SLOT(chroma_pairs), .dst = {PLANE(2)}, .src = {PLANE(2)}, .in_place = 1,
     .prepare = prepare_chroma},
    {SLOT(chroma_planes), .dst = {PLANE(1), PLANE(1)}, .src = {PLANE(1), PLANE(1)},
     .prepare = prepare_chroma},
};

const check_suite check_color = {
    .name = "color",
    .table_size = sizeof(prism_color_kernels),
    .init = init,
    .cases = cases,
    .case_count = sizeof cases / sizeof cases[0],
};
