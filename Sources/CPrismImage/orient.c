// SPDX-License-Identifier: MIT
// The eight EXIF orientations as walks over a picture.
#include "prism_image.h"

#include <stdbool.h>
#include <string.h>

/// What an orientation does when undone: swap the axes, after running backwards along them.
struct walk {
    bool is_transposed, x_is_reversed, y_is_reversed;
};

// EXIF 2.32, table 6: 1 is row 0 at the top and column 0 at the left.
static const struct walk walks[9] = {
    [2] = {false, true, false}, [3] = {false, true, true}, [4] = {false, false, true},
    [5] = {true, false, false}, [6] = {true, false, true}, [7] = {true, true, true},
    [8] = {true, true, false},
};

void prism_image_orient(uint8_t *destination, const uint8_t *source, uint32_t width,
                        uint32_t height, uint32_t orientation) {
    struct walk walk = walks[orientation <= 8 ? orientation : 1];
    ptrdiff_t dx = walk.x_is_reversed ? -3 : 3;
    ptrdiff_t dy = (walk.y_is_reversed ? -3 : 3) * (ptrdiff_t)width;
    const uint8_t *first = source;
    first += walk.x_is_reversed ? 3 * (size_t)(width - 1) : 0;
    first += walk.y_is_reversed ? 3 * (size_t)width * (height - 1) : 0;
    uint32_t columns = walk.is_transposed ? height : width;
    uint32_t rows = walk.is_transposed ? width : height;
    ptrdiff_t along = walk.is_transposed ? dy : dx, down = walk.is_transposed ? dx : dy;
    for (uint32_t y = 0; y < rows; y++)
        for (uint32_t x = 0; x < columns; x++, destination += 3)
            memcpy(destination, first + (ptrdiff_t)x * along + (ptrdiff_t)y * down, 3);
}
