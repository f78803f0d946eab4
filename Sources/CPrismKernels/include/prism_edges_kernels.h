// SPDX-License-Identifier: MIT
// Edges, sharpening and the comic look: what is made from a pixel's nearest neighbours.
#pragma once

#include "prism_blur_kernels.h"
#include "prism_plane.h"

/// The Sobel gradient of a row: `dst` = min(255, round(16 * (|gx| + |gy|) * gain / 2^15)).
///
/// gx and gy are the 3x3 Sobel sums; a gain of 1024 halves their sum. `step` bytes before and after
/// the `count` bytes of the three rows are read. With four-byte pixels byte 3 is copied from `row`.
/// Thread: any. Errors: none.
typedef void prism_sobel_fn(uint8_t *dst, const uint8_t *above, const uint8_t *row,
                            const uint8_t *below, int gain, int step, int count);

/// Luma of four-byte pixels in memory order B, G, R, X: (15 B + 75 G + 38 R + 64) / 128.
/// Thread: any. Errors: none.
typedef void prism_luma_fn(uint8_t *dst, const uint8_t *src, int width);

/// `dst` = clamp(src + round(64 * (src - blurred) * amount / 2^15)); an amount of 512 is one.
/// `dst` may be `blurred` or `src`. Thread: any. Errors: none.
typedef void prism_unsharp_fn(uint8_t *dst, const uint8_t *src, const uint8_t *blurred, int amount,
                              int count);

/// How the comic look draws: fill with `prism_comic_prepare`.
typedef struct prism_comic {
    prism_blur blur;   ///< Smooths before anything else.
    int16_t levels;    ///< Steps between the levels of a channel: their number less one.
    uint16_t spacing;  ///< From a level to the next, in 1/256.
    int16_t gain;      ///< Of the gradient, as prism_sobel_fn.
    uint8_t threshold; ///< Gradients up to here draw no ink.
} prism_comic;

/// Flattens `count` bytes to few levels and inks them: with q = round(v * levels / 256),
/// f = 255 - max(0, edge - threshold), `dst` = (round(q * spacing / 256) * (f + f / 128)) / 256.
///
/// `edges` has a byte per pixel of `step` (1 or 4) bytes; with four, byte 3 is copied.
/// Thread: any. Errors: none.
typedef void prism_comic_fn(uint8_t *dst, const uint8_t *src, const uint8_t *edges,
                            const prism_comic *comic, int step, int count);

/// The slots of edges; fill with `prism_edges_kernels_init`.
typedef struct prism_edges_kernels {
    prism_sobel_fn *sobel;
    prism_luma_fn *luma;
    prism_unsharp_fn *unsharp;
    prism_comic_fn *comic;
} prism_edges_kernels;

/// Fills every slot with the fastest version that `cpu_flags` (PRISM_CPU_*) allow.
/// Thread: any. Errors: none.
void prism_edges_kernels_init(prism_edges_kernels *kernels, uint32_t cpu_flags);

/// The gradient of rows `begin` up to `end`, each channel by itself; edges of the image are continued.
///
/// Reads a row above and below (the halo). `gain` is 1024 times the intensity, 0 to 32767.
/// `hook` may be NULL. Thread: any; ranges may run in parallel. Errors: none.
void prism_edges_rows(const prism_edges_kernels *kernels, int gain, const prism_raster *dst,
                      const prism_raster *src, int32_t begin, int32_t end,
                      const prism_row_hook *hook);

/// Unsharp masking of rows `begin` up to `end` with the separable Gaussian `blur`.
///
/// The halo and `scratch` are those of `prism_blur_rows`. `amount` is 512 times the strength, 0 to
/// 32767. `hook` may be NULL. Thread: any; ranges may run in parallel. Errors: none.
void prism_unsharp_rows(const prism_edges_kernels *kernels, const prism_blur_kernels *blurs,
                        const prism_blur *blur, int amount, const prism_raster *dst,
                        const prism_raster *src, int32_t begin, int32_t end,
                        const prism_row_hook *hook, void *scratch);

/// Plans the comic look: a Gaussian of `sigma` pixels (0 to PRISM_BLUR_MAX_SIGMA), `levels` (2 to 64)
/// per channel, ink where the gradient of luma, times `ink` (0 to 31), exceeds `threshold`.
/// Thread: any. Errors: -EINVAL (a value is out of its range).
int prism_comic_prepare(prism_comic *comic, double sigma, int levels, double ink, int threshold);

/// Bytes of scratch that one thread needs for rows of `width` pixels.
/// Thread: any. Errors: none.
size_t prism_comic_scratch_size(const prism_comic *comic, int32_t width, int32_t step);

/// Draws rows `begin` up to `end` of planes of step 1 or 4. The halo is the blur's and one row more.
/// `hook` may be NULL. Thread: any; ranges may run in parallel. Errors: none.
void prism_comic_rows(const prism_edges_kernels *kernels, const prism_blur_kernels *blurs,
                      const prism_comic *comic, const prism_raster *dst, const prism_raster *src,
                      int32_t begin, int32_t end, const prism_row_hook *hook, void *scratch);
