// SPDX-License-Identifier: MIT
// Sampling and radial maps for NEON; chroma pairs take the reference.
#if defined(__aarch64__)
#include "warp.h"

#include <arm_neon.h>

/// Four positions along one axis: the first of two neighbours, 1/65536 from it to the second.
typedef struct places {
    int32x4_t first, fraction;
} places;

static inline places find(const int32_t *position, int size) {
    int32x4_t inside = vmaxq_s32(vld1q_s32(position), vdupq_n_s32(0));
    inside = vminq_s32(inside, vdupq_n_s32((size - 1) << 16));
    int32x4_t first = vminq_s32(vshrq_n_s32(inside, 16), vdupq_n_s32(size - 2));
    return (places){first, vsubq_s32(inside, vshlq_n_s32(first, 16))};
}

/// The column's fractions in 1/32768.
static inline int16x4_t column_weights(places column) {
    return vmovn_s32(vminq_s32(vshrq_n_s32(column.fraction, 1), vdupq_n_s32(32767)));
}

/// The row's fractions in 1/128.
static inline int16x4_t row_weights(places row) {
    return vmovn_s32(vrshrq_n_s32(row.fraction, 9));
}

static inline int32x4_t offsets(const prism_raster *src, places column, places row) {
    int32x4_t y = vmulq_n_s32(row.first, (int)src->stride);
    return vmlaq_n_s32(y, column.first, src->step);
}

/// Eight bytes of the upper row, 1/128 each, moved towards those of the lower one.
#define MIX_ROWS(above, below, weights, lane)                                                      \
    vmlaq_lane_s16(vreinterpretq_s16_u16(vshll_n_u8(above, 7)),                                    \
                   vreinterpretq_s16_u16(vsubl_u8(below, above)), weights, lane)

/// Moves the left neighbours towards the right ones and rounds to bytes.
static inline uint8x8_t mix_columns(int16x8_t left, int16x8_t right, int16x8_t weights) {
    int16x8_t value = vaddq_s16(left, vqrdmulhq_s16(vsubq_s16(right, left), weights));
    return vqrshrun_n_s16(value, 7);
}

/// Two pixels of four bytes from their left and right neighbours.
static inline uint8x8_t columns_2(int16x8_t a, int16x8_t b, int16x4_t weight_a,
                                  int16x4_t weight_b) {
    int64x2_t x = vreinterpretq_s64_s16(a), y = vreinterpretq_s64_s16(b);
    return mix_columns(vreinterpretq_s16_s64(vzip1q_s64(x, y)),
                       vreinterpretq_s16_s64(vzip2q_s64(x, y)), vcombine_s16(weight_a, weight_b));
}

static void sample4_neon(uint8_t *dst, const prism_raster *src, const int32_t *x, const int32_t *y,
                         int count) {
    const uint8_t *above = src->data, *below = src->data + src->stride;
    int i = 0, most = prism_plane_is_indexable(src, 2) ? count - 4 : -1;
    for (; i <= most; i += 4) {
        if (i + PRISM_PREFETCH_PIXELS < count)
            prism_prefetch(src, x[i + PRISM_PREFETCH_PIXELS], y[i + PRISM_PREFETCH_PIXELS]);
        places column = find(x + i, src->width), row = find(y + i, src->height);
        int16x4_t fx = column_weights(column), fy = row_weights(row);
        int32_t at[4];
        vst1q_s32(at, offsets(src, column, row));
        uint8x8_t a0 = vld1_u8(above + at[0]), a1 = vld1_u8(above + at[1]);
        uint8x8_t a2 = vld1_u8(above + at[2]), a3 = vld1_u8(above + at[3]);
        int16x8_t p0 = MIX_ROWS(a0, vld1_u8(below + at[0]), fy, 0);
        int16x8_t p1 = MIX_ROWS(a1, vld1_u8(below + at[1]), fy, 1);
        int16x8_t p2 = MIX_ROWS(a2, vld1_u8(below + at[2]), fy, 2);
        int16x8_t p3 = MIX_ROWS(a3, vld1_u8(below + at[3]), fy, 3);
        uint8x8_t low = columns_2(p0, p1, vdup_lane_s16(fx, 0), vdup_lane_s16(fx, 1));
        uint8x8_t high = columns_2(p2, p3, vdup_lane_s16(fx, 2), vdup_lane_s16(fx, 3));
        vst1q_u8(dst + 4 * i, vcombine_u8(low, high));
    }
    prism_sample4_c(dst + 4 * i, src, x + i, y + i, count - i);
}

/// Eight pairs of neighbours of one row: the left one in the low byte of each word.
static inline uint16x8_t pairs_8(const uint8_t *data, const int32_t at[8]) {
    uint16_t pairs[8];
    for (int j = 0; j < 8; j++)
        __builtin_memcpy(pairs + j, data + at[j], sizeof pairs[j]);
    return vld1q_u16(pairs);
}

