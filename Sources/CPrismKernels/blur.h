// SPDX-License-Identifier: MIT
// What the files of the blurs share: the reference slots, which also finish rows, and the paths.
#pragma once

#include "include/prism_blur_kernels.h"
#include "include/prism_cpu.h"
#include "target.h"

/// 64 levels' fraction: rows between two passes hold 1/64 of a level.
#define PRISM_BLUR_ONE 64

prism_blur_columns_fn prism_blur_columns_c;
prism_blur_columns16_fn prism_blur_columns16_c;
prism_blur_row_fn prism_blur_row_c;
prism_blur_row16_fn prism_blur_row16_c;
prism_reduce4_fn prism_reduce4_c;
prism_reduce2_fn prism_reduce2_c;
prism_mix16_fn prism_mix16_c;
prism_expand_fn prism_expand_c;

/// Pixels `begin` up to `end` of what `prism_expand_fn` computes.
void prism_expand_span(uint8_t *dst, const uint16_t *src, int shift, int step, int begin, int end);

/// Fills `weights` for `radius` taps to each side so that they sum to one exactly.
void prism_blur_weights(int16_t *weights, int radius, double variance);

/// Repeats the first and the last of `width` pixels `pixels` times outside the row.
void prism_pad_row16(uint16_t *row, int width, int step, int pixels);

void prism_blur_init_neon(prism_blur_kernels *kernels);
void prism_pyramid_init_neon(prism_blur_kernels *kernels);
void prism_blur_init_avx2(prism_blur_kernels *kernels);
void prism_pyramid_init_avx2(prism_blur_kernels *kernels);
