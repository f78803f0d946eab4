// SPDX-License-Identifier: MIT
// Affine colour for AVX2.
#if defined(__x86_64__)
#define PRISM_VECTOR_BYTES 32
#include "color_x86.h"

void prism_color_init_avx2(prism_color_kernels *kernels) {
    kernels->matrix_xrgb = matrix_xrgb;
    kernels->affine_u8 = affine_u8;
}
#endif
