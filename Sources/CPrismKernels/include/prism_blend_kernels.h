// SPDX-License-Identifier: MIT
// Mixing two pictures: by an intensity, by a mask, by the upper one's alpha; and counting values.
#pragma once

#include "prism_planes.h"

/// Bytes of any meaning: out = before + round((after - before) t / 2^15). `t` is 0 ... 32767: 0 gives `before`, 32767 gives
/// `after`, both exactly. `width` counts bytes. In place of either source.
typedef void prism_lerp_fn(prism_dst dst, prism_src before, prism_src after, int width, int y0,
                           int y1, int t);

/// out = round((before (255 - m) + after m) / 255) with a mask byte m per sample; see the slot. In place of either source.
typedef void prism_mask_fn(prism_dst dst, prism_src before, prism_src after, prism_src mask,
                           int width, int y0, int y1);

/// 4-byte pixels, `over` with straight alpha in byte 3, by the same formula; byte 3 is that of `under`. In place of either.
typedef void prism_over_fn(prism_dst dst, prism_src under, prism_src over, int width, int y0,
                           int y1);

/// Adds the number of samples of each value to `counts`.
typedef void prism_histogram_fn(uint32_t counts[256], prism_src src, int width, int y0, int y1);

/// The slots of mixing.
typedef struct prism_blend_kernels {
    prism_lerp_fn *lerp_u8;
    /// Bytes.
    prism_mask_fn *mask_u8;
    /// 4-byte pixels with a mask byte per pixel; byte 3 is that of `before`.
    prism_mask_fn *mask_xrgb;
    prism_over_fn *over_xrgb;
    prism_histogram_fn *histogram_u8;
} prism_blend_kernels;

/// Fills the slots with the fastest path that `cpu_flags` allow. Thread: any.
void prism_blend_kernels_init(prism_blend_kernels *kernels, uint32_t cpu_flags);
