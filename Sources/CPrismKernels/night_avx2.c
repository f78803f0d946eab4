// SPDX-License-Identifier: MIT
// The night kernels for AVX2.
#if defined(__x86_64__)
#include "target.h"

#include <immintrin.h>
#include <string.h>

PRISM_TARGET_BEGIN(PRISM_AVX2)
#include "night_simd.h"
PRISM_TARGET_END

void prism_night_init_avx2(prism_night_kernels *kernels) {
    *kernels = vectors;
}
#else
/// A file of C holds at least one declaration.
typedef int prism_night_without_avx2;
#endif
