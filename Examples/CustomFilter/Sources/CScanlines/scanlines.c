// SPDX-License-Identifier: MIT
// The row, plain enough for the compiler to vectorise.
#include "scanlines.h"

void scanlines_row(uint8_t *dst, const uint8_t *src, int width, int gain) {
    for (int x = 0; x < width; x++) {
        for (int c = 0; c < 3; c++)
            dst[4 * x + c] = (uint8_t)((src[4 * x + c] * gain + 128) >> 8);
        dst[4 * x + 3] = src[4 * x + 3];
    }
}
