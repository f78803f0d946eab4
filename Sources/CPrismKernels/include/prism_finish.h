// SPDX-License-Identifier: MIT
// A merged mosaic to a picture: denoise, demosaic, colours, brightness, strip by strip.
//
// A "quad" is a 2×2 of the mosaic; positions 0 … 3 are its samples (0, 0), (1, 0), (0, 1), (1, 1).
// Arithmetic is single precision in plain C, without fused operations, so that every CPU and every
// division into strips gives the same bytes. No function allocates, blocks or keeps a pointer.
#pragma once

#include <stddef.h>
#include <stdint.h>

enum {
    /// Entries of the table from linear light to code values.
    PRISM_FINISH_TABLE = 16384,
    /// Scales of the denoiser, and rows of quads that it reads beyond those it writes.
    PRISM_FINISH_SCALES = 4,
    PRISM_FINISH_HALO = 32,
    /// Quads along a side of a cell of the base.
    PRISM_FINISH_CELL = 8,
};

/// A mosaic of 16-bit samples, borrowed.
typedef struct prism_finish_mosaic {
    const uint16_t *samples;
    ptrdiff_t stride;      ///< samples
    int32_t width, height; ///< in quads: half the mosaic's
    float black[4];        ///< by position
    float scale;           ///< 1 / (white - black)
    uint8_t colors[4];     ///< by position: 0 red, 1 green, 2 blue
} prism_finish_mosaic;

/// Noise of the mosaic where a weight is `whole`: variance = slope · x + offset, x being 1 at white.
typedef struct prism_finish_noise {
    float slope, offset; ///< means over the positions
    float strength;      ///< of the denoiser: 0 off, 1 what theory says
    float chroma;        ///< further factor for differences between the positions
    /// Noise at each scale, fine to coarse, relative to that of white noise of this variance.
    float scales[PRISM_FINISH_SCALES];
    const uint16_t *weights;  ///< per quad; NULL: all whole
    ptrdiff_t weights_stride; ///< elements
    float whole;              ///< weight at which the noise is as above
} prism_finish_noise;

/// Colours and brightness. The gain of a quad is u · alpha + beta, interpolated between cells, with
/// u the mean of its clipped samples; it is held to least … most.
typedef struct prism_finish_tone {
    float gains[3];     ///< white balance by colour, the least of them 1
    float matrix[9];    ///< balanced camera colours to linear sRGB, rows summing to 1
    float knee, top;    ///< the shoulder begins at knee and reaches 1 at top (brightened light)
    float least, most;  ///< of the gain
    const float *alpha; ///< cells, row by row
    const float *beta;
    int32_t cells_across, cells_down;
    const uint16_t *table; ///< PRISM_FINISH_TABLE code values × 256 for light 0 … 1
} prism_finish_tone;

/// Planes of a 4:2:0 picture of the mosaic's size, full-range Rec. 601.
typedef struct prism_finish_picture {
    uint8_t *luma, *cb, *cr;
    ptrdiff_t luma_stride, chroma_stride;
} prism_finish_picture;

/// All that a strip needs.
typedef struct prism_finish_job {
    prism_finish_mosaic mosaic;
    prism_finish_noise noise;
    prism_finish_tone tone;
    prism_finish_picture picture;
} prism_finish_job;

/// Bytes of scratch for strips of `rows` rows of quads. Thread: any.
size_t prism_finish_scratch(int32_t width, int32_t rows);

/// Means of the balanced, clipped samples of each cell of rows c0 ..< c1 of cells; rows of `across`.
/// Thread: any.
void prism_finish_base(const prism_finish_mosaic *mosaic, const float gains[3], float *cells,
                       int32_t across, int32_t c0, int32_t c1);

/// Writes rows q0 ..< q1 of quads of the picture. Thread: any, each with scratch of its own.
void prism_finish_strip(const prism_finish_job *job, int32_t q0, int32_t q1, void *scratch);

/// Writes rows q0 ..< q1 of quads of the denoised mosaic with the levels of the source; `stride` in
/// samples. Values are held to 0 … 65535. Thread: any, each with scratch of its own.
void prism_finish_mosaic_strip(const prism_finish_job *job, int32_t q0, int32_t q1,
                               uint16_t *samples, ptrdiff_t stride, void *scratch);
