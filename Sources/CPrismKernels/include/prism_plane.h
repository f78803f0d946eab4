// SPDX-License-Identifier: MIT
// What every spatial kernel works on: one plane of 8-bit samples, a range of its rows, a hook on its output.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// One plane of interleaved 8-bit samples: luma (step 1), NV12 chroma (step 2), XRGB8888 (step 4).
///
/// Kernels never write a source plane, whatever the constness of `data`; source and destination
/// must not overlap. Rows may start at any address, `stride` may be any number of bytes from
/// `width * step` up, and bytes between the rows are neither read for a result nor written.
typedef struct prism_raster {
    uint8_t *data;    ///< First sample of the first row; owned by the caller.
    ptrdiff_t stride; ///< Bytes from one row to the next.
    int32_t width;    ///< Pixels, 1 to 32,767.
    int32_t height;   ///< Rows, 1 to 32,767.
    int32_t step;     ///< Bytes per pixel: 1, 2 or 4.
} prism_raster;

/// Work on an output row while it is still in the first-level cache, such as a 3x4 colour matrix.
///
/// Thread: the one that calls the kernel; rows of a range come in ascending order, each once.
typedef struct prism_row_hook {
    /// Changes the row in place. `width` is in pixels.
    void (*apply)(void *context, uint8_t *row, int32_t width);
    void *context; ///< Handed to `apply`; owned by the caller.
} prism_row_hook;

/// The pixel row `row` of `plane`, with rows outside the plane standing for the nearest one inside.
/// Thread: any. Errors: none.
static inline uint8_t *prism_plane_row(const prism_raster *plane, int32_t row) {
    int32_t inside = row < 0 ? 0 : row >= plane->height ? plane->height - 1 : row;
    return plane->data + inside * plane->stride;
}

/// Runs `hook`, which may be NULL, on a finished row of `plane`.
/// Thread: any. Errors: none.
static inline void prism_row_finish(const prism_row_hook *hook, uint8_t *row, int32_t width) {
    if (hook)
        hook->apply(hook->context, row, width);
}
