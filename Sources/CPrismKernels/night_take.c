// SPDX-License-Identifier: MIT
// A frame's first pass: suspects, and the levels of its quads without them.
#include "night_ring.h"

#include <string.h>

/// Rows kept at a time: a pair, the two above it and the two below.
enum { KEPT = 8 };

typedef struct intake_state {
    const prism_night_kernels *kernels;
    const prism_night_mosaic *mosaic;
    const prism_night_intake *intake;
    int16_t *rows;
    ptrdiff_t stride;
    uint16_t *marks;
    int next, count, map_at;
    /// The line below the thresholds.
    int threshold, slope;
} intake_state;

static int16_t *kept(const intake_state *state, int y) {
    return state->rows + (y % KEPT) * state->stride;
}

void prism_night_unpack_row(const prism_night_kernels *kernels, const prism_night_mosaic *mosaic,
                            int16_t *dst, int y) {
    const prism_night_unpacking *how = &mosaic->unpacking;
    kernels->unpack(dst, mosaic->samples + mosaic->stride * y, mosaic->width,
                    how->black + 2 * (y & 1), how->limit, how->shift);
}

/// The eight neighbours of the same colour, ascending; edges repeat.
static void neighbours(const intake_state *state, int x, int y, int16_t sorted[8]) {
    int count = 0;
    for (int dy = -2; dy <= 2; dy += 2)
        for (int dx = -2; dx <= 2; dx += 2) {
            if (!dx && !dy)
                continue;
            const int16_t *row = kept(state, prism_nearest(y + dy, state->mosaic->height, 2));
            int16_t value = row[prism_nearest(x + dx, state->mosaic->width, 2)];
            int at = count++;
            for (; at > 0 && sorted[at - 1] > value; at--)
                sorted[at] = sorted[at - 1];
            sorted[at] = value;
        }
}

static void look_at(intake_state *state, int x, int y, int mapped) {
    int16_t sorted[8];
    neighbours(state, x, y, sorted);
    int value = kept(state, y)[x], second = sorted[6], level = second < 0 ? 0 : second >> 6;
    int threshold = state->intake->suspicion->threshold[level < 255 ? level : 255];
    if (!mapped && (value - second <= threshold || 5 * value <= 6 * second))
        return;
    if (state->count < state->intake->capacity)
        state->intake->suspects[state->count] =
            (prism_night_suspect){(uint16_t)x,
                                  (uint16_t)y,
                                  (int16_t)value,
                                  (int16_t)second,
                                  (int16_t)((sorted[3] + sorted[4]) / 2),
                                  (int16_t)mapped};
    state->count++;
}

/// The next column of the map in row y that is at most x, or -1.
static int mapped_until(intake_state *state, int y, int x) {
    const prism_night_intake *intake = state->intake;
    while (state->map_at < intake->map_count && (int)(intake->map[state->map_at] >> 16) < y)
        state->map_at++;
    if (state->map_at == intake->map_count || (int)(intake->map[state->map_at] >> 16) != y)
        return -1;
    int column = (int)(intake->map[state->map_at] & 0xffff);
    if (column > x || column >= state->mosaic->width)
        return -1;
    state->map_at++;
    return column;
}

static void look_through(intake_state *state, int y) {
    int width = state->mosaic->width, found = -1;
    memset(state->marks, 0, sizeof(uint16_t) * ((size_t)width / 16 + 1));
    if (y >= 2 && y < state->mosaic->height - 2) {
        const int16_t *rows[3] = {kept(state, y - 2), kept(state, y), kept(state, y + 2)};
        state->kernels->candidates(state->marks, rows, width, state->threshold, state->slope);
    }
    for (int word = 0; word <= width / 16; word++)
        for (unsigned bits = state->marks[word]; bits; bits &= bits - 1) {
            int x = 2 + 16 * word + __builtin_ctz(bits);
            for (int column; (column = mapped_until(state, y, x)) >= 0; found = column)
                look_at(state, column, y, 1);
            if (x != found)
                look_at(state, x, y, 0);
        }
    for (int column; (column = mapped_until(state, y, width)) >= 0;)
        look_at(state, column, y, 1);
}

/// Takes the suspects from `first` on out of a row of quads.
static void mend(const intake_state *state, int16_t *grey, int first) {
    int known = state->count < state->intake->capacity ? state->count : state->intake->capacity;
    for (int i = first; i < known; i++) {
        const prism_night_suspect *suspect = &state->intake->suspects[i];
        int mended = grey[suspect->x / 2] + ((suspect->fill - suspect->value + 2) >> 2);
        grey[suspect->x / 2] = prism_clamp_i16(mended);
    }
}

static void to_levels(int16_t *levels, int n, const int16_t *table) {
    for (int x = 0; x < n; x++) {
        int entry = (levels[x] >> 1) + PRISM_NIGHT_ZERO;
        levels[x] = table[entry < 0                     ? 0
                          : entry < PRISM_NIGHT_ENTRIES ? entry
                                                        : PRISM_NIGHT_ENTRIES - 1];
    }
}

int prism_night_take(const prism_night_kernels *kernels, const prism_night_levels *levels,
                     const prism_night_mosaic *mosaic, const prism_night_intake *intake, int y0,
                     int y1, void *scratch) {
    ptrdiff_t stride = mosaic->width + 2 * PRISM_NIGHT_PAD;
    intake_state state = {
        .kernels = kernels, .mosaic = mosaic, .intake = intake, .rows = scratch, .stride = stride};
    state.marks = (uint16_t *)(state.rows + KEPT * stride);
    const int16_t *thresholds = intake->suspicion->threshold;
    int slope = (thresholds[PRISM_NIGHT_KNEE / 64] - thresholds[0]) * 32768 / PRISM_NIGHT_KNEE;
    state.threshold = thresholds[0], state.slope = slope < 0 ? 0 : slope < 32767 ? slope : 32767;
    state.next = y0 > 0 ? 2 * y0 - 2 : 0;
    for (int q = y0; q < y1; q++) {
        int last = 2 * q + 3 < mosaic->height ? 2 * q + 3 : mosaic->height - 1, first = state.count;
        for (; state.next <= last; state.next++)
            prism_night_unpack_row(kernels, mosaic, kept(&state, state.next), state.next);
        int16_t *row = levels->data + levels->stride * q;
        kernels->grey(row, kept(&state, 2 * q), kept(&state, 2 * q + 1), levels->width);
        look_through(&state, 2 * q);
        look_through(&state, 2 * q + 1);
        mend(&state, row, first);
        to_levels(row, levels->width, intake->table);
    }
    return state.count;
}
