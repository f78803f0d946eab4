// SPDX-License-Identifier: MIT
// What the files of conversion share: row functions for tails, and the paths.
#pragma once

#include "color.h"
#include "include/prism_convert_kernels.h"

/// Samples of chroma: NV12 has them in pairs (step 2), YUV420 in planes (step 1).
typedef struct prism_chroma_row {
    const uint8_t *u, *v;
    int step;
} prism_chroma_row;

/// Columns x ..< n of a row by the reference; x is even.
void prism_yuv_to_xrgb_row(uint8_t *dst, const uint8_t *luma, prism_chroma_row chroma, int x, int n,
                           const prism_matrix *matrix);

/// Where two rows of pixels go; `luma[1]` is `luma[0]` for the last row of an odd picture.
typedef struct prism_yuv_rows {
    uint8_t *luma[2], *u, *v;
    int step;
} prism_yuv_rows;

/// Columns x ..< n of two rows by the reference; x is even.
void prism_xrgb_to_yuv_rows(prism_yuv_rows dst, const uint8_t *const src[2], int x, int n,
                            const prism_matrix *matrix);

void prism_rgb888_to_xrgb_row(uint8_t *dst, const uint8_t *src, int n);
void prism_xrgb_to_rgb888_row(uint8_t *dst, const uint8_t *src, int n);
void prism_swizzle_xrgb_row(uint8_t *dst, const uint8_t *src, int n, const prism_swizzle *swizzle);
void prism_interleave_row(uint8_t *dst, const uint8_t *first, const uint8_t *second, int n);
void prism_deinterleave_row(uint8_t *first, uint8_t *second, const uint8_t *src, int n);

/// The destination of rows y and y + 1, if there is one below y1.
prism_yuv_rows prism_nv12_rows(prism_dst luma, prism_dst chroma, int y, int y1);
prism_yuv_rows prism_yuv420_rows(prism_dst luma, prism_dst u, prism_dst v, int y, int y1);

/// Fills the slots that only move bytes with their reference.
void prism_convert_init_layout(prism_convert_kernels *kernels);
void prism_convert_init_neon(prism_convert_kernels *kernels);
void prism_convert_init_avx2(prism_convert_kernels *kernels);
void prism_convert_init_avx512(prism_convert_kernels *kernels);
