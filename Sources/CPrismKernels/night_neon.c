// SPDX-License-Identifier: MIT
// The night kernels for NEON.
#if defined(__aarch64__)
#include "night_simd.h"

void prism_night_init_neon(prism_night_kernels *kernels) {
    *kernels = vectors;
}
#else
/// A file of C holds at least one declaration.
typedef int prism_night_without_neon;
#endif
