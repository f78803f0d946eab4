// SPDX-License-Identifier: MIT
// The vector kernels of the night stack over night_vector.h; each path's file includes this once.
#include "night_vector.h"

#include <string.h>

/// Columns that whole vectors of 16 cover.
static inline int whole(int n) {
    return n & ~15;
}

static void unpack(int16_t *dst, const uint16_t *src, int n, const int16_t black[2], int limit,
                   int shift) {
    const int32_t pair = (int32_t)((uint32_t)(uint16_t)black[1] << 16 | (uint16_t)black[0]);
    int32_t pairs[8] = {pair, pair, pair, pair, pair, pair, pair, pair};
    const i16x16 zero = v_load(pairs), most = v_all(limit);
    const i16x16 round = v_all(shift < 0 ? 1 << (-shift - 1) : 0);
    for (int x = 0; x < whole(n); x += 16) {
        // Samples of 15 and 16 bits stop at 65533, so that the rounding cannot wrap.
        i16x16 value = v_add(v_min_unsigned(v_load(src + x), most), round);
        v_store(dst + x, v_sub(v_shift_by(value, shift), zero));
    }
    int x = whole(n);
    prism_night_reference.unpack(dst + x, src + x, n - x, black, limit, shift);
}

static void grey(int16_t *dst, const int16_t *even, const int16_t *odd, int n) {
    const i16x16 two = v_all(2);
    for (int x = 0; x < whole(n); x += 16) {
        i16x16 a, b, c, d;
        v_load_pairs(even + 2 * x, &a, &b);
        v_load_pairs(odd + 2 * x, &c, &d);
        // floor(s / 4) from quarters and what they leave, as four samples may overflow.
        i16x16 high = v_add(v_add(v_shift_right(a, 2), v_shift_right(b, 2)),
                            v_add(v_shift_right(c, 2), v_shift_right(d, 2)));
        i16x16 low = v_add(v_add(v_sub(a, v_shift_left(v_shift_right(a, 2), 2)),
                                 v_sub(b, v_shift_left(v_shift_right(b, 2), 2))),
                           v_add(v_sub(c, v_shift_left(v_shift_right(c, 2), 2)),
                                 v_sub(d, v_shift_left(v_shift_right(d, 2), 2))));
        v_store(dst + x, v_add(high, v_shift_right(v_add(low, two), 2)));
    }
    int x = whole(n);
    prism_night_reference.grey(dst + x, even + 2 * x, odd + 2 * x, n - x);
}

static void candidates(uint16_t *marks, const int16_t *const rows[3], int n, int threshold,
                       int slope) {
    const i16x16 least = v_all(threshold), zero = v_all(0), tilt = v_all(slope);
    const i16x16 knee = v_all(PRISM_NIGHT_KNEE);
    int x = 2;
    for (; x + 16 <= n - 2; x += 16) {
        const int16_t *a = rows[0] + x, *b = rows[1] + x, *c = rows[2] + x;
        i16x16 sides = v_min(v_load(b - 2), v_load(b + 2));
        i16x16 column = v_min(v_load(a), v_load(c));
        i16x16 falling = v_min(v_load(a - 2), v_load(c + 2));
        i16x16 rising = v_min(v_load(a + 2), v_load(c - 2));
        i16x16 second = v_max(v_max(sides, column), v_max(falling, rising));
        i16x16 positive = v_max(second, zero);
        i16x16 sixteenths = v_add(v_shift_right(positive, 3), v_shift_right(positive, 4));
        i16x16 line = v_adds(least, v_mulhrs(v_min(positive, knee), tilt));
        i16x16 bound = v_max(line, sixteenths);
        marks[(x - 2) / 16] = (uint16_t)v_bits(v_greater(v_load(b), v_adds(second, bound)));
    }
    const int16_t *rest[3] = {rows[0] + x - 2, rows[1] + x - 2, rows[2] + x - 2};
    if (x < n - 2)
        prism_night_reference.candidates(marks + (x - 2) / 16, rest, n - x + 2, threshold, slope);
}

