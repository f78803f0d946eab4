// SPDX-License-Identifier: MIT
// Light as small codes, pictures of it, and looking at a part of one at another size.
#include "Light.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

namespace prism::mock {

namespace {

const std::array<float, lightLevels> &lightTable() {
    static const std::array<float, lightLevels> table = [] {
        std::array<float, lightLevels> light{};
        for (uint32_t code = 0; code < lightLevels; ++code)
            light[code] = static_cast<float>(lightOf(code));
        return light;
    }();
    return table;
}

/// Cube root to 1e-5: the exponent divided by three in the float's own bits, then two of Newton's steps.
float cubeRoot(float value) noexcept {
    const uint32_t bits = std::bit_cast<uint32_t>(value) / 3 + 0x2A5137A0u;
    float root = std::bit_cast<float>(bits);
    root = (2 * root + value / (root * root)) * (1.0f / 3);
    return (2 * root + value / (root * root)) * (1.0f / 3);
}

} // namespace

double lightOf(uint32_t code) noexcept {
    const double share = code / double{lightLevels - 1};
    return share * share * share;
}

uint16_t codeOf(float light) noexcept {
    if (!(light > 1e-12f))
        return 0;
    return static_cast<uint16_t>(cubeRoot(std::min(light, 1.0f)) * (lightLevels - 1) + 0.5f);
}

double linearOf(uint8_t code) noexcept {
    const double value = code / 255.0;
    return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
}

double encoded(double light) noexcept {
    return light <= 0.0031308 ? light * 12.92 : 1.055 * std::pow(light, 1 / 2.4) - 0.055;
}

Sampler::Sampler(const Raster &raster, const View &view, uint32_t width, uint32_t height,
                 Mirror mirror)
    : raster_(raster) {
    // Enough taps that none of the source's pixels is passed over, up to a sixteenth of the size.
    const auto each = [&raster](double ratio) {
        return raster.isNearest ? 1u : static_cast<uint32_t>(std::clamp(ratio, 1.0, 16.0) + 0.49);
    };
    across_ = each(view.width / width);
    down_ = each(view.height / height);
    columns_ =
        taps(width, across_, view.x, view.width, raster.width, mirror.horizontal, raster.isNearest);
    rows_ =
        taps(height, down_, view.y, view.height, raster.height, mirror.vertical, raster.isNearest);
    for (Scaled &row : cache_)
        row = {UINT32_MAX, 0, 0, std::vector<float>(size_t{width} * 3)};
}

std::vector<Sampler::Tap> Sampler::taps(uint32_t count, uint32_t each, double begin, double length,
                                        uint32_t size, bool isMirrored, bool isNearest) {
    std::vector<Tap> taps(size_t{count} * each);
    const double step = length / static_cast<double>(taps.size());
    for (size_t index = 0; index < taps.size(); ++index) {
        const double centre = begin + (static_cast<double>(index) + 0.5) * step;
        const double position = std::clamp(centre - (isNearest ? 0 : 0.5), 0.0, size - 1.0);
        const auto first = static_cast<uint32_t>(position);
        const uint32_t second = isNearest ? first : std::min(first + 1, size - 1);
        taps[isMirrored ? taps.size() - 1 - index : index] = {
            first, second, isNearest ? 0 : static_cast<float>(position - first)};
    }
    return taps;
}

void Sampler::scale(uint32_t y, uint32_t begin, uint32_t end, float *out) const {
    const std::array<float, lightLevels> &light = lightTable();
    const uint16_t *source = raster_.codes.data() + size_t{y} * raster_.width * 3;
    const float share = 1.0f / static_cast<float>(across_);
    for (uint32_t x = begin; x < end; ++x) {
        float sum[3] = {0, 0, 0};
        for (const Tap *tap = &columns_[size_t{x} * across_], *last = tap + across_; tap != last;
             ++tap) {
            const uint16_t *first = source + size_t{tap->first} * 3;
            const uint16_t *second = source + size_t{tap->second} * 3;
            for (uint32_t channel = 0; channel < 3; ++channel) {
                const float left = light[first[channel]], right = light[second[channel]];
                sum[channel] += left + (right - left) * tap->weight;
            }
        }
        for (uint32_t channel = 0; channel < 3; ++channel)
            out[size_t{x} * 3 + channel] = sum[channel] * share;
    }
}

/// A source row at the output's width; neighbouring output rows ask for the same ones.
const float *Sampler::scaled(uint32_t y, uint32_t keep, uint32_t begin, uint32_t end) {
    for (const Scaled &row : cache_) {
        if (row.y == y && row.begin <= begin && row.end >= end)
            return row.light.data();
    }
    Scaled &row = cache_[0].y == keep && keep != y ? cache_[1] : cache_[0];
    scale(y, begin, end, row.light.data());
    row.y = y;
    row.begin = begin;
    row.end = end;
    return row.light.data();
}

void Sampler::row(uint32_t y, uint32_t begin, uint32_t end, float *out) {
    const float share = 1.0f / static_cast<float>(down_);
    std::fill(out, out + size_t{end - begin} * 3, 0.0f);
    for (const Tap *tap = &rows_[size_t{y} * down_], *last = tap + down_; tap != last; ++tap) {
        const float *first = scaled(tap->first, tap->second, begin, end);
        const float *second = scaled(tap->second, tap->first, begin, end);
        const float lower = tap->weight * share, upper = share - lower;
        const size_t from = size_t{begin} * 3, count = size_t{end - begin} * 3;
        for (size_t index = 0; index < count; ++index)
            out[index] += first[from + index] * upper + second[from + index] * lower;
    }
}

} // namespace prism::mock
