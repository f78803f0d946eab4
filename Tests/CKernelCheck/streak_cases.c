// SPDX-License-Identifier: MIT
// Motion and zoom blurs, whole, so that their slots are called as they are meant to be.
#include "prism_streak_kernels.h"
#include "suites.h"

#include <stdlib.h>

static void init(void *table, uint32_t cpu_flags) {
    prism_streak_kernels_init(table, cpu_flags);
}

static void prepare_motion(void *parameters, int variant, check_random *random) {
    static const double angles[] = {0, 1.5707963, 0.7853982, -0.3};
    double angle = variant < 4 ? angles[variant] : check_real(random, -4, 4);
    (void)prism_motion_prepare(parameters, check_real(random, 0, variant ? 20 : 64), angle);
}

/// A zoom towards a centre in or out of a plane of unit size, which the call scales.
static void prepare_zoom(void *parameters, int variant, check_random *random) {
    double amount = variant == 0 ? 0 : variant == 1 ? 0.9 : check_real(random, 0, 0.9);
    (void)prism_zoom_prepare(parameters, check_real(random, -0.2, 1.2), check_real(random, 0, 1),
                             amount);
}

static prism_raster plane(const void *data, ptrdiff_t stride, const check_call *c, int step) {
    return (prism_raster){(uint8_t *)(uintptr_t)data, stride, c->width, c->height, step};
}

static void motion(const void *table, const check_call *c, int step) {
    prism_raster src = plane(c->src[0].data, c->src[0].stride, c, step);
    prism_raster dst = plane(c->dst[0].data, c->dst[0].stride, c, step);
    void *scratch = malloc(prism_motion_scratch_size(c->parameters, step));
    if (scratch)
        prism_motion_rows(table, c->parameters, &dst, &src, c->y0, c->y1, NULL, scratch);
    free(scratch);
}

static void call_streak(const void *table, const check_call *c) {
    motion(table, c, 4);
}
static void call_streak_luma(const void *table, const check_call *c) {
    motion(table, c, 1);
}

static void zoom(const void *table, const check_call *c, int step) {
    prism_raster src = plane(c->src[0].data, c->src[0].stride, c, step);
    prism_raster dst = plane(c->dst[0].data, c->dst[0].stride, c, step);
    prism_zoom zoom = *(const prism_zoom *)c->parameters;
    zoom.center_x *= c->width;
    zoom.center_y *= c->height;
    void *scratch = malloc(prism_zoom_scratch_size(c->width));
    if (scratch)
        prism_zoom_rows(table, &zoom, c->width & 3, &dst, &src, c->y0, c->y1, NULL, scratch);
    free(scratch);
}

static void call_stretch(const void *table, const check_call *c) {
    zoom(table, c, 4);
}
static void call_stretch_luma(const void *table, const check_call *c) {
    zoom(table, c, 1);
}
static void call_stretch_chroma(const void *table, const check_call *c) {
    zoom(table, c, 2);
}

#define NAMED(of, called)                                                                          \
    .name = #called, .slot = offsetof(prism_streak_kernels, of), .call = call_##called
#define WHOLE(size) .dst = {{.bytes = size}}, .src = {{.bytes = size}}

static const check_case cases[] = {
    {NAMED(streak, streak), WHOLE(4), .prepare = prepare_motion},
    {NAMED(streak, streak_luma), WHOLE(1), .prepare = prepare_motion},
    {NAMED(stretch, stretch), WHOLE(4), .prepare = prepare_zoom},
    {NAMED(stretch, stretch_luma), WHOLE(1), .prepare = prepare_zoom},
    {NAMED(stretch, stretch_chroma), WHOLE(2), .prepare = prepare_zoom},
};

const check_suite check_streak = {
    .name = "streak",
    .table_size = sizeof(prism_streak_kernels),
    .init = init,
    .cases = cases,
    .case_count = sizeof cases / sizeof cases[0],
};
_Static_assert(sizeof(prism_motion) <= CHECK_PARAMETER_BYTES, "a motion fits the parameters");
