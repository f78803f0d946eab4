// SPDX-License-Identifier: MIT
// JPEG by libjpeg-turbo; its setjmp error path stays wholly inside this room.
#pragma once

#include "prism_image.h"

typedef struct prism_jpeg_options {
    uint32_t quality;          ///< 1 … 100
    uint32_t restart_interval; ///< MCUs between restart markers; 0 none, at most 65535
    const uint8_t *app1; ///< payload of an APP1 segment, borrowed; NULL: a JFIF header instead
    size_t app1_size;    ///< at most 65533
} prism_jpeg_options;

/// Encodes a source. Y'CbCr planes go in as they are; limited range and other matrices than
/// Rec. 601 are converted row by row, as JPEG is full-range Rec. 601.
/// Thread: any.  Errors: -EINVAL (source or options out of range), -ENOMEM, -errno of write(2).
int prism_jpeg_encode(const prism_image_source *source, const prism_jpeg_options *options,
                      prism_image_output *output, prism_image_text *why);

/// Reads the size of a JPEG file in memory. `data` is borrowed for the call.
/// Thread: any.  Errors: -EBADMSG (no JPEG, or damaged; see `why`), -ENOMEM.
int prism_jpeg_read_size(const uint8_t *data, size_t size, uint32_t *width, uint32_t *height,
                         prism_image_text *why);

/// Decodes a JPEG file in memory into `picture`, whose size must be the file's. Strict: data
/// that ends early or does not decode is an error. `data` is borrowed for the call.
/// Thread: any.  Errors: -EBADMSG (damaged; see `why`), -EINVAL (another size), -ENOMEM.
int prism_jpeg_decode(const uint8_t *data, size_t size, const prism_image_picture *picture,
                      prism_image_text *why);

/// Most bytes that prism_jpeg_standard_tables() writes.
#define PRISM_JPEG_TABLES 432

/// Writes the DHT segments of ITU-T T.81 annex K.3, which Motion JPEG leaves out, and returns
/// their size. `bytes` has room for PRISM_JPEG_TABLES. Thread: any.  Errors: -ENOMEM.
int prism_jpeg_standard_tables(uint8_t *bytes);
