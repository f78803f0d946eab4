// SPDX-License-Identifier: MIT
// The clamped bilinear sampler, and the warps that turn or scale a disc of the image.
#pragma once

#include "prism_plane.h"

/// The most entries of a radial map's table.
#define PRISM_RADIAL_ENTRIES 4096
/// The largest radius of a warp, in pixels.
#define PRISM_RADIAL_MAX_RADIUS 16000

/// Samples `src` at `count` positions into `dst`, pixels of one kind.
///
/// Positions are in 1/65536 pixel; 0 is the centre of the first pixel, and those outside of the plane
/// stand for the nearest inside. Rows mix first, by y in 1/128: v = p0 * (128 - fy) + p1 * fy, then
/// columns, by x in 1/32768: (v0 + round((v1 - v0) * fx / 2^15) + 64) / 128. Against a bilinear
/// sampler in real numbers a result is at most 1.6 levels off.
/// Thread: any. Errors: none.
typedef void prism_sample_fn(uint8_t *dst, const prism_raster *src, const int32_t *x,
                             const int32_t *y, int count);

/// A map that multiplies the offset from a centre by a complex factor of its length.
typedef struct prism_radial {
    /// Factors by the square of the length: real and imaginary part in 1/8192, differences to the next.
    int16_t factors[PRISM_RADIAL_ENTRIES + 2][4];
    int32_t entries;  ///< Those in use; the last is the identity.
    int32_t shift;    ///< From the square of an offset to an entry.
    int32_t bits;     ///< Offsets are in 1 / 2^bits pixel.
    int32_t center_x; ///< In these units, from the centre of the first pixel.
    int32_t center_y; ///< As `center_x`.
    int32_t radius;   ///< Pixels; nothing moves from here on, rounded up.
} prism_radial;

/// Positions, in 1/65536 pixel, that a map takes pixels `first` up to `first + count` of row `row`
/// from. All of them lie less than two pixels outside of the radius.
/// Thread: any. Errors: none.
typedef void prism_radial_fn(int32_t *x, int32_t *y, const prism_radial *map, int first, int row,
                             int count);

/// The slots of warps; fill with `prism_warp_kernels_init`.
typedef struct prism_warp_kernels {
    prism_sample_fn *sample1; ///< Luma.
    prism_sample_fn *sample2; ///< Chroma pairs.
    prism_sample_fn *sample4; ///< Four-byte pixels.
    prism_radial_fn *radial;
} prism_warp_kernels;

/// Fills every slot with the fastest version that `cpu_flags` (PRISM_CPU_*) allow.
/// Thread: any. Errors: none.
void prism_warp_kernels_init(prism_warp_kernels *kernels, uint32_t cpu_flags);

/// How far a warp turns and scales the offset at `length` radii (0 to 1) from the centre.
typedef struct prism_turn {
    double scale; ///< Source offset by result offset; from -3.99 to 3.99.
    double angle; ///< Radians; positive turns the picture counter-clockwise.
} prism_turn;

/// A profile of a warp. Thread: the caller's of `prism_radial_prepare`.
typedef prism_turn prism_turn_fn(double length, double amount);

/// Turns by `amount` radians at the centre, falling as (1 - length)^2.
prism_turn_fn prism_twirl;
/// Turns by `amount` radians at the centre, falling as (1 - length)^4: a tight spiral.
prism_turn_fn prism_vortex;
/// Magnifies (amount 0 to 1) or shrinks (-1 to 0): scale 1 - amount * (1 - length^2)^2.
prism_turn_fn prism_bump;
/// Draws the picture towards the centre: scale 1 + amount * (1 - length)^2, amount 0 to 2.
prism_turn_fn prism_pinch;

/// Builds the map of `profile` around a centre, all in pixels from the top left corner of the image.
///
/// For chroma at half the size halve the centre and the radius. Positions of the map are within 1/8
/// pixel of the profile's where that turns by no more than 1 radian in 1/10 of the radius.
/// Thread: any. Errors: -EINVAL (radius not from 1 to PRISM_RADIAL_MAX_RADIUS, or the profile leaves its
/// range or reaches further than 32,000 pixels from the corner).
int prism_radial_prepare(prism_radial *map, double center_x, double center_y, double radius,
                         prism_turn_fn *profile, double amount);

/// Warps rows `begin` up to `end`; what lies outside of the disc is copied.
///
/// Reads any row of `src`. `hook` may be NULL. Thread: any; ranges may run in parallel. Errors: none.
void prism_warp_rows(const prism_warp_kernels *kernels, const prism_radial *map,
                     const prism_raster *dst, const prism_raster *src, int32_t begin, int32_t end,
                     const prism_row_hook *hook);

/// The slot that samples planes of `step` bytes per pixel. Thread: any. Errors: none.
prism_sample_fn *prism_sampler(const prism_warp_kernels *kernels, int32_t step);
