// SPDX-License-Identifier: MIT
// Conversion for NEON.
#if defined(__aarch64__)
#include "convert_layout_neon.h"
#include "convert_rgb_neon.h"
#include "convert_yuv_neon.h"

void prism_convert_init_neon(prism_convert_kernels *kernels) {
    kernels->nv12_to_xrgb = nv12_to_xrgb_neon;
    kernels->yuv420_to_xrgb = yuv420_to_xrgb_neon;
    kernels->xrgb_to_nv12 = xrgb_to_nv12_neon;
    kernels->xrgb_to_yuv420 = xrgb_to_yuv420_neon;
    kernels->rgb888_to_xrgb = rgb888_to_xrgb_neon;
    kernels->xrgb_to_rgb888 = xrgb_to_rgb888_neon;
    kernels->swizzle_xrgb = swizzle_xrgb_neon;
    kernels->interleave = interleave_neon;
    kernels->deinterleave = deinterleave_neon;
}
#endif
