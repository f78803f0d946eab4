// SPDX-License-Identifier: MIT
// What a simulated camera looks at, scaled to a stream's size.
#include "Scene.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace prism::mock {

namespace {

constexpr uint32_t lightMax = 65535;

/// IEC 61966-2-1.
double encode(double light) noexcept {
    return light <= 0.0031308 ? light * 12.92 : 1.055 * std::pow(light, 1 / 2.4) - 0.055;
}

std::vector<uint8_t> makeEncodingTable() {
    std::vector<uint8_t> table(lightMax + 1);
    for (uint32_t light = 0; light <= lightMax; ++light)
        table[light] = static_cast<uint8_t>(std::lround(255 * encode(light / double{lightMax})));
    return table;
}

std::array<uint16_t, 256> makeLightTable() {
    std::array<uint16_t, 256> table{};
    for (uint32_t code = 0; code < 256; ++code)
        table[code] =
            static_cast<uint16_t>(std::lround(lightMax * linearOf(static_cast<uint8_t>(code))));
    return table;
}

/// One output coordinate: two source pixels and the second one's weight out of 256.
struct Tap {
    uint32_t first, second, weight;
};

/// Taps along one axis of `count` outputs over `length` source pixels from `begin` on.
std::vector<Tap> makeTaps(uint32_t count, double begin, double length, uint32_t size) {
    std::vector<Tap> taps(count);
    for (uint32_t index = 0; index < count; ++index) {
        const double centre = begin + (index + 0.5) * length / count - 0.5;
        const double position = std::clamp(centre, 0.0, double{size - 1.0});
        const auto first = static_cast<uint32_t>(position);
        taps[index] = {first, std::min(first + 1, size - 1),
                       static_cast<uint32_t>((position - first) * 256)};
    }
    return taps;
}

uint16_t mix(uint32_t first, uint32_t second, uint32_t weight) noexcept {
    return static_cast<uint16_t>((first * (256 - weight) + second * weight) >> 8);
}

/// One source row in linear light at the output's width.
void scaleRow(const uint8_t *source, const std::vector<Tap> &columns, uint16_t *out) {
    static const std::array<uint16_t, 256> light = makeLightTable();
    for (const Tap &tap : columns) {
        for (uint32_t channel = 0; channel < 3; ++channel)
            *out++ = mix(light[source[tap.first * 3 + channel]],
                         light[source[tap.second * 3 + channel]], tap.weight);
    }
}

/// Rows already scaled sideways; each source row is asked for by several output rows in turn.
class RowCache {
public:
    RowCache(const Picture &source, const std::vector<Tap> &columns)
        : source_(source), columns_(columns) {
        for (Row &row : rows_)
            row.light.resize(columns.size() * 3);
    }

    const uint16_t *row(uint32_t y, uint32_t keep) {
        for (const Row &row : rows_) {
            if (row.y == y)
                return row.light.data();
        }
        Row &row = rows_[0].y == keep ? rows_[1] : rows_[0];
        row.y = y;
        const size_t offset = size_t{y} * source_.width * 3;
        scaleRow(source_.pixels.data() + offset, columns_, row.light.data());
        return row.light.data();
    }

private:
    struct Row {
        uint32_t y = UINT32_MAX;
        std::vector<uint16_t> light;
    };

    const Picture &source_;
    const std::vector<Tap> &columns_;
    std::array<Row, 2> rows_;
};

} // namespace

double linearOf(uint8_t code) noexcept {
    const double value = code / 255.0;
    return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
}

const uint8_t *encodingTable() {
    static const std::vector<uint8_t> table = makeEncodingTable();
    return table.data();
}

Picture drawBars(uint32_t width, uint32_t height) {
    constexpr uint8_t on = 191;
    Picture bars{width, height, std::vector<uint8_t>(size_t{width} * height * 3)};
    const size_t rowBytes = size_t{width} * 3;
    for (uint32_t x = 0; x < width; ++x) {
        const uint32_t bar = x * 8 / width;
        uint8_t *pixel = bars.pixels.data() + size_t{x} * 3;
        pixel[0] = (bar & 2) ? 0 : on;
        pixel[1] = (bar & 4) ? 0 : on;
        pixel[2] = (bar & 1) ? 0 : on;
    }
    for (uint32_t y = 1; y < height; ++y)
        std::copy_n(bars.pixels.data(), rowBytes, bars.pixels.data() + y * rowBytes);
    return bars;
}

Picture scale(const Picture &source, uint32_t width, uint32_t height) {
    const double zoom =
        std::min(double{1.0 * source.width} / width, double{1.0 * source.height} / height);
    const double cropWidth = zoom * width, cropHeight = zoom * height;
    const std::vector<Tap> columns =
        makeTaps(width, (source.width - cropWidth) / 2, cropWidth, source.width);
    const std::vector<Tap> rows =
        makeTaps(height, (source.height - cropHeight) / 2, cropHeight, source.height);
    RowCache cache(source, columns);
    const uint8_t *code = encodingTable();
    Picture result{width, height, std::vector<uint8_t>(size_t{width} * height * 3)};
    uint8_t *out = result.pixels.data();
    for (const Tap &tap : rows) {
        const uint16_t *first = cache.row(tap.first, tap.second);
        const uint16_t *second = cache.row(tap.second, tap.first);
        for (size_t index = 0; index < columns.size() * 3; ++index)
            *out++ = code[mix(first[index], second[index], tap.weight)];
    }
    return result;
}

void mirror(Picture &picture, Mirror how) {
    const size_t rowBytes = size_t{picture.width} * 3;
    uint8_t *pixels = picture.pixels.data();
    for (uint32_t y = 0; how.vertical && y < picture.height / 2; ++y)
        std::swap_ranges(pixels + y * rowBytes, pixels + (y + 1) * rowBytes,
                         pixels + (picture.height - 1 - y) * rowBytes);
    for (uint32_t y = 0; how.horizontal && y < picture.height; ++y) {
        uint8_t *row = pixels + y * rowBytes;
        std::reverse(row, row + rowBytes);
        for (uint32_t x = 0; x < picture.width; ++x)
            std::swap(row[x * 3], row[x * 3 + 2]);
    }
}

} // namespace prism::mock
