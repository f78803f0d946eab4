// SPDX-License-Identifier: MIT
// What the stages of the finishing share: a strip of the four planes in floats.
#pragma once

#include "include/prism_finish.h"

enum {
    /// Floats before and after each row, so that filters need no test at the edges.
    FINISH_PAD = 4,
};

/// Rows first ..< last of the planes of a picture of `height` rows of quads.
typedef struct finish_strip {
    float *planes[4];
    ptrdiff_t stride;
    int32_t width, height, first, last;
} finish_strip;

/// Row `row` of the picture in a plane of the strip.
static inline float *finish_row(const finish_strip *strip, int plane, int row) {
    return strip->planes[plane] + (row - strip->first) * strip->stride + FINISH_PAD;
}

/// Floats from one row of a strip to the next.
static inline ptrdiff_t finish_stride(int width) {
    return (width + 2 * FINISH_PAD + 7) & ~7;
}

/// `index` mirrored into 0 ..< count, the outermost not repeated.
static inline int finish_mirror(int index, int count) {
    if (index < 0)
        index = -index;
    if (index >= count)
        index = 2 * (count - 1) - index;
    return index < 0 ? 0 : index >= count ? count - 1 : index;
}

static inline int finish_max(int a, int b) {
    return a > b ? a : b;
}

static inline int finish_min(int a, int b) {
    return a < b ? a : b;
}

/// Fills rows of a strip from the mosaic: 0 black, 1 white, negative where noise is.
void finish_unpack(const prism_finish_mosaic *mosaic, const finish_strip *strip);

/// Floats that finish_denoise() needs.
size_t finish_denoise_floats(int32_t width, int32_t rows);

/// Denoises rows o0 ..< o1 of the strip, whose other rows lose their meaning.
void finish_denoise(const prism_finish_noise *noise, const finish_strip *strip, int o0, int o1,
                    float *scratch);

/// Balances and clips rows o0 ..< o1, and pads them for the demosaic. Before that, `burnt` gets for each
/// quad how near its brightest sample is to clipping, 0 to 1; its rows are those of a plane.
void finish_balance(const uint8_t colors[4], const float gains[3], const finish_strip *strip,
                    int o0, int o1, float *burnt);

/// Red, green and blue at the four positions of one row of quads: rgb[position][color], each a row.
typedef struct finish_colors {
    float *rgb[4][3];
} finish_colors;

/// Malvar, He and Cutler's linear demosaic (ICASSP 2004) of one row of balanced quads.
void finish_demosaic(const uint8_t colors[4], const finish_strip *strip, int row,
                     const finish_colors *out);

/// Colours, brightness and code values of one row of quads. `gain` has two floats for each quad; `burnt`
/// are the rows above, here and below of what finish_balance() found, padded.
void finish_tone(const prism_finish_tone *tone, const prism_finish_picture *picture,
                 const finish_colors *colors, int row, int width, const float *const burnt[3],
                 float *gain);
