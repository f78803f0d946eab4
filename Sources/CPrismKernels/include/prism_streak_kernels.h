// SPDX-License-Identifier: MIT
// Motion blur along a line, and zoom blur towards a point.
#pragma once

#include "prism_plane.h"

/// The longest motion blur, in pixels to each side.
#define PRISM_MOTION_MAX_RADIUS 64
/// Samples that a zoom blur averages: one more halving of the way per pass.
#define PRISM_ZOOM_PASSES 4

/// Averages `taps` pairs of samples: (64 - f) * a + f * b, with a and b in `pairs` and f in `fractions`.
///
/// Two such values at a time are scaled by `scale` / 32768, rounded, and added in 1/64 of a level.
/// Thread: any. Errors: none.
typedef void prism_streak_fn(uint8_t *dst, const uint8_t *const *pairs, const uint8_t *fractions,
                             int taps, int scale, int count);

/// Where the pixels of a row come from when the image shrinks towards a point.
typedef struct prism_stretch {
    const uint16_t
        *left; ///< Of each pixel the left of two neighbours; never falls, rises by 0 or 1.
    const int16_t *weights; ///< Of each pixel how far it is to the right one, in 1/32768.
    int32_t width;          ///< Pixels of the row, 2 or more.
    int32_t row_weight;     ///< How far it is from the upper to the lower row, in 1/128.
    int32_t rounding;       ///< What is added before the halving: 0 or 1.
} prism_stretch;

/// Averages each pixel of `own` with that of two rows at its place, bilinear as prism_sample_fn.
/// Thread: any. Errors: none.
typedef void prism_stretch_fn(uint8_t *dst, const uint8_t *own, const uint8_t *above,
                              const uint8_t *below, const prism_stretch *stretch, int step);

/// The slots of streaks; fill with `prism_streak_kernels_init`.
typedef struct prism_streak_kernels {
    prism_streak_fn *streak;
    prism_stretch_fn *stretch;
} prism_streak_kernels;

/// Fills every slot with the fastest version that `cpu_flags` (PRISM_CPU_*) allow.
/// Thread: any. Errors: none.
void prism_streak_kernels_init(prism_streak_kernels *kernels, uint32_t cpu_flags);

/// A motion blur: fill with `prism_motion_prepare`.
///
/// The average over a line through the pixel, of a length of twice the radius: one sample per pixel of
/// the line's longer direction, interpolated in the other in 1/64 pixel.
typedef struct prism_motion {
    int32_t taps;                               ///< Samples, odd.
    int32_t scale;                              ///< Of prism_streak_fn.
    int32_t reach;                              ///< Pixels to each side.
    int32_t top, bottom;                        ///< Rows above (negative) and below: the halo.
    int16_t x[2 * PRISM_MOTION_MAX_RADIUS + 1]; ///< Offset of each tap's first sample.
    int16_t y[2 * PRISM_MOTION_MAX_RADIUS + 1]; ///< As `x`, in rows.
    uint8_t fractions[2 * PRISM_MOTION_MAX_RADIUS + 1]; ///< From the first to the second sample.
    int16_t next_x, next_y;                             ///< From the first to the second sample.
} prism_motion;

/// Plans a blur over `radius` pixels (0 to PRISM_MOTION_MAX_RADIUS) to each side in the direction
/// `angle`, in radians counter-clockwise from the horizontal.
/// Thread: any. Errors: -EINVAL (radius out of range, angle not finite).
int prism_motion_prepare(prism_motion *motion, double radius, double angle);

/// Bytes of scratch that one thread needs: a tile that reads beyond the image.
/// Thread: any. Errors: none.
size_t prism_motion_scratch_size(const prism_motion *motion, int32_t step);

/// Blurs rows `begin` up to `end`; edges are continued. The halo is `top` and `bottom`.
/// `hook` may be NULL. Thread: any; ranges may run in parallel. Errors: none.
void prism_motion_rows(const prism_streak_kernels *kernels, const prism_motion *motion,
                       const prism_raster *dst, const prism_raster *src, int32_t begin, int32_t end,
                       const prism_row_hook *hook, void *scratch);

/// A zoom blur: fill with `prism_zoom_prepare`.
///
/// The average of 16 samples on the way from a pixel to the centre, at the distances q^0, q^1 ... q^15
/// of the pixel's own, with q^15 = 1 - amount. Pass j averages the image with itself shrunk by q^(2^j).
typedef struct prism_zoom {
    double center_x, center_y; ///< Pixels from the top left corner.
    double factor;             ///< q.
} prism_zoom;

/// Plans a zoom blur towards a centre (-32768 to 32767) by `amount`, 0 to 0.9 of the way there.
/// Thread: any. Errors: -EINVAL (a value is out of its range).
int prism_zoom_prepare(prism_zoom *zoom, double center_x, double center_y, double amount);

/// Bytes of scratch that one thread needs for a pass. Thread: any. Errors: none.
size_t prism_zoom_scratch_size(int32_t width);

/// Pass `pass` (0 up to PRISM_ZOOM_PASSES) over rows `begin` up to `end`; each pass reads any row of the
/// last one's result, so a barrier stands between passes and two images take turns.
/// `hook` may be NULL; give it to the last pass. Thread: any; ranges may run in parallel. Errors: none.
void prism_zoom_rows(const prism_streak_kernels *kernels, const prism_zoom *zoom, int pass,
                     const prism_raster *dst, const prism_raster *src, int32_t begin, int32_t end,
                     const prism_row_hook *hook, void *scratch);
