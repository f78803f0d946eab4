// SPDX-License-Identifier: MIT
// What only prism-bench needs from C: counted allocations, the bare bridge, and libjpeg-turbo as a peer.
//
// A program that links this room has every malloc of its process counted.
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Heap allocations (malloc, calloc, realloc, aligned ones) of all threads since the process began.
/// Thread: any.
uint64_t prism_bench_allocations(void);

/// 1 where allocations are counted; 0 under a sanitizer, which needs malloc for itself. Thread: any.
int prism_bench_counts_allocations(void);

/// What the bare bridge did, driven through its C header without any Swift.
typedef struct prism_bench_bridge_result {
    uint64_t frames;      ///< counted, after the warm-up
    uint64_t allocations; ///< of the whole process meanwhile
} prism_bench_bridge_result;

/// Runs a mock camera of 640x480 at 120 frames a second on 4 buffers, in real time and without drawing. Each
/// completion is given back inside its callback; `warm_up` frames pass before `frames` are counted.
/// Thread: any; blocks. Errors: those of the bridge, -ETIME no frame for 5 s.
int prism_bench_bridge(uint32_t warm_up, uint32_t frames, prism_bench_bridge_result *out);

/// libjpeg-turbo's compressor for planar 4:2:0, from libturbojpeg where that is installed.
typedef struct prism_bench_planar prism_bench_planar;

/// Opens it. `*out` is owned by the caller: prism_bench_planar_close().
/// Thread: any.  Errors: -ENOENT libturbojpeg is not installed, -ENOMEM.
int prism_bench_planar_open(prism_bench_planar **out);
/// Compresses into a buffer that is kept from call to call. Returns the file's bytes.
/// Thread: one at a time.  Errors: -EINVAL.
int64_t prism_bench_planar_compress(prism_bench_planar *planar, const uint8_t *const planes[3],
                                    const int strides[3], int width, int height, int quality);
/// Lets it go. NULL is allowed. Thread: any.
void prism_bench_planar_close(prism_bench_planar *planar);

#ifdef __cplusplus
}
#endif
