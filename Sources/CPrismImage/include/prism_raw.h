// SPDX-License-Identifier: MIT
// Raw files of any camera by libraw, as a Bayer mosaic that stays in libraw's own memory.
#pragma once

#include "prism_image.h"

/// Room for a name in prism_raw_facts.
#define PRISM_RAW_NAME 64

/// An open file with its mosaic.
typedef struct prism_raw prism_raw;

/// What a file says; what it does not say is 0. Positions are the samples (0, 0), (1, 0), (0, 1)
/// and (1, 1) of the active area.
typedef struct prism_raw_facts {
    const uint16_t *samples; ///< owned by the prism_raw, NULL until prism_raw_load()
    size_t count;            ///< samples in that memory
    size_t offset;           ///< index of the active area's top left sample
    uint32_t stride;         ///< samples from row to row
    uint32_t width, height;  ///< active area
    uint8_t colors[4];       ///< 0 red, 1 green, 2 blue, by position
    float black[4];          ///< by position
    float white;             ///< clip level
    float multipliers[3];    ///< white balance of the shot: red, green, blue
    float matrix[9];         ///< XYZ to camera, row by row
    uint32_t illuminant;     ///< of the matrix, EXIF's code
    float baseline_exposure; ///< stops
    float exposure_time;     ///< seconds
    float iso;               ///< ISO speed
    float aperture;          ///< f-number
    float focal_length;      ///< millimetres
    int64_t timestamp;       ///< seconds since 1970, the camera's local time
    uint32_t flip;           ///< 0, 3 (180°), 5 (90° counter-clockwise), 6 (90° clockwise)
    char make[PRISM_RAW_NAME];
    char model[PRISM_RAW_NAME];
    char software[PRISM_RAW_NAME];
} prism_raw_facts;

/// Opens a file and reads what it says. `*raw` is the caller's, to be given to prism_raw_close().
/// `path` must be a regular file. Thread: any, one at a time for each prism_raw.
/// Errors: -EBADMSG (no raw file, or damaged; see `why`), -ENOTSUP (no Bayer mosaic; see `why`),
/// -E2BIG (more than `most_samples`), -ENOMEM.
int prism_raw_open(const char *path, uint64_t most_samples, prism_raw **raw, prism_raw_facts *facts,
                   prism_image_text *why);

/// Reads the mosaic, once, and completes `facts` (samples, count, offset, stride, levels).
/// Thread: any, one at a time for each prism_raw.  Errors: as prism_raw_open().
int prism_raw_load(prism_raw *raw, prism_raw_facts *facts, prism_image_text *why);

/// Closes the file and frees its samples; NULL is allowed. Thread: any.
void prism_raw_close(prism_raw *raw);
