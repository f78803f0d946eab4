// SPDX-License-Identifier: MIT
// The night kernels' row functions, each called with the same random rows on two paths.
#include "include/night_check.h"

#include "include/kernel_check.h"
#include "prism_night_kernels.h"

#include <string.h>

enum { MOST = 200, ROOM = 512, ROWS = 9, EDGE = 64 };

/// What a case may read, and what it writes; both paths get their own copy of the latter.
typedef struct rows {
    int16_t values[ROWS][ROOM];
    int8_t differences[ROWS][ROOM];
    uint8_t bytes[ROWS][ROOM];
    uint16_t samples[ROOM];
} rows;

typedef struct results {
    int32_t sums[ROOM];
    int16_t values[ROOM];
    uint16_t words[ROOM];
    uint8_t bytes[ROOM];
    int8_t differences[ROOM];
    prism_night_sums tile;
} results;

typedef struct night_call {
    const prism_night_kernels *kernels;
    const rows *in;
    results *out;
    int n;
    /// Parameters, the same for both paths.
    check_random random;
} night_call;

static int pick(night_call *call, int low, int high) {
    return check_between(&call->random, low, high);
}

static void call_unpack(night_call *c) {
    int shift = pick(c, -2, 6), bits = 14 - shift;
    int16_t black[2] = {(int16_t)pick(c, 0, 16383), (int16_t)pick(c, 0, 16383)};
    int limit = (1 << bits) - 1 < 65533 ? (1 << bits) - 1 : 65533;
    c->kernels->unpack(c->out->values, c->in->samples, c->n, black, limit, shift);
}

static void call_grey(night_call *c) {
    c->kernels->grey(c->out->values, c->in->values[0], c->in->values[1], c->n);
}

static void call_candidates(night_call *c) {
    const int16_t *three[3] = {c->in->values[0], c->in->values[1], c->in->values[2]};
    c->kernels->candidates(c->out->words, three, c->n + 4, pick(c, 0, 2000), pick(c, 0, 32767));
}

/// Rows of levels, which are never negative, at the start of scratch.
static void levels(const night_call *c, int16_t copy[4][ROOM], const int16_t *four[4]) {
    for (int i = 0; i < 4; i++) {
        for (int x = 0; x < ROOM; x++)
            copy[i][x] = c->in->values[i][x] & 8191;
        four[i] = copy[i];
    }
}

static void call_half(night_call *c) {
    int16_t copy[4][ROOM];
    const int16_t *four[4];
    levels(c, copy, four);
    c->kernels->half(c->out->values, four, c->n);
}

static int64_t shift(night_call *c) {
    int64_t whole = pick(c, -40, 40), part = (int64_t)(check_next(&c->random) & 0xffffffff);
    return whole * (INT64_C(1) << 32) + (pick(c, 0, 7) ? part : pick(c, -2, 2));
}

static int64_t slope(night_call *c) {
    return (int64_t)pick(c, -120000, 120000) * 1000;
}

static void call_columns(night_call *c) {
    int step = pick(c, 1, 2);
    int64_t by = shift(c);
    c->kernels->columns(c->out->values, c->in->values[0] + EDGE, c->n, step, by, slope(c) / 64);
}

static void call_rows(night_call *c) {
    const int16_t *all[ROWS];
    for (int i = 0; i < ROWS; i++)
        all[i] = c->in->values[i];
    int step = pick(c, 1, 2), y = pick(c, 0, ROWS - 1);
    int64_t by = shift(c) / 8;
    c->kernels->rows(c->out->values, all, ROWS - 1, c->n, y, step, by, slope(c));
}

static void call_tile(night_call *c) {
    ptrdiff_t stride = c->n % 20 * 2 + 2 * 18;
    int16_t copy[4][ROOM];
    const int16_t *four[4], *base = copy[0];
    levels(c, copy, four);
    prism_src ref = {(const uint8_t *)base + stride + 2, stride}, alt = {base + 1, stride};
    c->kernels->tile(&c->out->tile, ref, alt);
}

static void call_differ(night_call *c) {
    c->kernels->differ(c->out->differences, c->in->values[0], c->in->values[1], c->n,
                       pick(c, 1, 32767));
}

