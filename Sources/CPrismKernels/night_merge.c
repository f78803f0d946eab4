// SPDX-License-Identifier: MIT
// A frame's second pass: weights, and adding it to the stack in the reference's place.
#include "night_ring.h"

#include <string.h>

void prism_night_unpack_row(const prism_night_kernels *kernels, const prism_night_mosaic *mosaic,
                            int16_t *dst, int y);

void prism_night_weights(const prism_night_kernels *kernels, uint8_t *weights,
                         const int8_t *differences, int width, int height,
                         const prism_night_weighing *weighing, int y0, int y1, void *scratch) {
    ptrdiff_t stride = width + PRISM_NIGHT_PAD;
    for (int y = y0; y < y1; y++) {
        const int8_t *rows[9];
        for (int i = 0; i < 9; i++) {
            int from = y + i - 4;
            rows[i] = differences + stride * (from < 0 ? 0 : from < height ? from : height - 1);
        }
        kernels->weigh(weights + stride * y, rows, width, scratch, weighing);
    }
}

void prism_night_shrink(const prism_night_kernels *kernels, uint8_t *dst, const uint8_t *weights,
                        int width, int height, int y0, int y1) {
    ptrdiff_t stride = width + PRISM_NIGHT_PAD;
    for (int y = y0; y < y1; y++) {
        const uint8_t *rows[3];
        for (int i = 0; i < 3; i++) {
            int from = y + i - 1;
            rows[i] = weights + stride * (from < 0 ? 0 : from < height ? from : height - 1);
        }
        kernels->erode(dst + stride * y, rows, width);
    }
}

/// Whether the pixel's place in the frame has the neighbours that interpolation wants.
static int is_inside(const prism_night_merge *merge, int x, int y) {
    const prism_night_warp *warp = &merge->warp;
    const int64_t one = INT64_C(1) << 32, step = warp->step;
    int64_t v = y * one + step * (warp->v + warp->vx * x + warp->vy * y), row = v >> 32;
    int64_t u = x * one + step * (warp->h + warp->hx * x + warp->hv * row);
    return u >= 0 && v >= 0 && u <= (merge->mosaic.width - 1) * one &&
           v <= (merge->mosaic.height - 1) * one;
}

/// Clears the weights of quads that lie outside the frame; those inside are one run, as the frame is convex.
static void clip(const prism_night_merge *merge, uint8_t *weights, int y) {
    int n = merge->mosaic.width / 2, left = 0, right = n;
    while (left < n && !(is_inside(merge, 2 * left, y) && is_inside(merge, 2 * left, y + 1)))
        left++;
    while (right > left &&
           !(is_inside(merge, 2 * right - 1, y) && is_inside(merge, 2 * right - 1, y + 1)))
        right--;
    memset(weights, 0, (size_t)left);
    memset(weights + right, 0, (size_t)(n - right));
}

typedef struct merge_state {
    const prism_night_kernels *kernels;
    const prism_night_stack *stack;
    const prism_night_merge *merge;
    prism_ring ring;
    int16_t *unpacked, *moved;
    uint8_t *weights;
    int fill, silenced;
} merge_state;

static void row_weights(const merge_state *state, int y) {
    const prism_night_merge *merge = state->merge;
    int n = merge->mosaic.width / 2;
    if (merge->weights)
        memcpy(state->weights, merge->weights + (ptrdiff_t)(n + PRISM_NIGHT_PAD) * (y / 2),
               (size_t)n);
    else
        memset(state->weights, 255, (size_t)n);
    clip(merge, state->weights, y);
}

/// Unpacks the frame's next row, hot pixels filled, into the ring.
static void fetch(merge_state *state) {
    const prism_night_merge *merge = state->merge;
    int v = state->ring.next;
    prism_night_unpack_row(state->kernels, &merge->mosaic, state->unpacked, v);
    while (state->fill < merge->fill_count && merge->fills[state->fill].y < v)
        state->fill++;
    for (; state->fill < merge->fill_count && merge->fills[state->fill].y == v; state->fill++)
        state->unpacked[merge->fills[state->fill].x] = merge->fills[state->fill].fill;
    prism_ring_put(&state->ring, state->kernels, state->unpacked);
}

