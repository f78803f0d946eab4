// SPDX-License-Identifier: MIT
// Mixing for AVX2.
#if defined(__x86_64__)
#define PRISM_VECTOR_BYTES 32
#include "blend_x86.h"

void prism_blend_init_avx2(prism_blend_kernels *kernels) {
    kernels->lerp_u8 = lerp_u8;
    kernels->mask_u8 = mask_u8;
    kernels->mask_xrgb = mask_xrgb;
    kernels->over_xrgb = over_xrgb;
}
#endif
