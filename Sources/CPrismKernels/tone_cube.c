// SPDX-License-Identifier: MIT
// The reference of three-dimensional tables: tetrahedral interpolation in integers.
#include "tone.h"

int prism_cube_entries(int size) {
    return size * size * size + size * size + size + 1;
}

/// Where a byte falls on an axis: how far the cell's first corner and its next one are, and the fraction.
typedef struct axis {
    int first, next, fraction;
} axis;

static axis on_axis(int x, int size, int stride) {
    const int t = x * (size - 1);
    return (axis){t / 255 * stride, stride, (t % 255 * 257) >> 2};
}

static void order(axis *a, axis *b) {
    if (a->fraction < b->fraction) {
        const axis c = *a;
        *a = *b;
        *b = c;
    }
}

void prism_cube_row(uint8_t *dst, const uint8_t *src, int n, const prism_cube *cube) {
    for (int x = 0; x < n; x++, dst += 4, src += 4) {
        axis a = on_axis(src[0], cube->size, 1), b = on_axis(src[1], cube->size, cube->size);
        axis c = on_axis(src[2], cube->size, cube->size * cube->size);
        const int16_t *p0 = cube->entries + 4 * (ptrdiff_t)(a.first + b.first + c.first);
        order(&a, &b);
        order(&b, &c);
        order(&a, &b);
        const int16_t *p1 = p0 + 4 * a.next, *p2 = p1 + 4 * b.next, *p3 = p2 + 4 * c.next;
        for (int i = 0; i < 3; i++) {
            const int sum = p0[i] * (16384 - a.fraction) + p1[i] * (a.fraction - b.fraction) +
                            p2[i] * (b.fraction - c.fraction) + p3[i] * c.fraction;
            dst[i] = (uint8_t)((sum + (1 << 20)) >> 21);
        }
        dst[3] = src[3];
    }
}

static void cube_xrgb_c(prism_dst dst, prism_src src, int width, int y0, int y1,
                        const prism_cube *cube) {
    for (int y = y0; y < y1; y++)
        prism_cube_row(prism_dst_row(dst, y), prism_src_row(src, y), width, cube);
}

void prism_tone_init_cube(prism_tone_kernels *kernels) {
    kernels->cube_xrgb = cube_xrgb_c;
}
