// SPDX-License-Identifier: MIT
// Conversion for AVX-512.
#if defined(__x86_64__)
#define PRISM_VECTOR_BYTES 64
#include "convert_layout_x86.h"
#include "convert_rgb_x86.h"
#include "convert_yuv_x86.h"

void prism_convert_init_avx512(prism_convert_kernels *kernels) {
    kernels->nv12_to_xrgb = nv12_to_xrgb;
    kernels->yuv420_to_xrgb = yuv420_to_xrgb;
    kernels->xrgb_to_nv12 = xrgb_to_nv12;
    kernels->xrgb_to_yuv420 = xrgb_to_yuv420;
    kernels->rgb888_to_xrgb = rgb888_to_xrgb;
    kernels->xrgb_to_rgb888 = xrgb_to_rgb888;
    kernels->swizzle_xrgb = swizzle_xrgb;
    kernels->interleave = interleave;
    kernels->deinterleave = deinterleave;
}
#endif