static inline i16x16 eighth(i16x16 a, i16x16 b, i16x16 c, i16x16 d) {
    i16x16 inner = v_add(b, c), four = v_all(4);
    // Levels are 0 ..< 2^13, so the sum fits 16 bits without a sign.
    i16x16 sum = v_add(v_add(a, d), v_add(inner, v_add(inner, inner)));
    return v_shift_right_unsigned(v_add(sum, four), 3);
}

static void half(int16_t *dst, const int16_t *const rows[4], int n) {
    int16_t column[2 * 64 + 34];
    for (int x = 0; x < n; x += 64) {
        int count = n - x < 64 ? n - x : 64, from = 2 * x - 1, to = 2 * (x + count) + 1;
        for (int i = from < 0 ? 0 : from; i < (to < 2 * n ? to : 2 * n); i += 16)
            v_store(column + (i - from), eighth(v_load(rows[0] + i), v_load(rows[1] + i),
                                                v_load(rows[2] + i), v_load(rows[3] + i)));
        if (from < 0)
            column[0] = column[1];
        if (to > 2 * n)
            column[to - 1 - from] = column[to - 2 - from];
        for (int i = 0; i < count; i += 16) {
            i16x16 a, b, c, d;
            v_load_pairs(column + 2 * i, &a, &b);
            v_load_pairs(column + 2 * i + 2, &c, &d);
            v_store(dst + x + i, eighth(a, b, c, d));
        }
    }
}

typedef struct taps {
    i16x16 w0, w1, w2, w3;
} taps;

static inline taps cubic(i16x16 f) {
    i16x16 f2 = v_mulhrs(f, f), g = v_sub(f2, v_mulhrs(f2, f)), h = v_sub(v_sub(f, f2), g);
    i16x16 zero = v_all(0), quarter = v_shift_right(g, 2);
    i16x16 w0 = v_sub(v_shift_right(h, 2), h), w3 = v_sub(quarter, g);
    i16x16 w1 = v_sub(zero, v_add(f2, v_add(g, quarter)));
    return (taps){w0, w1, v_subs(zero, v_adds(v_add(w0, w3), w1)), w3};
}

static inline i16x16 interpolate(i16x16 a, i16x16 b, i16x16 c, i16x16 d, const taps *t) {
    i16x16 outer = v_adds(v_mulhrs(a, t->w0), v_mulhrs(d, t->w3));
    i16x16 inner = v_adds(v_mulhrs(b, t->w1), v_mulhrs(c, t->w2));
    return v_adds(b, v_adds(outer, inner));
}

static void columns(int16_t *dst, const int16_t *src, int n, int step, int64_t shift,
                    int64_t slope) {
    for (int x = 0; x < n; x += 32) {
        int64_t position = shift + slope * (x + 16);
        int first = x + step * ((int)(position >> 32) - 1);
        if (x + 32 > n || first < 0 || first + 32 + 3 * step > n) {
            prism_night_columns_part(dst, src, n, step, x, x + 32 < n ? x + 32 : n, position);
            continue;
        }
        taps t = cubic(v_all((int)((position >> 17) & 0x7fff)));
        for (int i = 0; i < 32; i += 16) {
            const int16_t *at = src + first + i;
            v_store(dst + x + i, interpolate(v_load(at), v_load(at + step), v_load(at + 2 * step),
                                             v_load(at + 3 * step), &t));
        }
    }
}

typedef struct row_source {
    const int16_t *const *rows;
    int height, step;
} row_source;

static inline i16x16 at_rows(row_source source, int first, int x, const taps *t) {
    i16x16 v[4];
    for (int k = 0; k < 4; k++)
        v[k] = v_load(
            source.rows[prism_nearest(first + k * source.step, source.height, source.step)] + x);
    return interpolate(v[0], v[1], v[2], v[3], t);
}

