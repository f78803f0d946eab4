// SPDX-License-Identifier: MIT
// Counts heap allocations by standing in front of glibc's, for every library of the process.
//
// Only prism-bench links this file. The linker exports the names below because libc.so asks for them.
#include "include/prism_bench.h"

#include <errno.h>
#include <stdatomic.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define PRISM_BENCH_SANITIZED 1
#endif
#endif

static _Atomic uint64_t allocations;

uint64_t prism_bench_allocations(void) {
    return atomic_load_explicit(&allocations, memory_order_relaxed);
}

#ifdef PRISM_BENCH_SANITIZED

int prism_bench_counts_allocations(void) {
    return 0;
}

#else

// glibc's own names for its allocator; no header declares them.
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

int prism_bench_counts_allocations(void) {
    return 1;
}

static void count(void) {
    atomic_fetch_add_explicit(&allocations, 1, memory_order_relaxed);
}

void *malloc(size_t size) {
    count();
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    count();
    return __libc_calloc(number, size);
}

void *realloc(void *old, size_t size) {
    count();
    return __libc_realloc(old, size);
}

void *memalign(size_t alignment, size_t size) {
    count();
    return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    count();
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **out, size_t alignment, size_t size) {
    if (alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0 || alignment == 0)
        return EINVAL;
    count();
    void *memory = __libc_memalign(alignment, size);
    if (!memory)
        return ENOMEM;
    *out = memory;
    return 0;
}

#endif
