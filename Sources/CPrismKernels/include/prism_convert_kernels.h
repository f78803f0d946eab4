// SPDX-License-Identifier: MIT
// From one pixel format to another: YUV 4:2:0 and RGB with any matrix, byte orders, interleaving, copies.
#pragma once

#include "prism_color_kernels.h"

/// NV12 to 4-byte pixels; each chroma sample serves 2x2 pixels. The matrix's columns are Y, U, V (for NV21: Y, V, U) with
/// the offsets of their ranges folded in, its rows bytes 0, 1, 2 of a pixel; byte 3 becomes 255. Even y0.
typedef void prism_nv12_to_xrgb_fn(prism_dst dst, prism_src luma, prism_src chroma, int width,
                                   int y0, int y1, const prism_matrix *matrix);

/// The same from three planes.
typedef void prism_yuv420_to_xrgb_fn(prism_dst dst, prism_src luma, prism_src u, prism_src v,
                                     int width, int y0, int y1, const prism_matrix *matrix);

/// 4-byte pixels to NV12. The matrix's columns are bytes 0, 1, 2, its rows Y, U, V. Chroma is of the mean of 2x2 pixels,
/// (a + b + c + d + 2) >> 2 per byte; beyond an odd edge the last column or row counts twice. Even y0; an odd y1 only for
/// the last row of the picture.
typedef void prism_xrgb_to_nv12_fn(prism_dst luma, prism_dst chroma, prism_src src, int width,
                                   int y0, int y1, const prism_matrix *matrix);

/// The same to three planes.
typedef void prism_xrgb_to_yuv420_fn(prism_dst luma, prism_dst u, prism_dst v, prism_src src,
                                     int width, int y0, int y1, const prism_matrix *matrix);

/// A plane to another of the same samples, or of other sizes: see the slot. Not in place.
typedef void prism_reformat_fn(prism_dst dst, prism_src src, int width, int y0, int y1);

/// Where each byte of a 4-byte pixel comes from: 0 ... 3, or PRISM_BYTE_ONES for 255.
typedef struct prism_swizzle {
    uint8_t from[4];
} prism_swizzle;
enum { PRISM_BYTE_ONES = 4 };

/// 4-byte pixels in another byte order. In place.
typedef void prism_swizzle_fn(prism_dst dst, prism_src src, int width, int y0, int y1,
                              const prism_swizzle *swizzle);

/// Two planes of bytes to one of pairs. `width` and rows count samples of the planes themselves.
typedef void prism_interleave_fn(prism_dst dst, prism_src first, prism_src second, int width,
                                 int y0, int y1);

/// A plane of pairs to two. `width` and rows count pairs.
typedef void prism_deinterleave_fn(prism_dst first, prism_dst second, prism_src src, int width,
                                   int y0, int y1);

/// The slots of conversion.
typedef struct prism_convert_kernels {
    prism_nv12_to_xrgb_fn *nv12_to_xrgb;
    prism_yuv420_to_xrgb_fn *yuv420_to_xrgb;
    prism_xrgb_to_nv12_fn *xrgb_to_nv12;
    prism_xrgb_to_yuv420_fn *xrgb_to_yuv420;
    /// 3-byte to 4-byte pixels; byte 3 becomes 255.
    prism_reformat_fn *rgb888_to_xrgb;
    /// 4-byte to 3-byte pixels.
    prism_reformat_fn *xrgb_to_rgb888;
    prism_swizzle_fn *swizzle_xrgb;
    prism_interleave_fn *interleave;
    prism_deinterleave_fn *deinterleave;
    /// Bytes; `width` counts them.
    prism_reformat_fn *copy;
} prism_convert_kernels;

/// Fills the slots with the fastest path that `cpu_flags` allow. Thread: any.
void prism_convert_kernels_init(prism_convert_kernels *kernels, uint32_t cpu_flags);
