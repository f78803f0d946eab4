// SPDX-License-Identifier: MIT
// The disc blur of a lens out of focus, kept off what a matte holds in focus.
#pragma once

#include "prism_blur_kernels.h"
#include "prism_plane.h"

/// The widest disc, in pixels.
#define PRISM_BOKEH_MAX_RADIUS 64

/// `dst` = (src * w + blurred * (256 - w) + 128) / 256 with w = m + m / 128 of the pixel's matte byte m.
/// `dst` may be `blurred` or `src`. `step` is 1, 2 or 4; `count` is in bytes. Thread: any. Errors: none.
typedef void prism_keep_fn(uint8_t *dst, const uint8_t *src, const uint8_t *blurred,
                           const uint8_t *matte, int step, int count);

/// The slots of bokeh; fill with `prism_bokeh_kernels_init`.
typedef struct prism_bokeh_kernels {
    prism_keep_fn *keep;
} prism_bokeh_kernels;

/// Fills every slot with the fastest version that `cpu_flags` (PRISM_CPU_*) allow.
/// Thread: any. Errors: none.
void prism_bokeh_kernels_init(prism_bokeh_kernels *kernels, uint32_t cpu_flags);

/// A portrait's bokeh: fill with `prism_bokeh_prepare`.
///
/// The image is reduced by 2 or 4 with its samples weighted by how little they are in focus, averaged
/// over a disc, divided by the weights' average, enlarged, and mixed with the image by the matte: what
/// is in focus does not bleed into the background. Three steps with a barrier after each.
typedef struct prism_bokeh {
    int32_t width, height, step;   ///< Of the image.
    int32_t shift;                 ///< log2 of the reduction.
    int32_t low_width, low_height; ///< Of the reduced image.
    int32_t reach;                 ///< Rows of the disc to each side, reduced.
    int16_t half[PRISM_BOKEH_MAX_RADIUS / 2 +
                 1]; ///< Half the width of the disc's rows, from its centre.
} prism_bokeh;

/// Plans a disc of `radius` pixels (2 to PRISM_BOKEH_MAX_RADIUS) for planes of this size; step 1 or 4.
/// Thread: any. Errors: -EINVAL (a value is out of its range).
int prism_bokeh_prepare(prism_bokeh *bokeh, double radius, int32_t width, int32_t height,
                        int32_t step);

/// Bytes of the buffer, aligned to 4, that the steps share. Thread: any. Errors: none.
size_t prism_bokeh_buffer_size(const prism_bokeh *bokeh);

/// Bytes of scratch, aligned to 4, that one thread needs for any step. Thread: any. Errors: none.
size_t prism_bokeh_scratch_size(const prism_bokeh *bokeh);

/// Step 1, rows `begin` up to `end` of `low_height`. `matte` has the size of the image, step 1, and is
/// 255 where the image stays sharp. Thread: any; ranges may run in parallel. Errors: none.
void prism_bokeh_reduce_rows(const prism_bokeh *bokeh, void *buffer, const prism_raster *src,
                             const prism_raster *matte, int32_t begin, int32_t end);

/// Step 2, rows `begin` up to `end` of `low_height`.
/// Thread: any; ranges may run in parallel. Errors: none.
void prism_bokeh_blur_rows(const prism_bokeh *bokeh, void *buffer, int32_t begin, int32_t end,
                           void *scratch);

/// Step 3, rows `begin` up to `end` of the image. `hook` may be NULL.
/// Thread: any; ranges may run in parallel. Errors: none.
void prism_bokeh_expand_rows(const prism_bokeh_kernels *kernels, const prism_blur_kernels *blurs,
                             const prism_bokeh *bokeh, const void *buffer, const prism_raster *dst,
                             const prism_raster *src, const prism_raster *matte, int32_t begin,
                             int32_t end, const prism_row_hook *hook, void *scratch);
