// SPDX-License-Identifier: MIT
// Mixing by a matte in plain C, and the choice of paths.
#include "bokeh.h"

void prism_keep_c(uint8_t *dst, const uint8_t *src, const uint8_t *blurred, const uint8_t *matte,
                  int step, int count) {
    for (int i = 0; i < count; i++) {
        int m = matte[i / step], w = m + (m >> 7);
        dst[i] = (uint8_t)((src[i] * w + blurred[i] * (256 - w) + 128) >> 8);
    }
}

void prism_bokeh_kernels_init(prism_bokeh_kernels *kernels, uint32_t cpu_flags) {
    kernels->keep = prism_keep_c;
#if defined(__aarch64__)
    if (cpu_flags & PRISM_CPU_NEON)
        prism_bokeh_init_neon(kernels);
#elif defined(__x86_64__)
    if (cpu_flags & PRISM_CPU_AVX2)
        prism_bokeh_init_avx2(kernels);
#endif
    (void)cpu_flags;
}
