// SPDX-License-Identifier: MIT
// What the files of edges share: the reference slots, which also finish rows, and the paths.
#pragma once

#include "include/prism_cpu.h"
#include "include/prism_edges_kernels.h"
#include "target.h"

prism_sobel_fn prism_sobel_c;
prism_luma_fn prism_luma_c;
prism_unsharp_fn prism_unsharp_c;
prism_comic_fn prism_comic_c;

void prism_edges_init_neon(prism_edges_kernels *kernels);
void prism_edges_init_avx2(prism_edges_kernels *kernels);