static inline int16x8_t mix_rows_8(uint8x8_t above, uint8x8_t below, int16x8_t weights) {
    int16x8_t step = vreinterpretq_s16_u16(vsubl_u8(below, above));
    return vmlaq_s16(vreinterpretq_s16_u16(vshll_n_u8(above, 7)), step, weights);
}

static void sample1_neon(uint8_t *dst, const prism_raster *src, const int32_t *x, const int32_t *y,
                         int count) {
    int i = 0, most = prism_plane_is_indexable(src, 2) ? count - 8 : -1;
    for (; i <= most; i += 8) {
        if (i + PRISM_PREFETCH_PIXELS < count)
            prism_prefetch(src, x[i + PRISM_PREFETCH_PIXELS], y[i + PRISM_PREFETCH_PIXELS]);
        places c0 = find(x + i, src->width), c1 = find(x + i + 4, src->width);
        places r0 = find(y + i, src->height), r1 = find(y + i + 4, src->height);
        int32_t at[8];
        vst1q_s32(at, offsets(src, c0, r0));
        vst1q_s32(at + 4, offsets(src, c1, r1));
        uint16x8_t above = pairs_8(src->data, at), below = pairs_8(src->data + src->stride, at);
        int16x8_t fy = vcombine_s16(row_weights(r0), row_weights(r1));
        int16x8_t fx = vcombine_s16(column_weights(c0), column_weights(c1));
        int16x8_t left = mix_rows_8(vmovn_u16(above), vmovn_u16(below), fy);
        int16x8_t right = mix_rows_8(vshrn_n_u16(above, 8), vshrn_n_u16(below, 8), fy);
        vst1_u8(dst + i, mix_columns(left, right, fx));
    }
    prism_sample1_c(dst + i, src, x + i, y + i, count - i);
}

/// Factors of four squares of offsets: real parts in `val[0]`, imaginary ones in `val[1]`.
static inline int16x4x2_t factors_4(const prism_radial *map, uint32x4_t square) {
    uint32_t entry[4];
    vst1q_u32(entry, vminq_u32(vshlq_u32(square, vdupq_n_s32(-map->shift)),
                               vdupq_n_u32((uint32_t)map->entries - 1)));
    uint32x4_t top = vshlq_u32(square, vdupq_n_s32(32 - map->shift));
    int16x4_t between = vmovn_s32(vreinterpretq_s32_u32(vshrq_n_u32(top, 17)));
    int16x4x4_t f = {{vld1_s16(map->factors[entry[0]]), vld1_s16(map->factors[entry[1]]),
                      vld1_s16(map->factors[entry[2]]), vld1_s16(map->factors[entry[3]])}};
    int16x8_t a = vcombine_s16(f.val[0], f.val[1]), b = vcombine_s16(f.val[2], f.val[3]);
    int32x4_t first = vreinterpretq_s32_s16(a), second = vreinterpretq_s32_s16(b);
    int32x4_t here = vuzp1q_s32(first, second), next = vuzp2q_s32(first, second);
    int16x4_t re = vmovn_s32(here), im = vshrn_n_s32(here, 16);
    re = vadd_s16(re, vqrdmulh_s16(vmovn_s32(next), between));
    im = vadd_s16(im, vqrdmulh_s16(vshrn_n_s32(next, 16), between));
    return (int16x4x2_t){{re, im}};
}

static void radial_neon(int32_t *x, int32_t *y, const prism_radial *map, int first, int row,
                        int count) {
    static const int32_t lanes[4] = {0, 1, 2, 3};
    const int32x4_t cx = vdupq_n_s32(map->center_x * 8192), fine = vdupq_n_s32(3 - map->bits);
    const int32x4_t cy = vdupq_n_s32(map->center_y * 8192);
    const int16x4_t dy = vdup_n_s16((int16_t)((row << map->bits) - map->center_y));
    int32x4_t wide = vshlq_s32(vld1q_s32(lanes), vdupq_n_s32(map->bits));
    wide = vaddq_s32(wide, vdupq_n_s32((first << map->bits) - map->center_x));
    const int32x4_t more = vdupq_n_s32(4 << map->bits);
    int i = 0;
    for (; i <= count - 4; i += 4, wide = vaddq_s32(wide, more)) {
        int16x4_t dx = vmovn_s32(wide);
        int32x4_t square = vmlal_s16(vmull_s16(dx, dx), dy, dy);
        int16x4x2_t factor = factors_4(map, vreinterpretq_u32_s32(square));
        int32x4_t px = vmlsl_s16(vmlal_s16(cx, factor.val[0], dx), factor.val[1], dy);
        int32x4_t py = vmlal_s16(vmlal_s16(cy, factor.val[1], dx), factor.val[0], dy);
        vst1q_s32(x + i, vshlq_s32(px, fine));
        vst1q_s32(y + i, vshlq_s32(py, fine));
    }
    prism_radial_c(x + i, y + i, map, first + i, row, count - i);
}

void prism_warp_init_neon(prism_warp_kernels *kernels) {
    kernels->sample1 = sample1_neon;
    kernels->sample4 = sample4_neon;
    kernels->radial = radial_neon;
}
#endif
