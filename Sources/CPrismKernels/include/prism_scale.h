// SPDX-License-Identifier: MIT
// Scaling by the bilinear sampler, and NV12 scaled to XRGB for a screen of another size.
#pragma once

#include "prism_convert_kernels.h"
#include "prism_plane.h"
#include "prism_warp_kernels.h"

/// Bytes of scratch, aligned to 4, that one thread needs for rows of `width` pixels of a result.
/// Thread: any. Errors: none.
size_t prism_scale_scratch_size(int32_t width);

/// Scales `src` to the size of `dst`, rows `begin` up to `end` of the result; both have the same step.
///
/// Pixel centres map to pixel centres; two pixels each way are mixed, whatever the scale.
/// `hook` may be NULL. Thread: any; ranges may run in parallel. Errors: none.
void prism_scale_rows(const prism_warp_kernels *kernels, const prism_raster *dst,
                      const prism_raster *src, int32_t begin, int32_t end,
                      const prism_row_hook *hook, void *scratch);

/// Scales NV12 (luma of step 1, chroma of step 2) to the size of `dst`, of step 4, and converts it by
/// `matrix` as prism_nv12_to_xrgb_fn. `begin` is even, and so is `end` unless it is the last row.
/// `hook` may be NULL. Thread: any; ranges may run in parallel. Errors: none.
void prism_scale_nv12_rows(const prism_warp_kernels *kernels, prism_nv12_to_xrgb_fn *convert,
                           const prism_matrix *matrix, const prism_raster *dst,
                           const prism_raster *luma, const prism_raster *chroma, int32_t begin,
                           int32_t end, const prism_row_hook *hook, void *scratch);
