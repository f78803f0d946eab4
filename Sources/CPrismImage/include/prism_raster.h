// SPDX-License-Identifier: MIT
// Pictures without compression: Windows bitmaps, bare RGB, bare planes.
#pragma once

#include "prism_image.h"

/// How the pixels are laid out in the file.
enum prism_raster_kind {
    PRISM_RASTER_BMP = 0,   ///< BITMAPINFOHEADER, 24 bits, rows from the bottom
    PRISM_RASTER_RGB = 1,   ///< bytes R, G, B, rows from the top, no header
    PRISM_RASTER_YUV420 = 2 ///< planes Y, Cb, Cr as the source has them, no header
};

/// Encodes a source, one row at a time. Grey becomes R = G = B. For planes the source must be
/// Y'CbCr; chroma that is finer is averaged down to half width and height, range and matrix stay.
/// Thread: any.  Errors: -EINVAL (source, or more than 4 GiB of bitmap), -ENOTSUP (planes of a
/// source that has none), -ENOMEM, -errno of write(2).
int prism_raster_encode(const prism_image_source *source, uint32_t kind,
                        prism_image_output *output);
