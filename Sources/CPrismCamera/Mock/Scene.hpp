// SPDX-License-Identifier: MIT
// What a simulated camera looks at, scaled to a stream's size.
#pragma once

#include "Streams.hpp"

#include <vector>

namespace prism::mock {

/// An sRGB picture, 3 bytes a pixel in R, G, B order, rows without padding.
struct Picture {
    uint32_t width = 0, height = 0;
    std::vector<uint8_t> pixels;
};

/// Eight bars, 75 % bright: white, yellow, cyan, green, magenta, red, blue, black.
Picture drawBars(uint32_t width, uint32_t height);

/// Crops the middle of `source` to the shape asked for and scales it, bilinear, in linear light.
Picture scale(const Picture &source, uint32_t width, uint32_t height);

void mirror(Picture &picture, Mirror how);

/// Light of an sRGB code value, 0 … 1.
double linearOf(uint8_t code) noexcept;
/// sRGB code value of light, 0 … 65535 for 0 … 1; 65536 entries.
const uint8_t *encodingTable();

} // namespace prism::mock
