// SPDX-License-Identifier: MIT
// Affine colour for AVX2.
#if defined(__x86_64__)
#define PRISM_VECTOR_BYTES 32
#include "color_planes_x86.h"
#include "color_x86.h"

void prism_color_init_avx2(prism_color_kernels *kernels) {
    kernels->matrix_xrgb = matrix_xrgb;
    kernels->matrix_rgb888 = matrix_rgb888;
    kernels->matrix_chain_xrgb = matrix_chain_xrgb;
    kernels->affine_u8 = affine_u8;
    kernels->affine_u16 = affine_u16;
    kernels->chroma_pairs = chroma_pairs;
    kernels->chroma_planes = chroma_planes;
}
#endif