static void call_weigh(night_call *c) {
    prism_night_weighing how = {0, (uint16_t)pick(c, 0, 32767), (uint16_t)pick(c, 1, 65535),
                                (uint16_t)pick(c, 0, 32767), (uint16_t)pick(c, 1, 65535)};
    const int8_t *nine[9];
    int16_t scratch[2 * ROOM];
    for (int i = 0; i < 9; i++)
        nine[i] = c->in->differences[i];
    c->kernels->weigh(c->out->bytes, nine, c->n, scratch, &how);
}

static void call_erode(night_call *c) {
    const uint8_t *three[3] = {c->in->bytes[0], c->in->bytes[1], c->in->bytes[2]};
    c->kernels->erode(c->out->bytes, three, c->n);
}

static void call_add(night_call *c) {
    c->kernels->add(c->out->sums, c->in->values[0], c->in->bytes[0], c->n);
}

static void call_count(night_call *c) {
    c->kernels->count(c->out->words, c->in->bytes[0], c->n);
}

static const struct {
    const char *name;
    void (*call)(night_call *call);
} cases[] = {
    {"unpack", call_unpack}, {"grey", call_grey},       {"candidates", call_candidates},
    {"half", call_half},     {"columns", call_columns}, {"rows", call_rows},
    {"tile", call_tile},     {"differ", call_differ},   {"weigh", call_weigh},
    {"erode", call_erode},   {"add", call_add},         {"count", call_count},
};

int night_check_count(void) {
    return sizeof cases / sizeof cases[0];
}

const char *night_check_name(int index) {
    return cases[index].name;
}

/// Values within what centred samples and levels reach, or at its ends.
static int16_t value(check_random *random, int extreme) {
    return (int16_t)(extreme ? check_between(random, 0, 1) * 32767 - 16384
                             : check_between(random, -16384, 20000));
}

static void fill(rows *rows, check_random *random, int extreme) {
    for (int i = 0; i < ROWS; i++)
        for (int x = 0; x < ROOM; x++) {
            rows->values[i][x] = value(random, extreme);
            rows->differences[i][x] =
                (int8_t)check_between(random, extreme ? -127 : -20, extreme ? 127 : 20);
            rows->bytes[i][x] = (uint8_t)check_between(random, 0, 255);
        }
    for (int x = 0; x < ROOM; x++)
        rows->samples[x] = (uint16_t)check_next(random);
}

/// Whether `n` elements are the same, and what lies beyond the block that a vector may write is as it was.
static int same(const void *a, const void *b, const void *before, size_t size, int n) {
    size_t used = size * (size_t)n, block = size * (size_t)((n + 31) / 32 * 32);
    return memcmp(a, b, used) == 0 &&
           memcmp((const char *)a + block, (const char *)before + block, size * ROOM - block) == 0;
}

static int same_results(const results *a, const results *b, const results *before, int n) {
    return same(a->sums, b->sums, before->sums, sizeof a->sums[0], n) &&
           same(a->values, b->values, before->values, sizeof a->values[0], n) &&
           same(a->words, b->words, before->words, sizeof a->words[0], n) &&
           same(a->bytes, b->bytes, before->bytes, 1, n) &&
           same(a->differences, b->differences, before->differences, 1, n) &&
           memcmp(&a->tile, &b->tile, sizeof a->tile) == 0;
}

static int differs(int index, const prism_night_kernels paths[2], const rows *in, int n,
                   uint64_t seed) {
    results before, after[2];
    memset(&before, 0x5a, sizeof before);
    for (int i = 0; i < 2; i++) {
        night_call call = {&paths[i], in, &after[i], n, {seed}};
        after[i] = before;
        cases[index].call(&call);
    }
    // A candidate's mark stands for sixteen columns.
    int count = strcmp(cases[index].name, "candidates") ? n : (n + 15) / 16;
    return !same_results(&after[1], &after[0], &before, count);
}

int night_check_run(int index, uint32_t cpu_flags, uint64_t seed) {
    prism_night_kernels paths[2];
    check_random random = {seed};
    rows in;
    prism_night_kernels_init(&paths[0], 0);
    prism_night_kernels_init(&paths[1], cpu_flags);
    for (int n = 1; n <= MOST; n++) {
        fill(&in, &random, n % 5 == 0);
        for (int round = 0; round < 8; round++)
            if (differs(index, paths, &in, n, check_next(&random)))
                return n;
    }
    return 0;
}
