// SPDX-License-Identifier: MIT
// Gaussian blurs: separable for small radii, over a reduced image for large ones.
#pragma once

#include "prism_plane.h"

/// The most taps to one side of the centre.
#define PRISM_BLUR_MAX_RADIUS 12
/// The widest standard deviation, in pixels, that the separable blur takes.
#define PRISM_BLUR_MAX_SIGMA 4.0
/// The widest standard deviation, in pixels, that the pyramid blur takes.
#define PRISM_PYRAMID_MAX_SIGMA 256.0

/// Sums columns of 8-bit rows: `dst[i]` = sum of `weights[k]` times rows `radius - k` and
/// `radius + k`, in 1/64 of a level.
///
/// `rows` holds `2 * radius + 1` pointers to `count` samples; `weights` holds `radius + 1` weights in
/// 1/32768, the centre first. Each product is `round(64 * (a + b) * w / 2^15)`.
/// Thread: any. Errors: none.
typedef void prism_blur_columns_fn(uint16_t *dst, const uint8_t *const *rows,
                                   const int16_t *weights, int radius, int count);

/// As `prism_blur_columns_fn`, from rows that are in 1/64 of a level already (at most 16,352).
/// Thread: any. Errors: none.
typedef void prism_blur_columns16_fn(uint16_t *dst, const uint16_t *const *rows,
                                     const int16_t *weights, int radius, int count);

/// Sums along a row of 1/64 levels and rounds to 8 bits.
///
/// `radius * step` samples before `src` and after its `count` samples are read.
/// Thread: any. Errors: none.
typedef void prism_blur_row_fn(uint8_t *dst, const uint16_t *src, const int16_t *weights,
                               int radius, int step, int count);

/// As `prism_blur_row_fn`, leaving the result in 1/64 of a level.
/// Thread: any. Errors: none.
typedef void prism_blur_row16_fn(uint16_t *dst, const uint16_t *src, const int16_t *weights,
                                 int radius, int step, int count);

/// Averages 4x4 pixels of 8 bits into one in 1/64 of a level (their sum times 4), `blocks` times.
/// Thread: any. Errors: none.
typedef void prism_reduce4_fn(uint16_t *dst, const uint8_t *const rows[4], int step, int blocks);

/// Averages 2x2 pixels of 8 bits into one in 1/64 of a level (their sum times 16), `blocks` times.
/// Thread: any. Errors: none.
typedef void prism_reduce2_fn(uint16_t *dst, const uint8_t *const rows[2], int step, int blocks);

/// `dst[i]` = `a[i] + round((b[i] - a[i]) * weight / 2^15)`, all in 1/64 of a level.
/// Thread: any. Errors: none.
typedef void prism_mix16_fn(uint16_t *dst, const uint16_t *a, const uint16_t *b, int weight,
                            int count);

/// Enlarges a row of 1/64 levels by `1 << shift` (1 to 7) with linear interpolation, to 8 bits.
///
/// Sample `i` of `src` lies at output pixel `i * 2^shift + (2^shift - 1) / 2`; one pixel before
/// `src` and one after its `ceil(width / 2^shift)` pixels are read. `width` is in output pixels.
/// Thread: any. Errors: none.
typedef void prism_expand_fn(uint8_t *dst, const uint16_t *src, int shift, int step, int width);

/// The blur's inner loops; fill with `prism_blur_kernels_init`.
typedef struct prism_blur_kernels {
    prism_blur_columns_fn *columns;
    prism_blur_columns16_fn *columns16;
    prism_blur_row_fn *row;
    prism_blur_row16_fn *row16;
    prism_reduce4_fn *reduce4;
    prism_reduce2_fn *reduce2;
    prism_mix16_fn *mix16;
    prism_expand_fn *expand;
} prism_blur_kernels;

/// Fills every slot with the fastest version that `cpu_flags` (PRISM_CPU_*) allow.
/// Thread: any. Errors: none.
void prism_blur_kernels_init(prism_blur_kernels *kernels, uint32_t cpu_flags);

