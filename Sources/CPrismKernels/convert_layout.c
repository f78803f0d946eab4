// SPDX-License-Identifier: MIT
// The reference of what only moves bytes: pixel sizes, byte orders, interleaving, copies.
#include "convert.h"

#include <string.h>

void prism_rgb888_to_xrgb_row(uint8_t *dst, const uint8_t *src, int n) {
    for (int x = 0; x < n; x++) {
        for (int i = 0; i < 3; i++)
            dst[4 * x + i] = src[3 * x + i];
        dst[4 * x + 3] = 255;
    }
}

void prism_xrgb_to_rgb888_row(uint8_t *dst, const uint8_t *src, int n) {
    for (int x = 0; x < n; x++)
        for (int i = 0; i < 3; i++)
            dst[3 * x + i] = src[4 * x + i];
}

void prism_swizzle_xrgb_row(uint8_t *dst, const uint8_t *src, int n, const prism_swizzle *swizzle) {
    for (int x = 0; x < n; x++, dst += 4, src += 4) {
        const uint8_t in[5] = {src[0], src[1], src[2], src[3], 255};
        for (int i = 0; i < 4; i++)
            dst[i] = in[swizzle->from[i]];
    }
}

void prism_interleave_row(uint8_t *dst, const uint8_t *first, const uint8_t *second, int n) {
    for (int x = 0; x < n; x++) {
        dst[2 * x] = first[x];
        dst[2 * x + 1] = second[x];
    }
}

void prism_deinterleave_row(uint8_t *first, uint8_t *second, const uint8_t *src, int n) {
    for (int x = 0; x < n; x++) {
        first[x] = src[2 * x];
        second[x] = src[2 * x + 1];
    }
}

static void rgb888_to_xrgb_c(prism_dst dst, prism_src src, int width, int y0, int y1) {
    for (int y = y0; y < y1; y++)
        prism_rgb888_to_xrgb_row(prism_dst_row(dst, y), prism_src_row(src, y), width);
}

static void xrgb_to_rgb888_c(prism_dst dst, prism_src src, int width, int y0, int y1) {
    for (int y = y0; y < y1; y++)
        prism_xrgb_to_rgb888_row(prism_dst_row(dst, y), prism_src_row(src, y), width);
}

static void swizzle_xrgb_c(prism_dst dst, prism_src src, int width, int y0, int y1,
                           const prism_swizzle *swizzle) {
    for (int y = y0; y < y1; y++)
        prism_swizzle_xrgb_row(prism_dst_row(dst, y), prism_src_row(src, y), width, swizzle);
}

static void interleave_c(prism_dst dst, prism_src first, prism_src second, int width, int y0,
                         int y1) {
    for (int y = y0; y < y1; y++)
        prism_interleave_row(prism_dst_row(dst, y), prism_src_row(first, y),
                             prism_src_row(second, y), width);
}

static void deinterleave_c(prism_dst first, prism_dst second, prism_src src, int width, int y0,
                           int y1) {
    for (int y = y0; y < y1; y++)
        prism_deinterleave_row(prism_dst_row(first, y), prism_dst_row(second, y),
                               prism_src_row(src, y), width);
}

/// The C library's copy is the fastest there is on each CPU.
static void copy_c(prism_dst dst, prism_src src, int width, int y0, int y1) {
    const ptrdiff_t row = width;
    if (dst.stride == row && src.stride == row && y1 > y0) {
        memcpy(prism_dst_row(dst, y0), prism_src_row(src, y0), (size_t)(row * (y1 - y0)));
        return;
    }
    for (int y = y0; y < y1; y++)
        memcpy(prism_dst_row(dst, y), prism_src_row(src, y), (size_t)row);
}

void prism_convert_init_layout(prism_convert_kernels *kernels) {
    kernels->rgb888_to_xrgb = rgb888_to_xrgb_c;
    kernels->xrgb_to_rgb888 = xrgb_to_rgb888_c;
    kernels->swizzle_xrgb = swizzle_xrgb_c;
    kernels->interleave = interleave_c;
    kernels->deinterleave = deinterleave_c;
    kernels->copy = copy_c;
}
