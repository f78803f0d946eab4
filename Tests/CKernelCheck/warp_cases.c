// SPDX-License-Identifier: MIT
// The slots of warps: positions all over and beyond the plane, and whole discs.
#include "prism_warp_kernels.h"
#include "suites.h"

enum { RUN = 64 };

static void init(void *table, uint32_t cpu_flags) {
    prism_warp_kernels_init(table, cpu_flags);
}

/// A seed from which each row makes its own positions, so that strips do not change them.
static void prepare_seed(void *parameters, int variant, check_random *random) {
    uint64_t *seed = parameters;
    *seed = check_next(random) * 8 + (uint64_t)variant;
}

/// A position inside, on or beyond the edges of `size` pixels.
static int32_t position(check_random *random, int size) {
    if (check_between(random, 0, 7) == 0)
        return check_between(random, 0, 1) ? INT32_MIN : INT32_MAX;
    if (check_between(random, 0, 3) == 0)
        return check_between(random, -1, size) * 65536;
    return check_between(random, -(1 << 16), (size + 1) << 16);
}

static void sample(const check_call *c, prism_sample_fn *slot, int step) {
    prism_raster src = {(uint8_t *)(uintptr_t)c->src[0].data, c->src[0].stride, c->width, c->height,
                        step};
    for (int row = c->y0; row < c->y1; row++) {
        check_random random = {*(const uint64_t *)c->parameters + (uint64_t)row};
        uint8_t *out = (uint8_t *)c->dst[0].data + row * c->dst[0].stride;
        int32_t x[RUN], y[RUN];
        for (int at = 0; at < c->width; at += RUN) {
            int count = c->width - at < RUN ? c->width - at : RUN;
            for (int i = 0; i < count; i++) {
                x[i] = position(&random, c->width);
                y[i] = position(&random, c->height);
            }
            slot(out + at * step, &src, x, y, count);
        }
    }
}

static void call_sample1(const void *table, const check_call *c) {
    sample(c, ((const prism_warp_kernels *)table)->sample1, 1);
}

static void call_sample2(const void *table, const check_call *c) {
    sample(c, ((const prism_warp_kernels *)table)->sample2, 2);
}

static void call_sample4(const void *table, const check_call *c) {
    sample(c, ((const prism_warp_kernels *)table)->sample4, 4);
}

/// A whole warp, so that the map's slot is called as it is meant to be.
static void call_radial(const void *table, const check_call *c) {
    static _Thread_local prism_radial map;
    check_random random = {*(const uint64_t *)c->parameters};
    prism_turn_fn *const profiles[] = {prism_twirl, prism_vortex, prism_bump, prism_pinch};
    static const double amounts[] = {6.3, 57, 1, 2, -6.3, -57, -1, 0.5};
    int kind = check_between(&random, 0, 7);
    prism_raster src = {(uint8_t *)(uintptr_t)c->src[0].data, c->src[0].stride, c->width, c->height,
                        4};
    prism_raster dst = {c->dst[0].data, c->dst[0].stride, c->width, c->height, 4};
    double x = check_real(&random, -20, c->width + 20), y = check_real(&random, -9, c->height + 9);
    double radius = check_real(&random, 1, check_between(&random, 0, 5) ? 2 * c->width : 7000);
    if (prism_radial_prepare(&map, x, y, radius < 1 ? 1 : radius, profiles[kind % 4],
                             amounts[kind]) == 0)
        prism_warp_rows(table, &map, &dst, &src, c->y0, c->y1, NULL);
}

#define SLOT(of) .name = #of, .slot = offsetof(prism_warp_kernels, of), .call = call_##of
#define WHOLE(size) .prepare = prepare_seed, .dst = {{.bytes = size}}, .src = {{.bytes = size}}

static const check_case cases[] = {
    {SLOT(sample1), WHOLE(1)},
    {SLOT(sample2), WHOLE(2)},
    {SLOT(sample4), WHOLE(4)},
    {SLOT(radial), WHOLE(4)},
};

const check_suite check_warp = {
    .name = "warp",
    .table_size = sizeof(prism_warp_kernels),
    .init = init,
    .cases = cases,
    .case_count = sizeof cases / sizeof cases[0],
};