/// The mean so far in place of the frame's value weighs nothing: it leaves the mean as it is.
static void silence(merge_state *state, int y) {
    const prism_night_merge *merge = state->merge;
    const prism_night_stack *stack = state->stack;
    for (; state->silenced < merge->silenced_count; state->silenced++) {
        uint32_t at = merge->silenced[state->silenced];
        int x = (int)(at & 0xffff), row = (int)(at >> 16);
        if (row > y)
            return;
        int total = stack->totals[(ptrdiff_t)(y / 2) * (stack->width / 2) + x / 2];
        if (row < y || !total)
            continue;
        int32_t sum = stack->sums[(ptrdiff_t)y * stack->width + x];
        state->moved[x] = (int16_t)((sum + (sum < 0 ? -total : total) / 2) / total);
    }
}

/// Puts the mean so far where a pixel is too far from it: a satellite, a meteor, a cosmic ray. Division and comparison
/// of floats are exact to the bit everywhere.
static void clip_outliers(merge_state *state, int y) {
    const prism_night_stack *stack = state->stack;
    const int16_t *limits = state->merge->kappa;
    const int32_t *sums = stack->sums + (ptrdiff_t)y * stack->width;
    const uint16_t *totals = stack->totals + (ptrdiff_t)(y / 2) * (stack->width / 2);
    for (int x = 0; limits && x < stack->width; x++) {
        if (!totals[x / 2])
            continue;
        int mean = (int)((float)sums[x] / (float)totals[x / 2]), entry = mean < 0 ? 0 : mean >> 6;
        int off = state->moved[x] - mean, limit = limits[entry < 255 ? entry : 255];
        state->moved[x] = (int16_t)(off > limit || off < -limit ? mean : state->moved[x]);
    }
}

static void add_row(merge_state *state, int y) {
    const prism_night_stack *stack = state->stack;
    for (int last = prism_ring_last(&state->ring, y); state->ring.next <= last;)
        fetch(state);
    prism_ring_row(&state->ring, state->kernels, state->moved, y);
    silence(state, y);
    clip_outliers(state, y);
    state->kernels->add(stack->sums + (ptrdiff_t)y * stack->width, state->moved, state->weights,
                        stack->width);
}

void prism_night_add(const prism_night_kernels *kernels, const prism_night_stack *stack,
                     const prism_night_merge *merge, int y0, int y1, void *scratch) {
    const int width = merge->mosaic.width, row = width + 2 * PRISM_NIGHT_PAD;
    merge_state state = {.kernels = kernels, .stack = stack, .merge = merge};
    state.unpacked =
        prism_ring_init(&state.ring, &merge->warp, width, merge->mosaic.height, y0, scratch);
    state.moved = state.unpacked + row;
    state.weights = (uint8_t *)(state.moved + row);
    for (int y = y0; y < y1; y += 2) {
        row_weights(&state, y);
        add_row(&state, y);
        add_row(&state, y + 1);
        kernels->count(stack->totals + (ptrdiff_t)(y / 2) * (width / 2), state.weights, width / 2);
    }
}

void prism_night_finish(const prism_night_stack *stack, const prism_night_result *result,
                        uint16_t *dst, ptrdiff_t stride, int y0, int y1) {
    for (int y = y0; y < y1; y++) {
        const int32_t *sums = stack->sums + (ptrdiff_t)y * stack->width;
        const uint16_t *totals = stack->totals + (ptrdiff_t)(y / 2) * (stack->width / 2);
        for (int x = 0; x < stack->width; x++) {
            int64_t total = 256 * (int64_t)(totals[x / 2] ? totals[x / 2] : 1),
                    sum = (int64_t)sums[x] * result->scale;
            int64_t mean = (sum + (sum < 0 ? -total : total) / 2) / total +
                           result->black[2 * (y & 1) + (x & 1)];
            dst[stride * y + x] = (uint16_t)(mean < 0 ? 0 : mean > 65535 ? 65535 : mean);
        }
    }
}
