// SPDX-License-Identifier: MIT
// Preloaded into a program under test: its wall clock is off by what a file says, and steps when that changes.
//
// The file of PRISM_CLOCK_OFFSET_FILE holds one int64_t, in seconds. Clocks other than CLOCK_REALTIME are as ever.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

typedef int clock_function(clockid_t, struct timespec *);

static clock_function *real_clock;
static const _Atomic int64_t *offset;

__attribute__((constructor)) static void prepare(void) {
    *(void **)&real_clock = dlsym(RTLD_NEXT, "clock_gettime");
    const char *path = getenv("PRISM_CLOCK_OFFSET_FILE");
    const int descriptor = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (descriptor < 0)
        return;
    void *page = mmap(NULL, sizeof *offset, PROT_READ, MAP_SHARED, descriptor, 0);
    if (page != MAP_FAILED)
        offset = page;
    close(descriptor);
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    // Other constructors may ask before ours has run.
    if (!real_clock)
        prepare();
    const int result = real_clock(clock, time);
    if (result == 0 && clock == CLOCK_REALTIME && offset)
        time->tv_sec += atomic_load(offset);
    return result;
}

int gettimeofday(struct timeval *restrict out, void *restrict zone) {
    (void)zone;
    struct timespec now;
    const int result = clock_gettime(CLOCK_REALTIME, &now);
    out->tv_sec = now.tv_sec;
    out->tv_usec = now.tv_nsec / 1000;
    return result;
}

time_t time(time_t *out) {
    struct timespec now;
    if (clock_gettime(CLOCK_REALTIME, &now) != 0)
        return -1;
    if (out)
        *out = now.tv_sec;
    return now.tv_sec;
}
