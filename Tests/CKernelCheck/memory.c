// SPDX-License-Identifier: MIT
// Arenas between guard pages, and the layouts of planes in them.
#include "memory.h"

#include <errno.h>
#include <sys/mman.h>
#include <unistd.h>

int check_arena_open(check_arena *arena, size_t size) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    size = (size + page - 1) / page * page;
    void *mapping = mmap(NULL, size + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapping == MAP_FAILED)
        return -errno;
    *arena = (check_arena){mapping, (uint8_t *)mapping + page, size};
    if (mprotect(arena->bytes, size, PROT_READ | PROT_WRITE) == 0)
        return 0;
    int error = errno;
    check_arena_close(arena);
    return -error;
}

void check_arena_close(check_arena *arena) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    munmap(arena->mapping, arena->size + 2 * page);
}

static int halved(int size, int times) {
    for (; times > 0; times--)
        size = (size + 1) / 2;
    return size;
}

void check_lay_out(check_layout *layout, const check_arena *arena, const check_plane *plane,
                   int width, int height, check_random *random) {
    const int align = plane->align ? plane->align : 1;
    const int side = plane->halo_x * plane->bytes;
    const int row = plane->fixed ? plane->fixed : halved(width, plane->sub_x) * plane->bytes;
    const int rows = plane->fixed ? 1 : halved(height, plane->sub_y) + 2 * plane->halo_y;
    // Half of the strides are odd ones; the others are the tightest.
    const int padding = check_between(random, 0, 1) * check_between(random, 0, 67) * align;
    const ptrdiff_t stride = row + 2 * side + padding;
    const size_t used = (size_t)stride * (size_t)(rows - 1) + (size_t)(row + 2 * side);
    const size_t before = (size_t)(check_between(random, 0, 63) * align);
    *layout = (check_layout){0};
    if (used + before + 256 > arena->size)
        return;
    // Flush with the guard page behind it, or a little after the one before it.
    const int at_end = check_between(random, 0, 1);
    uint8_t *first = arena->bytes + (at_end ? arena->size - used : before);
    layout->data = first + side + plane->halo_y * stride;
    layout->stride = stride;
    layout->begin = at_end ? first - 128 : arena->bytes;
    layout->count = at_end ? used + 128 : before + used + 128;
}

check_layout check_mirror(const check_layout *layout, const check_arena *from,
                          const check_arena *to) {
    check_layout mirrored = *layout;
    mirrored.data = to->bytes + (layout->data - from->bytes);
    mirrored.begin = to->bytes + (layout->begin - from->bytes);
    return mirrored;
}
