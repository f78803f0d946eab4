// SPDX-License-Identifier: MIT
// Tone for AVX2.
#if defined(__x86_64__)
#define PRISM_VECTOR_BYTES 32
#include "tone_cube_x86.h"
#include "tone_gain_x86.h"
#include "tone_x86.h"

void prism_tone_init_avx2(prism_tone_kernels *kernels) {
    kernels->lut_u8 = lut_u8;
    kernels->lut_xrgb = lut_xrgb;
    kernels->cube_xrgb = cube_xrgb;
    kernels->gain_xrgb = gain_xrgb;
    kernels->gain_u8 = gain_u8;
    kernels->gain_pairs = gain_pairs;
}
#endif
