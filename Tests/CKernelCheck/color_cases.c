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

static void init(void *table, uint32_t cpu_flags) {
    prism_color_kernels_init(table, cpu_flags);
}

static void call_matrix_xrgb(const void *table, const check_call *c) {
    const prism_color_kernels *k = table;
    k->matrix_xrgb(c->dst[0], c->src[0], c->width, c->y0, c->y1, c->parameters);
}

static void call_affine_u8(const void *table, const check_call *c) {
    const prism_color_kernels *k = table;
    k->affine_u8(c->dst[0], c->src[0], c->width, c->y0, c->y1, c->parameters);
}

#define SLOT(of) .name = #of, .slot = offsetof(prism_color_kernels, of), .call = call_##of

static const check_case cases[] = {
    {SLOT(matrix_xrgb), .dst = {{.bytes = 4}}, .src = {{.bytes = 4}}, .in_place = 1,
     .prepare = check_prepare_matrix},
    {SLOT(affine_u8), .dst = {{.bytes = 1}}, .src = {{.bytes = 1}}, .in_place = 1,
     .prepare = prepare_affine},
};

const check_suite check_color = {
    .name = "color",
    .table_size = sizeof(prism_color_kernels),
    .init = init,
    .cases = cases,
    .case_count = sizeof cases / sizeof cases[0],
};
