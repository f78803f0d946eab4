// SPDX-License-Identifier: MIT
// PNG by libpng; its setjmp error path stays wholly inside this room.
#pragma once

#include "prism_image.h"

typedef struct prism_png_options {
    uint32_t compression; ///< 0 … 9, zlib's levels
    const uint8_t *exif;  ///< payload of an eXIf chunk (a TIFF header first), borrowed; NULL: none
    size_t exif_size;     ///< bytes
} prism_png_options;

/// Encodes a source as 8-bit RGB (or grey), tagged sRGB, one row at a time.
/// Thread: any.  Errors: -EINVAL (source or options out of range), -ENOMEM, -errno of write(2).
int prism_png_encode(const prism_image_source *source, const prism_png_options *options,
                     prism_image_output *output, prism_image_text *why);

/// Reads the header of a PNG file in memory. `data` is borrowed for the call.
/// Thread: any.  Errors: -EBADMSG (no PNG, or damaged; see `why`), -ENOMEM.
int prism_png_read_size(const uint8_t *data, size_t size, uint32_t *width, uint32_t *height,
                        prism_image_text *why);

/// Decodes any PNG in memory into `picture`, whose size must be the file's: 16 bits are cut to
/// 8, palettes and grey become RGB, transparency is laid over black. `data` is borrowed.
/// Thread: any.  Errors: -EBADMSG (damaged; see `why`), -EINVAL (another size), -ENOMEM.
int prism_png_decode(const uint8_t *data, size_t size, const prism_image_picture *picture,
                     prism_image_text *why);
