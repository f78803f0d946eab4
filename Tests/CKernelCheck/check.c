// SPDX-License-Identifier: MIT
// The driver: lays planes out, calls reference and path, compares every byte.
#include "memory.h"
#include "suites.h"

#include <stdio.h>
#include <string.h>

enum { ARENA_BYTES = 3 << 20, TABLE_BYTES = 2048 };

/// All that a slot is compared in.
typedef struct bench {
    const check_case *slot;
    _Alignas(16) uint8_t reference[TABLE_BYTES];
    _Alignas(16) uint8_t path[TABLE_BYTES];
    _Alignas(16) uint8_t parameters[CHECK_PARAMETER_BYTES];
    check_random random;
    check_arena src[CHECK_PLANES], want[CHECK_PLANES], got[CHECK_PLANES];
    check_layout src_at[CHECK_PLANES], want_at[CHECK_PLANES], got_at[CHECK_PLANES];
    int width, height, in_place;
    char *message;
    size_t message_size;
} bench;

const check_suite *check_suite_of(int *index) {
    for (int i = 0; check_suites[i]; i++) {
        if (*index < check_suites[i]->case_count)
            return check_suites[i];
        *index -= check_suites[i]->case_count;
    }
    return NULL;
}

int check_count(void) {
    int count = 0;
    for (int i = 0; check_suites[i]; i++)
        count += check_suites[i]->case_count;
    return count;
}

const char *check_name(int index) {
    static _Thread_local char name[96];
    const check_suite *suite = check_suite_of(&index);
    if (suite)
        snprintf(name, sizeof name, "%s.%s", suite->name, suite->cases[index].name);
    return suite ? name : "";
}

/// Fills both tables; 0 where the suite is unknown or its table too big.
static int fill_tables(bench *b, int index, uint32_t flags) {
    const check_suite *suite = check_suite_of(&index);
    if (!suite || suite->table_size > TABLE_BYTES)
        return 0;
    b->slot = &suite->cases[index];
    suite->init(b->reference, 0);
    suite->init(b->path, flags);
    return 1;
}

static int has_own_path(const bench *b) {
    const size_t at = b->slot->slot;
    return memcmp(b->reference + at, b->path + at, sizeof(void (*)(void))) != 0;
}

int check_has_path(int index, uint32_t cpu_flags) {
    static _Thread_local bench b;
    return fill_tables(&b, index, cpu_flags) && has_own_path(&b);
}

static int open_arenas(bench *b) {
    for (int i = 0; i < CHECK_PLANES; i++)
        if ((b->slot->src[i].bytes && check_arena_open(&b->src[i], ARENA_BYTES)) ||
            (b->slot->dst[i].bytes && (check_arena_open(&b->want[i], ARENA_BYTES) ||
                                       check_arena_open(&b->got[i], ARENA_BYTES))))
            return 0;
    return 1;
}

static void close_arenas(bench *b) {
    check_arena *arenas[] = {b->src, b->want, b->got};
    for (int kind = 0; kind < 3; kind++)
        for (int i = 0; i < CHECK_PLANES; i++)
            if (arenas[kind][i].mapping)
                check_arena_close(&arenas[kind][i]);
}

/// Samples of 16 bits that hold fewer are held to their largest value.
static void limit(const check_layout *at, uint16_t most) {
    const size_t odd = (size_t)(at->data - at->begin) & 1;
    check_limit(at->begin + odd, at->count - odd, most);
}

/// Lays all planes out and fills them; 0 where one does not fit.
static int prepare_planes(bench *b, enum check_pattern pattern) {
    const check_case *slot = b->slot;
    for (int i = 0; i < CHECK_PLANES; i++) {
        if (!slot->src[i].bytes)
            continue;
        check_lay_out(&b->src_at[i], &b->src[i], &slot->src[i], b->width, b->height, &b->random);
        if (!b->src_at[i].data)
            return 0;
        // Now and then one plane differs from the others, since some sums are worst so.
        enum check_pattern own = check_between(&b->random, 0, 3) ? pattern : CHECK_EXTREMES;
        check_fill(b->src_at[i].begin, b->src_at[i].count, own, &b->random);
        limit(&b->src_at[i], slot->src[i].most);
    }
    for (int i = 0; i < CHECK_PLANES; i++) {
        if (!slot->dst[i].bytes)
            continue;
        check_lay_out(&b->want_at[i], &b->want[i], &slot->dst[i], b->width, b->height, &b->random);
        if (!b->want_at[i].data)
            return 0;
        b->got_at[i] = check_mirror(&b->want_at[i], &b->want[i], &b->got[i]);
    }
    return 1;
}

