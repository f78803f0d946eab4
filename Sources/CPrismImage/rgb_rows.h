// SPDX-License-Identifier: MIT
// Rows of packed R, G, B (or grey) from any source, for encoders that write a picture row by row.
#pragma once

#include "rows.h"

/// Scratch memory for one source; the rows belong to it.
typedef struct prism_rgb_rows {
    const prism_image_source *source; ///< borrowed
    prism_ycc_map map;
    uint8_t *planes[3]; ///< one row of each component, at full width
    uint8_t *near;      ///< one row of chroma as it was gathered
    uint8_t *far;       ///< its neighbour
} prism_rgb_rows;

/// Prepares rows of a valid source. Thread: any.  Errors: -ENOMEM.
int prism_rgb_rows_init(prism_rgb_rows *rows, const prism_image_source *source);

/// Frees the scratch memory; a zeroed structure is allowed. Thread: any.
void prism_rgb_rows_free(prism_rgb_rows *rows);

/// Makes row `y`: width * 3 bytes R, G, B, or width bytes of full-range grey for a grey source.
/// Thread: one at a time.
void prism_rgb_rows_make(prism_rgb_rows *rows, uint32_t y, uint8_t *to);