/// A separable Gaussian: fill with `prism_blur_prepare`.
typedef struct prism_blur {
    int32_t radius;                             ///< Taps to one side; also the halo in rows.
    int16_t weights[PRISM_BLUR_MAX_RADIUS + 1]; ///< Centre first, in 1/32768; all taps sum to one.
} prism_blur;

/// Computes the weights of a Gaussian of standard deviation `sigma` pixels.
/// Thread: any. Errors: -EINVAL (sigma is not from 0 to PRISM_BLUR_MAX_SIGMA).
int prism_blur_prepare(prism_blur *blur, double sigma);

/// Bytes of scratch, of any alignment, that one thread needs for rows of `width` pixels.
/// Thread: any. Errors: none.
size_t prism_blur_scratch_size(const prism_blur *blur, int32_t width, int32_t step);

/// Blurs rows `begin` up to `end` of `src` into `dst`; edges are continued outwards.
///
/// Reads `radius` rows above and below (the halo). At most 1 level from a float Gaussian cut at
/// the same radius. `hook` may be NULL; `scratch` is the thread's own.
/// Thread: any; ranges may run in parallel. Errors: none.
void prism_blur_rows(const prism_blur_kernels *kernels, const prism_blur *blur,
                     const prism_raster *dst, const prism_raster *src, int32_t begin, int32_t end,
                     const prism_row_hook *hook, void *scratch);

/// A Gaussian over an image reduced by a power of two: fill with `prism_pyramid_prepare`.
///
/// Three steps with a barrier after each: reduce, blur, expand; the rows of a step may be shared
/// out in any way. The variances of the box that reduces and of the triangle that enlarges are taken
/// off the Gaussian's, so the whole has the variance asked for. Against a float Gaussian: 57 dB and more on
/// photographs, 51 dB on a checkerboard of full contrast (sigma 8), where box averages fold most.
typedef struct prism_pyramid {
    prism_blur blur;      ///< Of the reduced image.
    int32_t shift;        ///< log2 of the reduction.
    int32_t width;        ///< Pixels of the reduced image, its border included.
    int32_t height;       ///< Rows of the reduced image, its border included.
    int32_t step;         ///< Samples per pixel.
    int32_t stride;       ///< Samples from one reduced row to the next, padding included.
    int32_t source_width; ///< Pixels of the full image.
} prism_pyramid;

/// Plans a Gaussian of `sigma` pixels for planes of this size.
/// Thread: any. Errors: -EINVAL (sigma is not from 2 to PRISM_PYRAMID_MAX_SIGMA, or the size or
/// step is not allowed).
int prism_pyramid_prepare(prism_pyramid *pyramid, double sigma, int32_t width, int32_t height,
                          int32_t step);

/// Bytes of the buffer that the steps share: two reduced images.
/// Thread: any. Errors: none.
size_t prism_pyramid_buffer_size(const prism_pyramid *pyramid);

/// Bytes of scratch that one thread needs for any of the steps.
/// Thread: any. Errors: none.
size_t prism_pyramid_scratch_size(const prism_pyramid *pyramid);

/// Step 1: reduces `src` to rows `begin` up to `end` of the reduced image.
/// `buffer` and `scratch` are aligned to 2 bytes.
/// Thread: any; ranges may run in parallel. Errors: none.
void prism_pyramid_reduce_rows(const prism_blur_kernels *kernels, const prism_pyramid *pyramid,
                               void *buffer, const prism_raster *src, int32_t begin, int32_t end,
                               void *scratch);

/// Step 2: blurs rows `begin` up to `end` of the reduced image.
/// Thread: any; ranges may run in parallel. Errors: none.
void prism_pyramid_blur_rows(const prism_blur_kernels *kernels, const prism_pyramid *pyramid,
                             void *buffer, int32_t begin, int32_t end, void *scratch);

/// Step 3: enlarges the reduced image to rows `begin` up to `end` of `dst`. `hook` may be NULL.
/// Thread: any; ranges may run in parallel. Errors: none.
void prism_pyramid_expand_rows(const prism_blur_kernels *kernels, const prism_pyramid *pyramid,
                               const void *buffer, const prism_raster *dst, int32_t begin,
                               int32_t end, const prism_row_hook *hook, void *scratch);