/// Both sides begin with the same bytes, so that slots which add to a plane can be compared too.
static void fill_destinations(bench *b) {
    for (int i = 0; i < CHECK_PLANES; i++) {
        check_layout *want = &b->want_at[i];
        if (!b->slot->dst[i].bytes)
            continue;
        check_fill(want->begin, want->count, CHECK_RANDOM, &b->random);
        limit(want, b->slot->dst[i].most);
        memcpy(b->got_at[i].begin, want->begin, want->count);
    }
}

static void call(const bench *b, const void *table, const check_layout *dst, int y0, int y1) {
    check_call call = {
        .width = b->width, .height = b->height, .y0 = y0, .y1 = y1, .parameters = b->parameters};
    for (int i = 0; i < CHECK_PLANES; i++) {
        call.dst[i] = (prism_dst){dst[i].data, dst[i].stride};
        call.src[i] = (prism_src){b->src_at[i].data, b->src_at[i].stride};
    }
    if (b->in_place)
        call.src[b->in_place - 1] = (prism_src){dst[0].data, dst[0].stride};
    b->slot->call(table, &call);
}

/// Compares all destinations; 1 and a message at the first difference.
static int differs(const bench *b, const char *what) {
    for (int i = 0; i < CHECK_PLANES; i++) {
        const check_layout *want = &b->want_at[i], *got = &b->got_at[i];
        if (!b->slot->dst[i].bytes || memcmp(want->begin, got->begin, want->count) == 0)
            continue;
        size_t at = 0;
        while (want->begin[at] == got->begin[at])
            at++;
        ptrdiff_t offset = (want->begin + at) - want->data;
        snprintf(b->message, b->message_size,
                 "%s: %s, %dx%d%s: plane %d row %td byte %td: reference %d, path %d", b->slot->name,
                 what, b->width, b->height, b->in_place ? " in place" : "", i,
                 offset / want->stride, offset % want->stride, want->begin[at], got->begin[at]);
        return 1;
    }
    return 0;
}

/// A random multiple of the row step in low ... high.
static int random_row(bench *b, int low, int high) {
    int step = b->slot->row_step ? b->slot->row_step : 1;
    int row = check_between(&b->random, low, high);
    int down = row / step * step;
    return row == b->height || down < low ? row : down;
}

/// One strip alone: what lies outside of its rows stays as it was.
static int strip_differs(bench *b) {
    int y0 = random_row(b, 0, b->height), y1 = random_row(b, y0, b->height);
    fill_destinations(b);
    call(b, b->reference, b->want_at, y0, y1);
    call(b, b->path, b->got_at, y0, y1);
    return differs(b, "a strip");
}

/// The whole at once and by strips: the same bytes.
static int strips_differ(bench *b) {
    fill_destinations(b);
    call(b, b->reference, b->want_at, 0, b->height);
    for (int y = 0; y < b->height;) {
        int next = random_row(b, y + 1, b->height);
        if (next <= y || (next != b->height && b->slot->row_step && next % b->slot->row_step))
            next = b->height;
        call(b, b->path, b->got_at, y, next);
        y = next;
    }
    return differs(b, "strips");
}

/// Some sizes with each pattern, in place too where the slot allows it.
static int size_differs(bench *b, int width, int height, int turn) {
    b->width = width;
    b->height = height;
    b->in_place = turn % 3 == 2 && b->slot->in_place ? 1 + turn % b->slot->in_place : 0;
    if (b->slot->prepare)
        b->slot->prepare(b->parameters, turn % 8, &b->random);
    if (!prepare_planes(b, (enum check_pattern)(turn / 2 % CHECK_PATTERNS)))
        return 0;
    return strip_differs(b) || strips_differ(b);
}

static int any_differs(bench *b) {
    static const int real[][2] = {{640, 48}, {1921, 9}, {800, 37}, {2592, 4}, {33, 131}};
    int turn = check_between(&b->random, 0, 23);
    for (int width = 1; width <= 130; width++)
        for (int i = 0; i < 4; i++)
            if (size_differs(b, width, check_between(&b->random, 1, 7), turn++))
                return 1;
    for (unsigned i = 0; i < sizeof real / sizeof real[0]; i++)
        for (int j = 0; j < 8; j++)
            if (size_differs(b, real[i][0], real[i][1], turn++))
                return 1;
    return 0;
}

int check_run(int index, uint32_t cpu_flags, uint64_t seed, char *message, size_t size) {
    static _Thread_local bench b;
    memset(&b, 0, sizeof b);
    b.random.state = seed;
    b.message = message;
    b.message_size = size;
    if (!fill_tables(&b, index, cpu_flags) || !open_arenas(&b)) {
        snprintf(message, size, "no such slot, or no memory");
        close_arenas(&b);
        return 1;
    }
    int result = any_differs(&b);
    close_arenas(&b);
    return result;
}
