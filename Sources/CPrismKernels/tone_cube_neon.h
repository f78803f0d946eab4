// SPDX-License-Identifier: MIT
// Three-dimensional tables for NEON: cells and weights by vectors, corners pixel by pixel.
#pragma once

#if defined(__aarch64__)
#include "neon_words.h"
#include "tone.h"

/// Pixels that are worked out at once, so that one phase's latency is hidden.
enum { CUBE_COLUMNS = 128 };

/// Where pixels fall: the cell, the steps to the second and third corner, the four weights.
typedef struct cube_block {
    uint32_t cell[CUBE_COLUMNS];
    uint16_t second[CUBE_COLUMNS], third[CUBE_COLUMNS];
    int16_t weights[4 * CUBE_COLUMNS];
} cube_block;

/// One axis: which cell, and how far in it.
typedef struct cube_axis {
    uint16x8_t cell, fraction;
} cube_axis;

INLINE cube_axis on_axis(uint8x8_t bytes, uint8x8_t last) {
    const uint16x8_t t = vmull_u8(bytes, last);
    // t / 255, for t below 65535.
    const uint16x8_t cell = vshrq_n_u16(vsraq_n_u16(vaddq_u16(t, vdupq_n_u16(1)), t, 8), 8);
    const uint16x8_t rest = vmlsq_n_u16(t, cell, 255);
    return (cube_axis){cell, vshrq_n_u16(vsliq_n_u16(rest, rest, 8), 2)};
}

/// The tetrahedron and the weights of its corners.
INLINE void find_corners(cube_block *b, int i, const cube_axis a[3], int size) {
    const uint16x8_t f0 = a[0].fraction, f1 = a[1].fraction, f2 = a[2].fraction;
    const uint16x8_t strides[3] = {vdupq_n_u16(1), vdupq_n_u16((uint16_t)size),
                                   vdupq_n_u16((uint16_t)(size * size))};
    const uint16x8_t high = vmaxq_u16(f0, f1), low = vminq_u16(f0, f1);
    const uint16x8_t most = vmaxq_u16(high, f2), least = vminq_u16(low, f2);
    const uint16x8_t middle = vmaxq_u16(low, vminq_u16(high, f2));
    const uint16x8_t is_1 = vcgtq_u16(f1, f0), is_2 = vcgtq_u16(f2, high);
    const uint16x8_t first = vbslq_u16(is_2, strides[2], vbslq_u16(is_1, strides[1], strides[0]));
    const uint16x8_t last =
        vbslq_u16(vcgtq_u16(low, f2), strides[2], vbslq_u16(is_1, strides[0], strides[1]));
    const uint16x8_t all = vdupq_n_u16((uint16_t)(1 + size + size * size));
    vst1q_u16(b->second + i, first);
    vst1q_u16(b->third + i, vsubq_u16(all, last));
    const uint16x8x4_t weights = {{vsubq_u16(vdupq_n_u16(16384), most), vsubq_u16(most, middle),
                                   vsubq_u16(middle, least), least}};
    vst4q_u16((uint16_t *)b->weights + 4 * i, weights);
}

/// Eight pixels as the block's from i on.
INLINE void find_cells(cube_block *b, int i, uint8x8x4_t p, int size) {
    const uint8x8_t last = vdup_n_u8((uint8_t)(size - 1));
    const cube_axis a[3] = {on_axis(p.val[0], last), on_axis(p.val[1], last),
                            on_axis(p.val[2], last)};
    const uint16_t square = (uint16_t)(size * size);
    const uint16x8_t plane = vmlaq_n_u16(a[0].cell, a[1].cell, (uint16_t)size);
    vst1q_u32(b->cell + i,
              vmlal_n_u16(vmovl_u16(vget_low_u16(plane)), vget_low_u16(a[2].cell), square));
    vst1q_u32(b->cell + i + 4, vmlal_high_n_u16(vmovl_high_u16(plane), a[2].cell, square));
    find_corners(b, i, a, size);
}

/// The words of one pixel: its corners' weighted sum, rounded, in units of 2^-5.
INLINE int16x4_t corner_sum(const cube_block *b, int i, const int16_t *entries, int all) {
    const int16_t *p = entries + 4 * (ptrdiff_t)b->cell[i];
    const int16x4_t weights = vld1_s16(b->weights + 4 * i);
    int32x4_t sum = vmull_lane_s16(vld1_s16(p), weights, 0);
    sum = vmlal_lane_s16(sum, vld1_s16(p + 4 * b->second[i]), weights, 1);
    sum = vmlal_lane_s16(sum, vld1_s16(p + 4 * b->third[i]), weights, 2);
    sum = vmlal_lane_s16(sum, vld1_s16(p + 4 * all), weights, 3);
    return vaddhn_s32(sum, vdupq_n_s32(1 << 20));
}

/// Four pixels from i on, with byte 3 of the source.
INLINE uint8x16_t four_pixels(const cube_block *b, int i, const prism_cube *cube,
                              uint8x16_t source) {
    const int all = 1 + cube->size + cube->size * cube->size;
    const int16_t *entries = cube->entries;
    const int16x8_t low =
        vcombine_s16(corner_sum(b, i, entries, all), corner_sum(b, i + 1, entries, all));
    const int16x8_t high =
        vcombine_s16(corner_sum(b, i + 2, entries, all), corner_sum(b, i + 3, entries, all));
    const uint8x16_t out = vqshrun_high_n_s16(vqshrun_n_s16(low, 5), high, 5);
    return vbslq_u8(vreinterpretq_u8_u32(vdupq_n_u32(0xff000000)), source, out);
}

/// `n` pixels, a multiple of 8 and at most a block.
INLINE void cube_columns(uint8_t *d, const uint8_t *s, int n, const prism_cube *cube) {
    cube_block block;
    for (int i = 0; i < n; i += 8)
        find_cells(&block, i, vld4_u8(s + 4 * i), cube->size);
    for (int i = 0; i < n; i += 4)
        vst1q_u8(d + 4 * i, four_pixels(&block, i, cube, vld1q_u8(s + 4 * i)));
}

static void cube_xrgb_neon(prism_dst dst, prism_src src, int width, int y0, int y1,
                           const prism_cube *cube) {
    const int whole = width / 8 * 8;
    for (int y = y0; y < y1; y++) {
        uint8_t *d = prism_dst_row(dst, y);
        const uint8_t *s = prism_src_row(src, y);
        for (int x = 0; x < whole; x += CUBE_COLUMNS) {
            const int n = whole - x < CUBE_COLUMNS ? whole - x : CUBE_COLUMNS;
            cube_columns(d + 4 * x, s + 4 * x, n, cube);
        }
        prism_cube_row(d + 4 * whole, s + 4 * whole, width - whole, cube);
    }
}
#endif
