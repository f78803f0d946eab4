// SPDX-License-Identifier: MIT
// The warps' profiles and tables, and a range of rows: the disc is sampled, the rest is copied.
#include "warp.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

prism_turn prism_twirl(double length, double amount) {
    return (prism_turn){1, amount * (1 - length) * (1 - length)};
}

prism_turn prism_vortex(double length, double amount) {
    double rest = (1 - length) * (1 - length);
    return (prism_turn){1, amount * rest * rest};
}

prism_turn prism_bump(double length, double amount) {
    double rest = 1 - length * length;
    return (prism_turn){1 - amount * rest * rest, 0};
}

prism_turn prism_pinch(double length, double amount) {
    return (prism_turn){1 + amount * (1 - length) * (1 - length), 0};
}

/// Real and imaginary part of a factor in 1/8192; false where it does not fit.
static bool quantise(int16_t *factor, prism_turn turn) {
    double re = turn.scale * cos(turn.angle), im = turn.scale * sin(turn.angle);
    if (!(fabs(turn.scale) <= 3.99) || !isfinite(turn.angle))
        return false;
    factor[0] = (int16_t)lrint(re * 8192);
    factor[1] = (int16_t)lrint(im * 8192);
    return true;
}

/// Positions are 16 bits of pixels: the farthest that may be asked for.
#define REACH 32000

static bool fill_factors(prism_radial *map, double radius, prism_turn_fn *profile, double amount) {
    int center = abs(map->center_x) > abs(map->center_y) ? map->center_x : map->center_y;
    double most = REACH - abs(center) * ldexp(1, -map->bits);
    double unit = ldexp(1, map->shift - 2 * map->bits);
    for (int i = 0; i < map->entries; i++) {
        double length = sqrt(i * unit) / radius;
        prism_turn still = {1, 0};
        prism_turn turn = length < 1 ? profile(length, amount) : still;
        if (!quantise(map->factors[i], turn) || fabs(turn.scale) * length * radius > most)
            return false;
    }
    for (int i = 0; i < map->entries; i++) {
        int next = i + 1 < map->entries ? i + 1 : i;
        for (int part = 0; part < 2; part++)
            map->factors[i][2 + part] = (int16_t)(map->factors[next][part] - map->factors[i][part]);
    }
    return true;
}

int prism_radial_prepare(prism_radial *map, double center_x, double center_y, double radius,
                         prism_turn_fn *profile, double amount) {
    if (!(radius >= 1 && radius <= PRISM_RADIAL_MAX_RADIUS) || !(fabs(center_x) <= INT16_MAX) ||
        !(fabs(center_y) <= INT16_MAX) || !isfinite(amount))
        return -EINVAL;
    // Offsets stay within 16 bits.
    map->bits = radius <= 4000 ? 3 : radius <= 8000 ? 2 : 1;
    map->center_x = (int32_t)lrint(ldexp(center_x - 0.5, map->bits));
    map->center_y = (int32_t)lrint(ldexp(center_y - 0.5, map->bits));
    map->radius = (int32_t)ceil(radius);
    double square = ldexp(radius * radius, 2 * map->bits);
    map->shift = 1;
    while (ldexp(square, -map->shift) > PRISM_RADIAL_ENTRIES)
        map->shift++;
    // One entry beyond the radius: no result is a mixture that lacks its second part.
    map->entries = (int32_t)ceil(ldexp(square, -map->shift)) + 1;
    return fill_factors(map, radius, profile, amount) ? 0 : -EINVAL;
}

/// Pixels of a row that may lie in the disc, `*begin` up to `*end`; none where they are equal.
static void find_span(const prism_radial *map, int32_t row, int32_t width, int32_t *begin,
                      int32_t *end) {
    double unit = ldexp(1, -map->bits), center = map->center_x * unit;
    double dy = row - map->center_y * unit, square = (double)map->radius * map->radius - dy * dy;
    *begin = *end = 0;
    if (square <= 0)
        return;
    double first = ceil(center - sqrt(square)), last = floor(center + sqrt(square));
    if (last < 0 || first >= width)
        return;
    *begin = first < 0 ? 0 : (int32_t)first;
    *end = last >= width ? width : (int32_t)last + 1;
}

void prism_warp_rows(const prism_warp_kernels *kernels, const prism_radial *map,
                     const prism_raster *dst, const prism_raster *src, int32_t begin, int32_t end,
                     const prism_row_hook *hook) {
    enum { RUN = 512 };
    int32_t x[RUN], y[RUN], left, right;
    prism_sample_fn *sample = prism_sampler(kernels, src->step);
    for (int32_t row = begin; row < end; row++) {
        uint8_t *out = prism_plane_row(dst, row);
        const uint8_t *in = prism_plane_row(src, row);
        find_span(map, row, src->width, &left, &right);
        memcpy(out, in, (size_t)(left * src->step));
        for (int32_t at = left; at < right; at += RUN) {
            int count = right - at < RUN ? right - at : RUN;
            kernels->radial(x, y, map, at, row, count);
            sample(out + at * src->step, src, x, y, count);
        }
        memcpy(out + right * src->step, in + right * src->step,
               (size_t)((src->width - right) * src->step));
        prism_row_finish(hook, out, dst->width);
    }
}
