// SPDX-License-Identifier: MIT
// What the files of affine colour share: row functions for tails, and the paths.
#pragma once

#include "include/prism_color_kernels.h"
#include "include/prism_cpu.h"
#include "target.h"

/// `n` pixels of a row by the reference; also what follows the last whole vector.
void prism_matrix_xrgb_row(uint8_t *dst, const uint8_t *src, int n, const prism_matrix *matrix);
void prism_affine_u8_row(uint8_t *dst, const uint8_t *src, int n, const prism_affine *affine);

void prism_color_init_neon(prism_color_kernels *kernels);
void prism_color_init_avx2(prism_color_kernels *kernels);
void prism_color_init_avx512(prism_color_kernels *kernels);
