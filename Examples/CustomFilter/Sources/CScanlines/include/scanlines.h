// SPDX-License-Identifier: MIT
// Darkens every other row, as an old tube does.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// Copies a row of `width` four-byte pixels; blue, green and red times `gain` / 256. Thread: any.  Errors: none.
void scanlines_row(uint8_t *dst, const uint8_t *src, int width, int gain);
