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

/// A walk over one picture: where it begins, how far it goes, and by which steps.
struct route {
    const uint8_t *first;
    uint32_t columns, rows;
    ptrdiff_t along, down;
};

static struct route plan(const uint8_t *base, ptrdiff_t step, ptrdiff_t stride, uint32_t width,
                         uint32_t height, uint32_t orientation) {
    struct walk walk = walks[orientation <= 8 ? orientation : 1];
    ptrdiff_t dx = walk.x_is_reversed ? -step : step, dy = walk.y_is_reversed ? -stride : stride;
    base += walk.x_is_reversed ? step * (ptrdiff_t)(width - 1) : 0;
    base += walk.y_is_reversed ? stride * (ptrdiff_t)(height - 1) : 0;
    if (walk.is_transposed)
        return (struct route){base, height, width, dy, dx};
    return (struct route){base, width, height, dx, dy};
}

void prism_image_orient(uint8_t *destination, const uint8_t *source, uint32_t width,
                        uint32_t height, uint32_t orientation) {
    struct route route = plan(source, 3, 3 * (ptrdiff_t)width, width, height, orientation);
    for (uint32_t y = 0; y < route.rows; y++)
        for (uint32_t x = 0; x < route.columns; x++, destination += 3)
            memcpy(destination,
                   route.first + (ptrdiff_t)x * route.along + (ptrdiff_t)y * route.down, 3);
}

// Squares of samples: a walk across rows would touch a new cache line for every sample.
enum { SQUARE = 32 };

static void orient_square(uint8_t *destination, size_t step, const struct route *route, uint32_t x0,
                          uint32_t y0) {
    uint32_t x1 = x0 + SQUARE < route->columns ? x0 + SQUARE : route->columns;
    uint32_t y1 = y0 + SQUARE < route->rows ? y0 + SQUARE : route->rows;
    for (uint32_t y = y0; y < y1; y++) {
        uint8_t *to = destination + (size_t)y * route->columns * step;
        const uint8_t *from = route->first + (ptrdiff_t)y * route->down;
        for (uint32_t x = x0; x < x1; x++)
            to[x * step] = from[(ptrdiff_t)x * route->along];
    }
}

void prism_image_orient_component(uint8_t *destination, uint32_t destination_step,
                                  const prism_image_component *source, uint32_t width,
                                  uint32_t height, uint32_t orientation) {
    struct route route =
        plan(source->base, (ptrdiff_t)source->step, source->stride, width, height, orientation);
    for (uint32_t y = 0; y < route.rows; y += SQUARE)
        for (uint32_t x = 0; x < route.columns; x += SQUARE)
            orient_square(destination, destination_step, &route, x, y);
}
