// SPDX-License-Identifier: MIT
// What the files of mixing share: row functions for tails, and the paths.
#pragma once

#include "include/prism_blend_kernels.h"
#include "include/prism_cpu.h"
#include "target.h"

void prism_lerp_u8_row(uint8_t *dst, const uint8_t *before, const uint8_t *after, int n, int t);
void prism_mask_u8_row(uint8_t *dst, const uint8_t *before, const uint8_t *after,
                       const uint8_t *mask, int n);
void prism_mask_xrgb_row(uint8_t *dst, const uint8_t *before, const uint8_t *after,
                         const uint8_t *mask, int n);
void prism_over_xrgb_row(uint8_t *dst, const uint8_t *under, const uint8_t *over, int n);

void prism_blend_init_neon(prism_blend_kernels *kernels);
void prism_blend_init_avx2(prism_blend_kernels *kernels);
void prism_blend_init_avx512(prism_blend_kernels *kernels);
