// SPDX-License-Identifier: MIT
// Umbrella of the pixel kernels, and the contract that all of them share.
//
// A table of slots per concern is filled by prism_<concern>_kernels_init(): with the plain C reference first, then with
// what the flags allow. Every path gives the same bytes as the reference. What holds for each slot:
//
// - `prism_dst` and `prism_src` point at row 0, column 0 of a plane. Strides are in bytes, may exceed the row, and need
//   no alignment beyond that of a sample. Rows y0 ..< y1 are written and no others, nothing right of `width` is touched,
//   and nothing beyond what a slot documents is read; so strips and threads never change a result.
// - Widths and rows count full-resolution pixels; a plane of subsampled chroma has (width + 1) / 2 columns and
//   (height + 1) / 2 rows. Slots over such planes take an even y0.
// - Source and destination may be the same plane with the same stride where a slot says "in place", else they must not
//   overlap.
// - No slot allocates, blocks, or keeps a pointer. Thread: any; a table is only read once it is filled.
#pragma once

#include "prism_blend_kernels.h"
#include "prism_blur_kernels.h"
#include "prism_bokeh_kernels.h"
#include "prism_color_kernels.h"
#include "prism_convert_kernels.h"
#include "prism_cpu.h"
#include "prism_edges_kernels.h"
#include "prism_plane.h"
#include "prism_planes.h"
#include "prism_scale.h"
#include "prism_screen.h"
#include "prism_streak_kernels.h"
#include "prism_tiles.h"
#include "prism_tone_kernels.h"
#include "prism_warp_kernels.h"
