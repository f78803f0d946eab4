// SPDX-License-Identifier: MIT
// Defocus: a picture blurred by the lens's circle of confusion.
#include "Light.hpp"

#include <algorithm>
#include <cmath>

namespace prism::mock {

namespace {

/// A running mean along one line of `count` values, `step` floats apart; the edge repeats.
void boxLine(const float *in, float *out, size_t count, size_t step, size_t radius) {
    const auto at = [=](ptrdiff_t index) {
        const auto last = static_cast<ptrdiff_t>(count) - 1;
        return in[static_cast<size_t>(std::clamp<ptrdiff_t>(index, 0, last)) * step];
    };
    const auto reach = static_cast<ptrdiff_t>(radius);
    double sum = 0;
    for (ptrdiff_t index = -reach; index <= reach; ++index)
        sum += static_cast<double>(at(index));
    const double share = 1 / static_cast<double>(2 * radius + 1);
    for (size_t index = 0; index < count; ++index) {
        out[index * step] = static_cast<float>(sum * share);
        const auto centre = static_cast<ptrdiff_t>(index);
        sum +=
            static_cast<double>(at(centre + reach + 1)) - static_cast<double>(at(centre - reach));
    }
}

/// Radii of three boxes whose variances add up to a disk's of this diameter (d²/16 along each axis).
void boxRadii(double diameter, size_t (&radii)[3]) {
    // A box of width w has the variance (w² - 1) / 12.
    const double ideal = std::sqrt(12 * diameter * diameter / 16 / 3 + 1);
    const auto low = static_cast<size_t>(std::max(0.0, std::floor((ideal - 1) / 2)));
    const double lowWidth = 2.0 * static_cast<double>(low) + 1;
    const double share = (ideal * ideal - lowWidth * lowWidth) /
                         ((lowWidth + 2) * (lowWidth + 2) - lowWidth * lowWidth);
    const auto larger = static_cast<size_t>(std::lround(3 * share));
    for (size_t pass = 0; pass < 3; ++pass)
        radii[pass] = low + (pass < larger ? 1 : 0);
}

void blurPlane(std::vector<float> &plane, std::vector<float> &other, uint32_t width,
               uint32_t height, const size_t (&radii)[3]) {
    for (const size_t radius : radii) {
        if (radius == 0)
            continue;
        for (size_t y = 0; y < height; ++y)
            boxLine(&plane[y * width], &other[y * width], width, 1, radius);
        for (size_t x = 0; x < width; ++x)
            boxLine(&other[x], &plane[x], height, width, radius);
    }
}

} // namespace

Raster blurred(const Raster &raster, double diameter) {
    // What is very soft needs no fine grid: a disk is at most some twenty pixels wide.
    const double shrink = std::clamp(diameter / 20, 1.0, 16.0);
    Raster result{std::max(8u, static_cast<uint32_t>(raster.width / shrink)),
                  std::max(8u, static_cast<uint32_t>(raster.height / shrink)),
                  raster.peak,
                  false,
                  {}};
    const size_t count = size_t{result.width} * result.height;
    std::vector<float> planes[3];
    for (std::vector<float> &plane : planes)
        plane.resize(count);
    const View whole = {0, 0, double{1.0 * raster.width}, double{1.0 * raster.height}};
    Sampler sampler(raster, whole, result.width, result.height, {false, false});
    std::vector<float> row(size_t{result.width} * 3), other(count);
    for (uint32_t y = 0; y < result.height; ++y) {
        sampler.row(y, 0, result.width, row.data());
        for (size_t index = 0; index < row.size(); ++index)
            planes[index % 3][size_t{y} * result.width + index / 3] = row[index];
    }
    size_t radii[3];
    boxRadii(diameter * result.width / raster.width, radii);
    result.codes.resize(count * 3);
    for (size_t channel = 0; channel < 3; ++channel) {
        blurPlane(planes[channel], other, result.width, result.height, radii);
        for (size_t index = 0; index < count; ++index)
            result.codes[index * 3 + channel] = codeOf(planes[channel][index]);
    }
    return result;
}

} // namespace prism::mock
