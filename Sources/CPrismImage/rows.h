// SPDX-License-Identifier: MIT
// Row kernels of the image room: gathering components, and the Y'CbCr conversions.
#pragma once

#include "prism_image.h"

#include <stdbool.h>

/// Y'CbCr of any range and matrix to full-range Rec. 601, and to RGB; coefficients in Q14.
typedef struct prism_ycc_map {
    bool is_identity; ///< the source is full-range Rec. 601 already
    int32_t luma_gain, luma_bias;
    int32_t luma_from_cb, luma_from_cr;
    int32_t cb_from_cb, cb_from_cr, cr_from_cb, cr_from_cr;
    int32_t red_from_cr, green_from_cb, green_from_cr, blue_from_cb;
} prism_ycc_map;

/// Fractional bits of the coefficients.
#define PRISM_YCC_SHIFT 14

void prism_ycc_map_init(prism_ycc_map *map, uint32_t matrix, bool limited_range);

/// True where the source's sizes, shifts and steps are ones that the codecs can read.
bool prism_source_is_valid(const prism_image_source *source);

/// Samples of component `index` in one row, and rows of it.
uint32_t prism_source_width(const prism_image_source *source, int index);
uint32_t prism_source_height(const prism_image_source *source, int index);

/// Copies `count` samples that lie `step` apart.
void prism_gather(uint8_t *restrict to, const uint8_t *restrict from, uint32_t step, size_t count);

/// What the chroma of one row adds to each luma sample (Q14, with bias and rounding).
/// `count` luma samples; chroma sample x >> h_shift belongs to luma sample x.
void prism_luma_offsets(const prism_ycc_map *map, int32_t *restrict offsets,
                        const uint8_t *restrict cb, const uint8_t *restrict cr, uint32_t h_shift,
                        size_t count);
void prism_convert_luma(const prism_ycc_map *map, uint8_t *restrict luma,
                        const int32_t *restrict offsets, size_t count);
void prism_convert_chroma(const prism_ycc_map *map, uint8_t *restrict cb, uint8_t *restrict cr,
                          size_t count);

/// Two rows of half-width chroma to one row of `count` samples, as libjpeg does: each result is
/// 3/4 its nearer and 1/4 its farther neighbour, both ways. Give `near` twice where chroma has
/// full height.
void prism_upsample(uint8_t *restrict to, const uint8_t *near, const uint8_t *far, size_t count);

/// One row of luma with the chroma of its own row to packed R, G, B.
void prism_ycc_to_rgb(const prism_ycc_map *map, uint8_t *restrict rgb, const uint8_t *restrict luma,
                      const uint8_t *restrict cb, const uint8_t *restrict cr, size_t count);
