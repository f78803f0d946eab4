// SPDX-License-Identifier: MIT
// The last steps to a screen that cannot show a camera's picture: turning, 16 bits, and unpacking 4:2:2.
#pragma once

#include "prism_plane.h"

/// How a picture lies on a screen.
typedef struct prism_screen_turn {
    int32_t quarters; ///< Quarter turns clockwise, 0 to 3.
    int32_t mirrored; ///< 1: left and right exchanged after turning.
} prism_screen_turn;

/// Writes XRGB8888 rows `begin` up to `end` of `src` to their places in the turned picture at `dst`.
///
/// `dst` is the first pixel of the turned picture, whose pixels have `bytes` bytes: 4 as they are, 2 as RGB565
/// (red's upper 5 bits, green's 6, blue's 5; little-endian). Thread: any; ranges may run in parallel. Errors: none.
void prism_screen_place(uint8_t *dst, ptrdiff_t dst_stride, int32_t bytes, const prism_raster *src,
                        int32_t begin, int32_t end, prism_screen_turn turn);

/// Splits packed 4:2:2 into the planes of NV12; of each two rows of chroma the first is taken.
///
/// `luma_at` is the byte of the first luma: 0 for YUYV, 1 for UYVY. Rows are even, `width` too.
/// Thread: any. Errors: none.
void prism_screen_unpack(uint8_t *luma, ptrdiff_t luma_stride, uint8_t *chroma,
                         ptrdiff_t chroma_stride, const uint8_t *src, ptrdiff_t src_stride,
                         int32_t width, int32_t rows, int32_t luma_at);

/// Lays premultiplied ARGB8888 over rows of a screen's picture of `bytes` bytes a pixel, as prism_screen_place writes them.
///
/// Per channel over + (under * (255 - alpha)) / 255, rounded; a channel of RGB565 is taken as its upper bits repeated.
/// Thread: any; ranges may run in parallel. Errors: none.
void prism_screen_blend(uint8_t *dst, ptrdiff_t dst_stride, int32_t bytes, const uint8_t *over,
                        ptrdiff_t over_stride, int32_t width, int32_t begin, int32_t end);
