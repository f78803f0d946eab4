// SPDX-License-Identifier: MIT
// Runs a slot over a picture of a real size, to be timed or counted.
#include "memory.h"
#include "suites.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { TABLE_BYTES = 2048, ALIGNMENT = 64 };

static uint64_t thread_nanoseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

static size_t halved(int size, int times) {
    for (; times > 0; times--)
        size = (size + 1) / 2;
    return (size_t)size;
}

/// Bytes that wander from their fourth neighbour, as those of pictures do; tables are slower on noise.
static void fill_smoothly(uint8_t *bytes, size_t count, check_random *random) {
    for (size_t i = 0; i < count; i++) {
        const int value = (i < 4 ? 128 : bytes[i - 4]) + check_between(random, -3, 3);
        bytes[i] = (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
    }
}

/// An aligned plane of such bytes with its halo; `*memory` is what to free.
static prism_dst make_plane(const check_plane *plane, int width, int height, uint8_t **memory) {
    check_random random = {1};
    const size_t side = (size_t)(plane->halo_x * plane->bytes);
    const size_t row =
        plane->fixed ? (size_t)plane->fixed : halved(width, plane->sub_x) * (size_t)plane->bytes;
    const size_t stride = (row + 2 * side + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    const size_t rows = halved(height, plane->sub_y) + 2 * (size_t)plane->halo_y;
    *memory = aligned_alloc(ALIGNMENT, stride * rows);
    if (!*memory)
        return (prism_dst){0};
    // Rows are alike in pictures too; and what counts instructions need not count many here.
    fill_smoothly(*memory, stride, &random);
    for (size_t y = 1; y < rows; y++)
        memcpy(*memory + y * stride, *memory, stride);
    check_limit(*memory, stride * rows, plane->most);
    return (prism_dst){*memory + side + (size_t)plane->halo_y * stride, (ptrdiff_t)stride};
}

/// Both lists of planes; 0 where memory is short.
static int make_planes(const check_case *slot, check_call *call, uint8_t **memory) {
    int made = 1;
    for (int i = 0; i < CHECK_PLANES; i++) {
        if (slot->dst[i].bytes)
            call->dst[i] = make_plane(&slot->dst[i], call->width, call->height, memory++);
        if (slot->src[i].bytes) {
            prism_dst plane = make_plane(&slot->src[i], call->width, call->height, memory++);
            call->src[i] = (prism_src){plane.data, plane.stride};
        }
        made &= (!slot->dst[i].bytes || call->dst[i].data) &&
                (!slot->src[i].bytes || call->src[i].data);
    }
    return made;
}

uint64_t check_time(int index, uint32_t cpu_flags, int width, int height, int repetitions) {
    const check_suite *suite = check_suite_of(&index);
    if (!suite || suite->table_size > TABLE_BYTES)
        return 0;
    const check_case *slot = &suite->cases[index];
    _Alignas(16) uint8_t table[TABLE_BYTES], parameters[CHECK_PARAMETER_BYTES] = {0};
    uint8_t *memory[2 * CHECK_PLANES] = {NULL};
    check_random random = {1};
    check_call call = {.width = width, .height = height, .y1 = height, .parameters = parameters};
    suite->init(table, cpu_flags);
    if (slot->prepare)
        slot->prepare(parameters, CHECK_TYPICAL, &random);
    uint64_t least = UINT64_MAX;
    if (make_planes(slot, &call, memory))
        for (int i = 0; i < repetitions; i++) {
            uint64_t begun = thread_nanoseconds();
            slot->call(table, &call);
            uint64_t took = thread_nanoseconds() - begun;
            least = took < least ? took : least;
        }
    for (int i = 0; i < 2 * CHECK_PLANES; i++)
        free(memory[i]);
    return least == UINT64_MAX ? 0 : least;
}
