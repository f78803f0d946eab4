// SPDX-License-Identifier: MIT
// Detects the CPU's vector instructions once and keeps the mask.
#include "include/prism_cpu.h"

#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

uint32_t prism_cpu_detect(void) {
#if defined(__aarch64__)
    return PRISM_CPU_NEON;
#elif defined(__x86_64__)
    __builtin_cpu_init();
    uint32_t flags = 0;
    if (__builtin_cpu_supports("avx2"))
        flags |= PRISM_CPU_AVX2;
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
        __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512vnni"))
        flags |= PRISM_CPU_AVX512;
    return flags;
#else
    return 0;
#endif
}

static const struct {
    const char *name;
    uint32_t mask;
} paths[] = {
    {"c", 0},
    {"neon", PRISM_CPU_NEON},
    {"avx2", PRISM_CPU_AVX2},
    {"avx512", PRISM_CPU_AVX2 | PRISM_CPU_AVX512},
};

/// A name that is none of the table's changes nothing.
static uint32_t environment_mask(void) {
    const char *name = getenv("PRISM_CPU");
    for (size_t i = 0; name && i < sizeof paths / sizeof paths[0]; i++)
        if (strcmp(name, paths[i].name) == 0)
            return paths[i].mask;
    return UINT32_MAX;
}

// The upper half says that the mask was set; 0 is a mask too.
static _Atomic uint64_t chosen_mask;
#define MASK_IS_SET (UINT64_C(1) << 32)

uint32_t prism_cpu_flags(void) {
    uint64_t mask = atomic_load_explicit(&chosen_mask, memory_order_relaxed);
    if (!(mask & MASK_IS_SET)) {
        uint64_t wanted = MASK_IS_SET | environment_mask();
        // Whoever came first wins, so that a mask set meanwhile is not undone.
        if (atomic_compare_exchange_strong(&chosen_mask, &mask, wanted))
            mask = wanted;
    }
    return prism_cpu_detect() & (uint32_t)mask;
}

void prism_cpu_set_mask(uint32_t mask) {
    atomic_store(&chosen_mask, MASK_IS_SET | mask);
}
