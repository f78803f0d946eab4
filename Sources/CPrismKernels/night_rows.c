// SPDX-License-Identifier: MIT
// The reference of the night kernels: unpacking, grey, weights and sums.
#include "night.h"

#include <stdlib.h>

static void unpack(int16_t *dst, const uint16_t *src, int n, const int16_t black[2], int limit,
                   int shift) {
    for (int x = 0; x < n; x++) {
        int value = src[x] < limit ? src[x] : limit;
        value = shift >= 0 ? value * (1 << shift) : (value + (1 << (-shift - 1))) >> -shift;
        dst[x] = (int16_t)(value - black[x & 1]);
    }
}

static void grey(int16_t *dst, const int16_t *even, const int16_t *odd, int n) {
    for (int x = 0; x < n; x++)
        dst[x] = (int16_t)((even[2 * x] + even[2 * x + 1] + odd[2 * x] + odd[2 * x + 1] + 2) >> 2);
}

static int least(int a, int b) {
    return a < b ? a : b;
}
static int most(int a, int b) {
    return a > b ? a : b;
}

/// Of any two neighbours the lesser is at most the second largest of all.
static int second_at_least(const int16_t *const rows[3], int x) {
    int sides = least(rows[1][x - 2], rows[1][x + 2]), column = least(rows[0][x], rows[2][x]);
    int falling = least(rows[0][x - 2], rows[2][x + 2]);
    int rising = least(rows[0][x + 2], rows[2][x - 2]);
    return most(most(sides, column), most(falling, rising));
}

static int least_suspicious(int second, int threshold, int slope) {
    int positive = most(second, 0), sixteenths = (positive >> 3) + (positive >> 4);
    int line = threshold + prism_mulhrs(least(positive, PRISM_NIGHT_KNEE), slope);
    return prism_clamp_i16(second + most(line, sixteenths));
}

static void candidates(uint16_t *marks, const int16_t *const rows[3], int n, int threshold,
                       int slope) {
    for (int x = 2; x < n - 2; x += 16) {
        unsigned mark = 0;
        for (int i = 0; i < 16 && x + i < n - 2; i++) {
            int bound = least_suspicious(second_at_least(rows, x + i), threshold, slope);
            mark |= (unsigned)(rows[1][x + i] > bound) << i;
        }
        marks[(x - 2) / 16] = (uint16_t)mark;
    }
}

static int eighth(int a, int b, int c, int d) {
    return a + 3 * (b + c) + d;
}

static void half(int16_t *dst, const int16_t *const rows[4], int n) {
    for (int x = 0; x < n; x++) {
        int at[4] = {most(2 * x - 1, 0), 2 * x, 2 * x + 1, least(2 * x + 2, 2 * n - 1)}, sum[4];
        for (int i = 0; i < 4; i++) {
            int column = eighth(rows[0][at[i]], rows[1][at[i]], rows[2][at[i]], rows[3][at[i]]);
            sum[i] = (column + 4) >> 3;
        }
        dst[x] = (int16_t)((eighth(sum[0], sum[1], sum[2], sum[3]) + 4) >> 3);
    }
}

static void differ(int8_t *dst, const int16_t *ref, const int16_t *alt, int n, int scale) {
    for (int x = 0; x < n; x++) {
        int scaled = prism_mulhrs(prism_clamp_i16(ref[x] - alt[x]), scale);
        dst[x] = (int8_t)most(least(scaled, 127), -127);
    }
}

static const int8_t triangle[9] = {1, 2, 3, 4, 5, 4, 3, 2, 1};

static int weight(int sum, int high, int slope) {
    uint32_t room = sum < high ? (uint32_t)(high - sum) : 0, value = (room * (uint32_t)slope) >> 16;
    return value < 255 ? (int)value : 255;
}

static void weigh(uint8_t *dst, const int8_t *const rows[9], int n, int16_t *scratch,
                  const prism_night_weighing *weighing) {
    int16_t *sizes = scratch, *means = scratch + n + 2 * PRISM_NIGHT_PAD;
    for (int x = -4; x < n + 4; x++) {
        int size = 0, mean = 0, at = x < 0 ? 0 : x < n ? x : n - 1;
        for (int i = 0; i < 9; i++)
            size += triangle[i] * abs(rows[i][at]), mean += triangle[i] * rows[i][at];
        sizes[x + 4] = (int16_t)((size + 2) >> 2), means[x + 4] = (int16_t)((mean + 2) >> 2);
    }
    for (int x = 0; x < n; x++) {
        int size = 0, mean = 0;
        for (int i = 0; i < 9; i++)
            size += triangle[i] * sizes[x + i], mean += triangle[i] * means[x + i];
        dst[x] = (uint8_t)least(weight(size, weighing->size_high, weighing->size_slope),
                                weight(abs(mean), weighing->mean_high, weighing->mean_slope));
    }
}

static void erode(uint8_t *dst, const uint8_t *const rows[3], int n) {
    for (int x = 0; x < n; x++) {
        int value = 255, left = most(x - 1, 0), right = least(x + 1, n - 1);
        for (int i = 0; i < 3; i++)
            value = least(value, least(rows[i][x], least(rows[i][left], rows[i][right])));
        dst[x] = (uint8_t)value;
    }
}

static void add(int32_t *sums, const int16_t *values, const uint8_t *weights, int n) {
    for (int x = 0; x < n; x++)
        sums[x] += values[x] * weights[x >> 1];
}

static void count(uint16_t *totals, const uint8_t *weights, int n) {
    for (int x = 0; x < n; x++)
        totals[x] = (uint16_t)(totals[x] + weights[x]);
}

// The ones that resample and align are in night_warp.c.
void prism_night_columns_c(int16_t *dst, const int16_t *src, int n, int step, int64_t shift,
                           int64_t slope);
void prism_night_rows_c(int16_t *dst, const int16_t *const *rows, int height, int n, int y,
                        int step, int64_t shift, int64_t slope);
void prism_night_tile_c(prism_night_sums *sums, prism_src ref, prism_src alt);

const prism_night_kernels prism_night_reference = {
    .unpack = unpack,
    .grey = grey,
    .candidates = candidates,
    .half = half,
    .columns = prism_night_columns_c,
    .rows = prism_night_rows_c,
    .tile = prism_night_tile_c,
    .differ = differ,
    .weigh = weigh,
    .erode = erode,
    .add = add,
    .count = count,
};

void prism_night_kernels_init(prism_night_kernels *kernels, uint32_t flags) {
    *kernels = prism_night_reference;
#if defined(__aarch64__)
    if (flags & PRISM_CPU_NEON)
        prism_night_init_neon(kernels);
#elif defined(__x86_64__)
    if (flags & PRISM_CPU_AVX2)
        prism_night_init_avx2(kernels);
#else
    (void)flags;
#endif
}
