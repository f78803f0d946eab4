// SPDX-License-Identifier: MIT
// EXIF blocks by libexif, from a list of fields that says which IFD each belongs to.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// The image file directories, with libexif's numbers.
enum prism_exif_ifd {
    PRISM_EXIF_IFD0 = 0,
    PRISM_EXIF_IFD1 = 1, ///< of the thumbnail
    PRISM_EXIF_EXIF = 2,
    PRISM_EXIF_GPS = 3
};

/// Types of a field, with TIFF's numbers.
enum prism_exif_type {
    PRISM_EXIF_BYTE = 1,
    PRISM_EXIF_ASCII = 2, ///< count includes the final NUL
    PRISM_EXIF_SHORT = 3,
    PRISM_EXIF_LONG = 4,
    PRISM_EXIF_RATIONAL = 5, ///< numerator and denominator: two values per component
    PRISM_EXIF_UNDEFINED = 7,
    PRISM_EXIF_SRATIONAL = 10 ///< as RATIONAL, with the bits of signed numbers
};

/// One field. Numbers (SHORT, LONG, both RATIONALs) are in `numbers`, all else in `bytes`.
typedef struct prism_exif_field {
    uint32_t ifd;  ///< prism_exif_ifd
    uint32_t tag;  ///< TIFF tag
    uint32_t type; ///< prism_exif_type
    uint32_t count;
    const uint32_t *numbers; ///< borrowed for the call
    const uint8_t *bytes;    ///< borrowed for the call
} prism_exif_field;

/// Builds a block that begins with "Exif\0\0" (an APP1 payload), little-endian, with an optional
/// JPEG thumbnail. `*block` is the caller's, to be given to prism_exif_free().
/// Thread: any.  Errors: -EINVAL (unknown IFD or type), -E2BIG (over 65533 bytes), -ENOMEM.
int prism_exif_build(const prism_exif_field *fields, size_t count, const uint8_t *thumbnail,
                     size_t thumbnail_size, uint8_t **block, size_t *size);

/// Frees a block; NULL is allowed. Thread: any.
void prism_exif_free(uint8_t *block);
