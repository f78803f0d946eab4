// SPDX-License-Identifier: MIT
// Runs the kernel check without Swift: every slot on every path of this CPU.
#include "kernel_check.h"
#include "prism_kernels.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    uint32_t flags;
} paths[] = {
    {"c", 0},
    {"neon", PRISM_CPU_NEON},
    {"avx2", PRISM_CPU_AVX2},
    {"avx512", PRISM_CPU_AVX2 | PRISM_CPU_AVX512},
};

static int check_slot(int index, uint64_t seed) {
    int failures = 0;
    printf("%-32s", check_name(index));
    for (unsigned i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        char message[256] = "";
        if (i && !check_has_path(index, paths[i].flags & prism_cpu_detect()))
            continue;
        if (check_run(index, paths[i].flags, seed, message, sizeof message)) {
            printf(" %s FAILS (%s)", paths[i].name, message);
            failures++;
        } else {
            printf(" %s", paths[i].name);
        }
    }
    printf("\n");
    return failures;
}

/// check [PREFIX [SEED]]
int main(int argc, char **argv) {
    const char *prefix = argc > 1 ? argv[1] : "";
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 0) : 1;
    int failures = 0;
    for (int i = 0; i < check_count(); i++)
        if (strncmp(check_name(i), prefix, strlen(prefix)) == 0)
            failures += check_slot(i, seed);
    return failures != 0;
}
