// SPDX-License-Identifier: MIT
// What the files of the streaks share: the reference slots, which also finish rows, and the paths.
#pragma once

#include "include/prism_cpu.h"
#include "include/prism_streak_kernels.h"
#include "target.h"

prism_streak_fn prism_streak_c;
prism_stretch_fn prism_stretch_c;

/// Samples `begin` up to `end` of what `prism_streak_fn` computes.
void prism_streak_span(uint8_t *dst, const uint8_t *const *pairs, const uint8_t *fractions,
                       int taps, int scale, int begin, int end);

/// Pixels from `begin` on of what `prism_stretch_fn` computes.
void prism_stretch_from(uint8_t *dst, const uint8_t *own, const uint8_t *above,
                        const uint8_t *below, const prism_stretch *stretch, int step, int begin);

void prism_streak_init_neon(prism_streak_kernels *kernels);
void prism_streak_init_avx2(prism_streak_kernels *kernels);
