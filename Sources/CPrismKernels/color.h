// SPDX-License-Identifier: MIT
// What the files of affine colour share: row functions for tails, and the paths.
#pragma once

#include "include/prism_color_kernels.h"
#include "include/prism_cpu.h"
#include "target.h"

/// `n` pixels of a row by the reference; also what follows the last whole vector.
void prism_matrix_xrgb_row(uint8_t *dst, const uint8_t *src, int n, const prism_matrix *matrix);
void prism_matrix_rgb888_row(uint8_t *dst, const uint8_t *src, int n, const prism_matrix *matrix);
void prism_matrix_chain_row(uint8_t *dst, const uint8_t *src, int n, const prism_matrix *stages,
                            int count);
void prism_affine_u16_row(uint16_t *dst, const uint16_t *src, int n,
                          const prism_affine_u16 *affine);
/// Rows of pairs (step 2) or of two planes (step 1).
void prism_chroma_row_of(uint8_t *u, uint8_t *v, const uint8_t *src_u, const uint8_t *src_v,
                         int step, int n, const prism_chroma_matrix *matrix);
void prism_affine_u8_row(uint8_t *dst, const uint8_t *src, int n, const prism_affine *affine);

/// Columns that go through all stages before the next ones, so that they stay in the first cache. Keeping them in
/// registers instead is slower: a stage's constants do not fit beside them.
enum { PRISM_CHAIN_COLUMNS = 1024 };

/// The columns of the part that begins at x.
static inline int prism_chain_columns(int x, int width) {
    return width - x < PRISM_CHAIN_COLUMNS ? width - x : PRISM_CHAIN_COLUMNS;
}

/// One output of a matrix: its row of coefficients over three bytes.
static inline uint8_t prism_matrix_value(const uint8_t in[3], const int16_t c[3], int offset,
                                         int shift) {
    int sum = offset + (1 << (shift - 1));
    for (int i = 0; i < 3; i++)
        sum += prism_mulhrs(in[i] << 7, c[i]);
    return prism_clamp_u8(sum >> shift);
}

/// Fills the slots of planes with their reference.
void prism_color_init_planes(prism_color_kernels *kernels);
void prism_color_init_neon(prism_color_kernels *kernels);
void prism_color_init_avx2(prism_color_kernels *kernels);
void prism_color_init_avx512(prism_color_kernels *kernels);
