// SPDX-License-Identifier: MIT
// libjpeg-turbo's planar compressor, opened at run time so that the bench needs it only to compare.
#include "include/prism_bench.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>

// The part of turbojpeg.h (API 2.0, stable since libjpeg-turbo 1.4) that is called. Its default is the fast,
// inaccurate DCT; Prism encodes with the accurate one, so the peer must too.
enum { TURBO_SAMPLING_420 = 2, TURBO_NO_REALLOCATION = 1024, TURBO_ACCURATE_DCT = 4096 };
typedef void *turbo_open(void);
typedef int turbo_compress(void *handle, const unsigned char **planes, int width,
                           const int *strides, int height, int subsampling, unsigned char **jpeg,
                           unsigned long *size, int quality, int flags);
typedef int turbo_close(void *handle);
typedef unsigned long turbo_size(int width, int height, int subsampling);

struct prism_bench_planar {
    void *library;
    void *handle;
    turbo_compress *compress;
    turbo_close *close;
    turbo_size *size;
    unsigned char *buffer;
    unsigned long capacity;
};

/// Finds the functions. ISO C has no cast from an object pointer to a function's; POSIX has.
static int bind_functions(prism_bench_planar *planar) {
    turbo_open *open = NULL;
    *(void **)&open = dlsym(planar->library, "tjInitCompress");
    *(void **)&planar->compress = dlsym(planar->library, "tjCompressFromYUVPlanes");
    *(void **)&planar->close = dlsym(planar->library, "tjDestroy");
    *(void **)&planar->size = dlsym(planar->library, "tjBufSize");
    if (!open || !planar->compress || !planar->close || !planar->size)
        return -ENOENT;
    planar->handle = open();
    return planar->handle ? 0 : -ENOMEM;
}

int prism_bench_planar_open(prism_bench_planar **out) {
    prism_bench_planar *planar = calloc(1, sizeof *planar);
    if (!planar)
        return -ENOMEM;
    planar->library = dlopen("libturbojpeg.so.0", RTLD_NOW | RTLD_LOCAL);
    const int error = planar->library ? bind_functions(planar) : -ENOENT;
    if (error) {
        prism_bench_planar_close(planar);
        return error;
    }
    *out = planar;
    return 0;
}

int64_t prism_bench_planar_compress(prism_bench_planar *planar, const uint8_t *const planes[3],
                                    const int strides[3], int width, int height, int quality) {
    const unsigned long needed = planar->size(width, height, TURBO_SAMPLING_420);
    if (needed > planar->capacity) {
        free(planar->buffer);
        planar->buffer = malloc(needed);
        planar->capacity = planar->buffer ? needed : 0;
    }
    if (planar->capacity == 0)
        return -ENOMEM;
    const unsigned char *sources[3] = {planes[0], planes[1], planes[2]};
    unsigned long size = planar->capacity;
    const int result = planar->compress(planar->handle, sources, width, strides, height,
                                        TURBO_SAMPLING_420, &planar->buffer, &size, quality,
                                        TURBO_NO_REALLOCATION | TURBO_ACCURATE_DCT);
    return result == 0 ? (int64_t)size : -EINVAL;
}

void prism_bench_planar_close(prism_bench_planar *planar) {
    if (!planar)
        return;
    if (planar->handle)
        planar->close(planar->handle);
    if (planar->library)
        dlclose(planar->library);
    free(planar->buffer);
    free(planar);
}
