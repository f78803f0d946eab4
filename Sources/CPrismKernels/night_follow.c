// SPDX-License-Identifier: MIT
// Looks for the reference's moved tiles in a frame.
#include "include/prism_night_follow.h"
#include "night.h"

#include <limits.h>

enum { STEP = PRISM_NIGHT_TILE_STEP, SIDE = PRISM_NIGHT_TILE_SIDE };

int prism_night_tiles_along(int quads) {
    return quads < SIDE ? 0 : (quads - SIDE) / STEP + 1;
}

/// Where the tile's centre is in the frame by the camera's motion alone, in 1/256 quads.
static void place(const prism_night_follow *follow, int x, int y, int *u, int *v) {
    const prism_night_warp *warp = &follow->warp;
    int64_t down = warp->v + warp->vx * x + warp->vy * y, row = y + (down >> 32);
    *v = (int)(down >> 24) + 256 * y;
    *u = (int)((warp->h + warp->hx * x + warp->hv * row) >> 24) + 256 * x;
}

static int lack(const prism_night_follow *follow, int x, int y) {
    const uint8_t *at = follow->weights + (ptrdiff_t)(follow->ref.width + PRISM_NIGHT_PAD) * y + x;
    int sum = 0;
    for (int j = 0; j < SIDE; j++, at += follow->ref.width + PRISM_NIGHT_PAD)
        for (int i = 0; i < SIDE; i++)
            sum += 255 - at[i];
    return sum;
}

/// The sum of squared differences, or a number that no match has, where the frame ends.
static int32_t distance(const prism_night_follow *follow, int x, int y, int u, int v) {
    const prism_night_levels *ref = &follow->ref, *alt = &follow->alt;
    if (u < 0 || v < 0 || u + SIDE > alt->width || v + SIDE > alt->height)
        return INT32_MAX;
    const int16_t *a = ref->data + ref->stride * y + x, *b = alt->data + alt->stride * v + u;
    uint32_t sum = 0;
    for (int j = 0; j < SIDE; j++, a += ref->stride, b += alt->stride)
        for (int i = 0; i < SIDE; i++) {
            int16_t d = (int16_t)(a[i] - b[i]);
            sum += (uint32_t)(d * d);
        }
    return sum < INT32_MAX ? (int32_t)sum : INT32_MAX - 1;
}

/// Where a parabola through three sums is least, in 1/256 of their distance from the middle one.
static int vertex(int32_t left, int32_t middle, int32_t right) {
    int64_t curve = (int64_t)left - 2 * (int64_t)middle + right;
    if (left == INT32_MAX || right == INT32_MAX || curve <= 0)
        return 0;
    int64_t at = 128 * ((int64_t)left - right) / curve;
    return at < -128 ? -128 : at > 128 ? 128 : (int)at;
}

typedef struct match {
    int u, v;
    int32_t sum;
} match;

static match search(const prism_night_follow *follow, int x, int y, int u, int v, int reach) {
    match best = {u, v, INT32_MAX};
    for (int dy = -reach; dy <= reach; dy++)
        for (int dx = -reach; dx <= reach; dx++) {
            int32_t sum = distance(follow, x, y, u + dx, v + dy);
            if (sum < best.sum)
                best = (match){u + dx, v + dy, sum};
        }
    return best;
}

static int16_t clamped(int value) {
    return prism_clamp_i16(value);
}

/// Keeps where the tile went and how fast.
static void note(prism_night_motion *motion, int x, int y, int age) {
    motion->dx = clamped(motion->known ? x - motion->x : x / age);
    motion->dy = clamped(motion->known ? y - motion->y : y / age);
    motion->x = clamped(x), motion->y = clamped(y);
    motion->found = 1;
    motion->known++;
}

static int nearest_quad(int value) {
    return (value + 128) >> 8;
}

static int find(prism_night_motion *motion, const prism_night_follow *follow, int x, int y) {
    int u, v;
    motion->found = 0;
    if (lack(follow, x, y) <= follow->lack)
        return 0;
    place(follow, x + SIDE / 2, y + SIDE / 2, &u, &v);
    u -= 256 * SIDE / 2, v -= 256 * SIDE / 2;
    int reach = motion->known ? follow->near : follow->reach;
    match best = search(follow, x, y, nearest_quad(u + motion->x + motion->dx),
                        nearest_quad(v + motion->y + motion->dy), reach);
    if (best.sum > follow->most)
        return 0;
    int fx = vertex(distance(follow, x, y, best.u - 1, best.v), best.sum,
                    distance(follow, x, y, best.u + 1, best.v));
    int fy = vertex(distance(follow, x, y, best.u, best.v - 1), best.sum,
                    distance(follow, x, y, best.u, best.v + 1));
    note(motion, 256 * best.u + fx - u, 256 * best.v + fy - v, follow->age);
    return 1;
}

int prism_night_find(prism_night_motion *motions, const prism_night_follow *follow, int t0,
                     int t1) {
    const int columns = prism_night_tiles_along(follow->ref.width);
    int found = 0;
    for (int j = t0; j < t1; j++)
        for (int i = 0; i < columns; i++)
            found += find(&motions[(ptrdiff_t)j * columns + i], follow, STEP * i, STEP * j);
    return found;
}

void prism_night_place(const prism_night_follow *follow, int x, int y, int *u, int *v) {
    place(follow, x, y, u, v);
}
