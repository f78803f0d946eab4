// SPDX-License-Identifier: MIT
// Runs the kernel check without Swift: every slot on every path of this CPU.
#include "kernel_check.h"
#include "prism_kernels.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const struct {
    const char *name;
    uint32_t flags;
} paths[] = {
    {"c", 0},
    {"neon", PRISM_CPU_NEON},
    {"avx2", PRISM_CPU_AVX2},
    {"avx512", PRISM_CPU_AVX2 | PRISM_CPU_AVX512},
};

enum { WIDTH = 1920, HEIGHT = 1080, RUN_WIDTH = 640, RUN_HEIGHT = 16 };

static uint64_t clock_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

static int check_slot(int index, uint64_t seed) {
    int failures = 0;
    printf("%-32s", check_name(index));
    // A byte too many is a fault of memory; the name then says whose.
    fflush(stdout);
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

/// The time to copy a frame of 4-byte pixels, which kernels are measured against.
static double copy_nanoseconds(int repetitions) {
    size_t size = 4u * WIDTH * HEIGHT;
    uint8_t *from = malloc(size), *to = malloc(size);
    double least = 1e18;
    if (!from || !to)
        return 0;
    memset(from, 1, size);
    memset(to, 2, size);
    for (int i = 0; i < repetitions; i++) {
        double begun = (double)clock_now();
        // What is copied must not be known, or it becomes a fill.
        __asm__ volatile("" ::"r"(to), "r"(from) : "memory");
        memcpy(to, from, size);
        __asm__ volatile("" ::"r"(to), "r"(from) : "memory");
        double took = (double)clock_now() - begun;
        least = took < least ? took : least;
    }
    free(from);
    free(to);
    return least;
}

static void time_slot(int index, int repetitions) {
    printf("%-32s", check_name(index));
    for (unsigned i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        if (i && !check_has_path(index, paths[i].flags & prism_cpu_detect()))
            continue;
        double copy = copy_nanoseconds(repetitions);
        double took = (double)check_time(index, paths[i].flags, WIDTH, HEIGHT, repetitions);
        printf("  %s %.3f ms %.2f x", paths[i].name, took * 1e-6, took / copy);
    }
    printf("\n");
}

static int usage(void) {
    fprintf(stderr, "usage: check [check|time|run] [PREFIX [SEED or REPETITIONS]]\n");
    return 2;
}

/// check: compares; time: milliseconds of a 1920x1080 frame and the ratio to copying one of 4-byte pixels; run: calls the
/// fastest path of the slot of this very name, for counting instructions.
int main(int argc, char **argv) {
    const char *verb = argc > 1 ? argv[1] : "check", *prefix = argc > 2 ? argv[2] : "";
    const long number = argc > 3 ? strtol(argv[3], NULL, 0) : 1;
    int failures = 0;
    for (int i = 0; i < check_count(); i++) {
        // What is counted must be one slot, not those too whose names go on.
        const size_t compared = strlen(prefix) + (strcmp(verb, "run") == 0);
        if (strncmp(check_name(i), prefix, compared) != 0)
            continue;
        if (strcmp(verb, "check") == 0)
            failures += check_slot(i, (uint64_t)number);
        else if (strcmp(verb, "time") == 0)
            time_slot(i, (int)number);
        else if (strcmp(verb, "run") == 0)
            check_time(i, prism_cpu_flags(), RUN_WIDTH, RUN_HEIGHT, (int)number);
        else
            return usage();
    }
    return failures != 0;
}
