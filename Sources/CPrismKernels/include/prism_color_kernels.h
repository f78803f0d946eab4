// SPDX-License-Identifier: MIT
// Affine colour: 3x4 matrices on RGB, gain and offset on a plane, 2x3 matrices on chroma.
#pragma once

#include "prism_planes.h"

/// A 3x4 matrix over three bytes, ready for the kernels.
///
/// Each product is p = round(2^7 x * c / 2^15) with c in units of 2^-(shift + 8), so sums are in units of 2^-shift and
/// out = clamp((p0 + p1 + p2 + offset + 2^(shift - 1)) >> shift). No sum can leave 16 bits: see prism_matrix_set.
/// The result is within 0.5 + 3.5 * 2^-shift of the real product: three products, the offset, the coefficients.
typedef struct prism_matrix {
    /// Rows are outputs, columns inputs, both in the order of bytes in memory (XRGB8888: B, G, R).
    int16_t c[3][3];
    int16_t offset[3];
    /// 6, 4 or 2: bits below the point of a sum.
    int16_t shift;
} prism_matrix;

/// Quantises rows of (c0, c1, c2, offset) over values 0 ... 255 with the finest shift that cannot overflow.
/// Thread: any.  Errors: -ERANGE where a value is no number, or a row's |c0| + |c1| + |c2| + |offset| / 257 reaches 31.8.
int prism_matrix_set(prism_matrix *matrix, const double rows[12]);

/// Gain and offset of a plane with the arithmetic of prism_matrix.
typedef struct prism_affine {
    int16_t c;
    int16_t offset;
    int16_t shift;
} prism_affine;

/// Quantises out = gain * in + offset over values 0 ... 255. Thread: any.  Errors: -ERANGE as prism_matrix_set.
int prism_affine_set(prism_affine *affine, double gain, double offset);

/// A 2x3 matrix over pairs of chroma with the arithmetic of prism_matrix.
typedef struct prism_chroma_matrix {
    int16_t c[2][2];
    int16_t offset[2];
    int16_t shift;
} prism_chroma_matrix;

/// Quantises rows of (c0, c1, offset) over values 0 ... 255; grey (128) stays grey where offset = 128 (1 - c0 - c1).
/// Thread: any.  Errors: -ERANGE as prism_matrix_set.
int prism_chroma_set(prism_chroma_matrix *matrix, const double rows[6]);

/// Gain and offset of 16-bit samples: out = clamp((x c + offset) >> shift) to 0 ... most.
typedef struct prism_affine_u16 {
    int32_t offset;
    int16_t c;
    int16_t shift;
    uint16_t most;
} prism_affine_u16;

/// Quantises out = gain * in + offset for samples 0 ... most, with half of the last place in the offset. The result is
/// within 0.5 + |gain| * 2 (most 65535; in proportion below it) of the real one.
/// Thread: any.  Errors: -ERANGE where a value is no number or |gain| * 65535 + |offset| reaches 2^31 at shift 1.
int prism_affine_u16_set(prism_affine_u16 *affine, double gain, double offset, uint16_t most);

/// Bytes 0, 1, 2 of pixels through a matrix; byte 3 of 4-byte pixels is copied. In place.
typedef void prism_matrix_fn(prism_dst dst, prism_src src, int width, int y0, int y1,
                             const prism_matrix *matrix);

/// 4-byte pixels through `count` matrices, each with its own clamp: the same bytes as one pass per matrix. In place.
typedef void prism_matrix_chain_fn(prism_dst dst, prism_src src, int width, int y0, int y1,
                                   const prism_matrix *stages, int count);
enum { PRISM_MATRIX_STAGES = 8 };

/// A plane of bytes through a gain and an offset. In place.
typedef void prism_affine_fn(prism_dst dst, prism_src src, int width, int y0, int y1,
                             const prism_affine *affine);

/// A plane of 16-bit samples through a gain and an offset. In place.
typedef void prism_affine_u16_fn(prism_dst dst, prism_src src, int width, int y0, int y1,
                                 const prism_affine_u16 *affine);

/// A plane of pairs through a matrix. `width` and rows count pairs. In place.
typedef void prism_chroma_pairs_fn(prism_dst dst, prism_src src, int width, int y0, int y1,
                                   const prism_chroma_matrix *matrix);

/// Two planes through a matrix. `width` and rows count samples of the planes themselves. In place, both.
typedef void prism_chroma_planes_fn(prism_dst u, prism_dst v, prism_src src_u, prism_src src_v,
                                    int width, int y0, int y1, const prism_chroma_matrix *matrix);

/// The slots of affine colour.
typedef struct prism_color_kernels {
    prism_matrix_fn *matrix_xrgb;
    prism_matrix_fn *matrix_rgb888;
    /// At most PRISM_MATRIX_STAGES.
    prism_matrix_chain_fn *matrix_chain_xrgb;
    prism_affine_fn *affine_u8;
    prism_affine_u16_fn *affine_u16;
    prism_chroma_pairs_fn *chroma_pairs;
    prism_chroma_planes_fn *chroma_planes;
} prism_color_kernels;

/// Fills the slots with the fastest path that `cpu_flags` allow. Thread: any.
void prism_color_kernels_init(prism_color_kernels *kernels, uint32_t cpu_flags);
