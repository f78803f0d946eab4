// SPDX-License-Identifier: MIT
// What the files of bokeh share: the reference slot, which also finishes rows, and the paths.
#pragma once

#include "include/prism_bokeh_kernels.h"
#include "include/prism_cpu.h"
#include "target.h"

prism_keep_fn prism_keep_c;

void prism_bokeh_init_neon(prism_bokeh_kernels *kernels);
void prism_bokeh_init_avx2(prism_bokeh_kernels *kernels);
