// SPDX-License-Identifier: MIT
// Affine colour for AVX-512: what gains over AVX2.
#if defined(__x86_64__)
#include "color.h"

void prism_color_init_avx512(prism_color_kernels *kernels) {
    (void)kernels;
}
#endif