/// Lanes whose position passed a whole number: their neighbours are one step further.
static inline i16x16 crossed(i16x16 positions, int start, int slope) {
    const i16x16 sign = v_all(-32768);
    i16x16 from = v_all(start ^ 0x8000), to = v_xor(positions, sign);
    return slope >= 0 ? v_greater(from, to) : v_greater(to, from);
}

static void rows(int16_t *dst, const int16_t *const *from, int height, int n, int y, int step,
                 int64_t shift, int64_t slope) {
    const row_source source = {from, height, step};
    const int lane_slope = (int)((slope + 0x8000) >> 16);
    const i16x16 lanes = v_mul(v_lanes(), v_all(lane_slope));
    for (int x = 0; x < n; x += 16) {
        int64_t start = shift + slope * x;
        int fraction = (int)((start >> 16) & 0xffff), end = fraction + 15 * lane_slope;
        int first = y + step * ((int)(start >> 32) - 1);
        i16x16 positions = v_add(v_all(fraction), lanes);
        taps t = cubic(v_shift_right_unsigned(positions, 1));
        i16x16 value = at_rows(source, first, x, &t);
        if (end < 0 || end > 0xffff) {
            i16x16 next = at_rows(source, first + (end < 0 ? -step : step), x, &t);
            value = v_choose(crossed(positions, fraction, lane_slope), next, value);
        }
        v_store(dst + x, value);
    }
}

static inline i16x16 held(i16x16 v) {
    return v_min(v_max(v, v_all(-2047)), v_all(2047));
}

static void tile(prism_night_sums *sums, prism_src ref, prism_src alt) {
    i32sum xx = v_zero_sum(), xy = xx, yy = xx, xe = xx, ye = xx, ee = xx;
    for (int y = 0; y < PRISM_NIGHT_TILE; y++) {
        const int16_t *row = (const int16_t *)prism_src_row(ref, y);
        i16x16 above = v_load(prism_src_row(ref, y - 1)), below = v_load(prism_src_row(ref, y + 1));
        i16x16 gx = held(v_sub(v_load(row + 1), v_load(row - 1))), gy = held(v_sub(below, above));
        i16x16 e = held(v_sub(v_load(prism_src_row(alt, y)), v_load(row)));
        xx = v_add_products(xx, gx, gx), xy = v_add_products(xy, gx, gy);
        yy = v_add_products(yy, gy, gy), xe = v_add_products(xe, gx, e);
        ye = v_add_products(ye, gy, e), ee = v_add_products(ee, e, e);
    }
    *sums = (prism_night_sums){v_total(xx), v_total(xy), v_total(yy),
                               v_total(xe), v_total(ye), v_total(ee)};
}

static void differ(int8_t *dst, const int16_t *ref, const int16_t *alt, int n, int scale) {
    const i16x16 factor = v_all(scale), most = v_all(127), least = v_all(-127);
    for (int x = 0; x < whole(n); x += 16) {
        i16x16 scaled = v_mulhrs(v_subs(v_load(ref + x), v_load(alt + x)), factor);
        v_store_signed(dst + x, v_max(v_min(scaled, most), least));
    }
    int x = whole(n);
    prism_night_reference.differ(dst + x, ref + x, alt + x, n - x, scale);
}

/// 1 2 3 4 5 4 3 2 1: two boxes of five, close to a Gaussian of two pixels.
static inline i16x16 triangle(const i16x16 v[9]) {
    i16x16 ends = v_add(v[0], v[8]), one = v_add(v[1], v[7]), two = v_add(v[2], v[6]);
    i16x16 three = v_add(v[3], v[5]), middle = v_add(v_shift_left(v[4], 2), v[4]);
    i16x16 wide = v_add(v_add(ends, v_shift_left(one, 1)), v_add(two, v_shift_left(two, 1)));
    return v_add(wide, v_add(v_shift_left(three, 2), middle));
}

static void repeat_ends(int16_t *sums, int n) {
    for (int i = 0; i < 4; i++)
        sums[i] = sums[4], sums[4 + n + i] = sums[3 + n];
}

static void weigh_columns(int16_t *sizes, int16_t *means, const int8_t *const from[9], int n) {
    const i16x16 two = v_all(2);
    for (int x = 0; x < n; x += 16) {
        i16x16 mean[9], size[9];
        for (int i = 0; i < 9; i++)
            mean[i] = v_widen_signed(from[i] + x), size[i] = v_abs(mean[i]);
        v_store(sizes + 4 + x, v_shift_right(v_add(triangle(size), two), 2));
        v_store(means + 4 + x, v_shift_right(v_add(triangle(mean), two), 2));
    }
    repeat_ends(sizes, n);
    repeat_ends(means, n);
}

static inline i16x16 triangle_at(const int16_t *at) {
    i16x16 v[9];
    for (int i = 0; i < 9; i++)
        v[i] = v_load(at + i);
    return triangle(v);
}

static inline i16x16 weight(i16x16 sum, i16x16 high, i16x16 slope) {
    return v_mul_high_unsigned(v_subs_unsigned(high, sum), slope);
}

static void weigh(uint8_t *dst, const int8_t *const from[9], int n, int16_t *scratch,
                  const prism_night_weighing *weighing) {
    const i16x16 size_high = v_all(weighing->size_high), size_slope = v_all(weighing->size_slope);
    const i16x16 mean_high = v_all(weighing->mean_high), mean_slope = v_all(weighing->mean_slope);
    int16_t *sizes = scratch, *means = scratch + n + 2 * PRISM_NIGHT_PAD;
    weigh_columns(sizes, means, from, n);
    for (int x = 0; x < n; x += 16) {
        i16x16 size = weight(triangle_at(sizes + x), size_high, size_slope);
        i16x16 mean = weight(v_abs(triangle_at(means + x)), mean_high, mean_slope);
        v_store_bytes(dst + x, v_min_unsigned(v_min_unsigned(size, mean), v_all(255)));
    }
}

/// Columns x0 ..< x1, where a vector would leave the row.
static void erode_part(uint8_t *dst, const uint8_t *const from[3], int n, int x0, int x1) {
    for (int x = x0; x < x1; x++) {
        uint8_t value = 255;
        for (int i = 0; i < 3; i++)
            for (int k = x > 0 ? x - 1 : 0; k <= x + 1 && k < n; k++)
                value = from[i][k] < value ? from[i][k] : value;
        dst[x] = value;
    }
}

static void erode(uint8_t *dst, const uint8_t *const from[3], int n) {
    int x = 1;
    for (; x + 17 <= n; x += 16) {
        i16x16 least = v_all(255);
        for (int i = 0; i < 3; i++) {
            const uint8_t *at = from[i] + x;
            least = v_min(least, v_min(v_widen(at), v_min(v_widen(at - 1), v_widen(at + 1))));
        }
        v_store_bytes(dst + x, least);
    }
    erode_part(dst, from, n, 0, 1);
    erode_part(dst, from, n, x, n);
}

static void add(int32_t *sums, const int16_t *values, const uint8_t *weights, int n) {
    for (int x = 0; x < whole(n); x += 16) {
        uint64_t quads;
        memcpy(&quads, weights + x / 2, sizeof quads);
        if (quads)
            v_add_weighted(sums + x, values + x, weights + x / 2);
    }
    int x = whole(n);
    prism_night_reference.add(sums + x, values + x, weights + x / 2, n - x);
}

static void count(uint16_t *totals, const uint8_t *weights, int n) {
    for (int x = 0; x < whole(n); x += 16)
        v_store(totals + x, v_add(v_load(totals + x), v_widen(weights + x)));
    int x = whole(n);
    prism_night_reference.count(totals + x, weights + x, n - x);
}

static const prism_night_kernels vectors = {
    .unpack = unpack,
    .grey = grey,
    .candidates = candidates,
    .half = half,
    .columns = columns,
    .rows = rows,
    .tile = tile,
    .differ = differ,
    .weigh = weigh,
    .erode = erode,
    .add = add,
    .count = count,
};
