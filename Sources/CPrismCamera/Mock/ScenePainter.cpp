// SPDX-License-Identifier: MIT
// Paints the scenes that are made by rule: bars, resolution chart, a street by day and by night.
#include "Scene.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace prism::mock {

namespace {

struct Colour {
    float red, green, blue;

    Colour operator*(float factor) const noexcept {
        return {red * factor, green * factor, blue * factor};
    }
    Colour operator+(const Colour &other) const noexcept {
        return {red + other.red, green + other.green, blue + other.blue};
    }
};

Colour grey(float light) noexcept {
    return {light, light, light};
}

Colour mix(const Colour &first, const Colour &second, float share) noexcept {
    return first * (1 - share) + second * share;
}

/// SplitMix64's finaliser as a number from 0 to 1.
float chance(uint64_t value) noexcept {
    value = (value + 0x9E3779B97F4A7C15u) * 0xBF58476D1CE4E5B9u;
    value = (value ^ (value >> 27)) * 0x94D049BB133111EBu;
    return static_cast<float>((value ^ (value >> 31)) >> 40) * 0x1p-24f;
}

/// Smooth noise from 0 to 1 with one value per unit square.
float cloud(float x, float y) noexcept {
    const float column = std::floor(x), row = std::floor(y);
    const auto corner = [=](float dx, float dy) {
        const auto key = static_cast<uint64_t>(static_cast<int64_t>(column + dx) * 7919 +
                                               static_cast<int64_t>(row + dy) * 104729);
        return chance(key);
    };
    const float u = x - column, v = y - row;
    const float a = u * u * (3 - 2 * u), b = v * v * (3 - 2 * v);
    return std::lerp(std::lerp(corner(0, 0), corner(1, 0), a),
                     std::lerp(corner(0, 1), corner(1, 1), a), b);
}

float texture(float x, float y, float scale) noexcept {
    return 0.6f * cloud(x * scale, y * scale) + 0.4f * cloud(x * scale * 3.1f, y * scale * 3.1f);
}

// Places are from 0 to 1 across the picture, and downward in the same unit.

/// Siemens star, line groups from coarse to fine, grey steps and a slanted edge, on mid grey.
Colour chart(float x, float y, float height) {
    const float dx = x - 0.5f, dy = y - height / 2;
    const float distance = std::hypot(dx, dy);
    if (distance < height * 0.28f) {
        const float angle = std::atan2(dy, dx);
        return grey(std::sin(angle * 72) > 0 ? 0.85f : 0.03f);
    }
    if (x < 0.2f && y > height * 0.1f && y < height * 0.9f) {
        // Pitch halves from group to group: 8 groups of vertical lines.
        const float group = std::floor((y / height - 0.1f) / 0.1f);
        const float pitch = 0.02f * std::exp2(-group * 0.5f);
        return grey(std::fmod(x, pitch) < pitch / 2 ? 0.85f : 0.03f);
    }
    if (y > height * 0.88f) {
        const float step = std::floor(x * 12);
        return grey(0.85f * std::exp2(-step * 0.5f));
    }
    if (x > 0.8f) {
        // An edge five degrees from upright, as ISO 12233 has it.
        return grey(x + (y - height / 2) * 0.0875f > 0.9f ? 0.85f : 0.03f);
    }
    return grey(0.18f);
}

struct House {
    float left, right, roof;
    Colour wall;
};
constexpr House houses[] = {{0.04f, 0.20f, 0.20f, {.30f, .22f, .16f}},
                            {0.24f, 0.38f, 0.12f, {.42f, .38f, .32f}},
                            {0.44f, 0.61f, 0.24f, {.18f, .20f, .26f}},
                            {0.70f, 0.94f, 0.16f, {.36f, .16f, .12f}}};

/// Share of the window that a place on a house's wall is in; its number where it is in one.
bool isWindow(const House &house, float x, float y, uint64_t &number) {
    const float u = (x - house.left) * 40, v = (y - house.roof) * 26;
    const float column = std::floor(u), row = std::floor(v);
    number = static_cast<uint64_t>(column * 31 + row * 17 + house.left * 1000);
    return u - column > 0.3f && u - column < 0.75f && v - row > 0.3f && v - row < 0.8f;
}

const House *houseAt(float x, float y, float ground) {
    for (const House &house : houses) {
        if (x > house.left && x < house.right && y > house.roof && y < ground)
            return &house;
    }
    return nullptr;
}

Colour daylight(float x, float y, float height) {
    const float ground = height * 0.62f;
    uint64_t number = 0;
    if (const House *house = houseAt(x, y, ground)) {
        if (isWindow(*house, x, y, number))
            return mix({.05f, .07f, .10f}, {.5f, .6f, .7f}, chance(number) * 0.5f);
        return house->wall * (0.7f + 0.5f * texture(x, y, 120));
    }
    if (y < ground) {
        const Colour blue = mix({.18f, .32f, .62f}, {.55f, .65f, .80f}, y / ground);
        const float white = std::clamp((texture(x, y * 2, 5) - 0.5f) * 3, 0.0f, 1.0f);
        return mix(blue, grey(0.85f), white);
    }
    if (y > height * 0.68f && y < height * 0.78f)
        return grey(0.12f + 0.05f * texture(x, y, 260));
    return Colour{.07f, .14f, .04f} * (0.5f + texture(x, y, 160));
}

/// A clear sky without moon over the same street, some windows lit.
Colour nightGround(float x, float y, float height) {
    const float ground = height * 0.62f;
    uint64_t number = 0;
    if (const House *house = houseAt(x, y, ground)) {
        if (isWindow(*house, x, y, number) && chance(number) > 0.8f)
            return Colour{1, .62f, .25f} * 0.5f;
        return house->wall * (0.001f + 0.001f * texture(x, y, 120));
    }
    if (y < ground)
        return mix({1.2e-4f, 1.5e-4f, 2.4e-4f}, {6e-4f, 4.5e-4f, 3e-4f}, y / ground);
    return Colour{.8f, .7f, .5f} * (0.0004f + 0.0008f * texture(x, y, 160));
}

Raster canvas(const SensorModel &model, float peak) {
    const uint32_t width = std::min(model.width, 2304u);
    const uint32_t height = width * model.height / model.width;
    return {width, height, peak, false, std::vector<uint16_t>(size_t{width} * height * 3)};
}

void put(Raster &raster, uint32_t x, uint32_t y, const Colour &colour) {
    uint16_t *codes = raster.codes.data() + (size_t{y} * raster.width + x) * 3;
    codes[0] = codeOf(colour.red / raster.peak);
    codes[1] = codeOf(colour.green / raster.peak);
    codes[2] = codeOf(colour.blue / raster.peak);
}

template <typename Painter> void paint(Raster &raster, Painter painter) {
    const float unit = 1 / static_cast<float>(raster.width);
    const float height = static_cast<float>(raster.height) * unit;
    for (uint32_t y = 0; y < raster.height; ++y) {
        for (uint32_t x = 0; x < raster.width; ++x) {
            Colour sum = {0, 0, 0};
            for (const float corner : {0.25f, 0.75f}) {
                const float u = (static_cast<float>(x) + corner) * unit;
                sum = sum + painter(u, (static_cast<float>(y) + 0.25f) * unit, height) +
                      painter(u, (static_cast<float>(y) + 0.75f) * unit, height);
            }
            put(raster, x, y, sum * 0.25f);
        }
    }
}

/// Adds a spot of light with a Gaussian profile.
void addSpot(Raster &raster, float x, float y, float sigma, const Colour &colour) {
    const auto reach = static_cast<int32_t>(sigma * 4) + 1;
    const auto left = static_cast<int32_t>(x), top = static_cast<int32_t>(y);
    for (int32_t row = top - reach; row <= top + reach; ++row) {
        for (int32_t column = left - reach; column <= left + reach; ++column) {
            if (row < 0 || column < 0 || row >= static_cast<int32_t>(raster.height) ||
                column >= static_cast<int32_t>(raster.width))
                continue;
            const float dx = static_cast<float>(column) + 0.5f - x;
            const float dy = static_cast<float>(row) + 0.5f - y;
            const float share = std::exp(-(dx * dx + dy * dy) / (2 * sigma * sigma));
            const auto at = (static_cast<size_t>(row) * raster.width + static_cast<size_t>(column));
            const uint16_t *codes = raster.codes.data() + at * 3;
            const auto old = [&](size_t channel) {
                return static_cast<float>(lightOf(codes[channel])) * raster.peak;
            };
            put(raster, static_cast<uint32_t>(column), static_cast<uint32_t>(row),
                Colour{old(0), old(1), old(2)} + colour * share);
        }
    }
}

/// Stars by magnitude, each 2.5 times as many and 2.5 times as faint, and four street lamps.
void addNightLights(Raster &raster) {
    const auto width = static_cast<float>(raster.width), height = static_cast<float>(raster.height);
    for (uint64_t star = 0; star < 500; ++star) {
        const float light = 0.02f / (0.02f + static_cast<float>(star) * 0.05f) * 0.05f + 0.0005f;
        const float x = chance(star * 3) * width, y = chance(star * 3 + 1) * height * 0.55f;
        if (houseAt(x / width, y / width, height / width * 0.62f))
            continue;
        const float warm = chance(star * 3 + 2);
        addSpot(raster, x, y, 0.9f, Colour{.8f + .2f * warm, .9f, 1.1f - .3f * warm} * light);
    }
    for (const float lamp : {0.02f, 0.22f, 0.41f, 0.65f}) {
        const Colour sodium = {1, .55f, .16f};
        addSpot(raster, lamp * width, height * 0.42f, width * 0.03f, sodium * 0.004f);
        addSpot(raster, lamp * width, height * 0.66f, width * 0.05f, sodium * 0.006f);
        addSpot(raster, lamp * width, height * 0.42f, width * 0.003f, sodium * 7);
    }
}

} // namespace

Raster paintScene(SceneKind kind, const SensorModel &model) {
    const bool isNight = kind == SceneKind::night;
    Raster raster = canvas(model, isNight ? 8.0f : 1.0f);
    switch (kind) {
    case SceneKind::night:
        paint(raster, nightGround);
        addNightLights(raster);
        break;
    case SceneKind::chart:
        paint(raster, chart);
        break;
    default:
        paint(raster, daylight);
        break;
    }
    return raster;
}

Raster paintBars() {
    constexpr float on = 0.5209956f; // sRGB 191
    Raster bars{8, 1, 1, true, std::vector<uint16_t>(24)};
    for (uint32_t bar = 0; bar < 8; ++bar)
        put(bars, bar, 0, {(bar & 2) ? 0 : on, (bar & 4) ? 0 : on, (bar & 1) ? 0 : on});
    return bars;
}

Raster rasterOf(const uint8_t *pixels, uint32_t width, uint32_t height, uint32_t stride) {
    std::array<uint16_t, 256> codes{};
    for (uint32_t code = 0; code < 256; ++code)
        codes[code] = codeOf(static_cast<float>(linearOf(static_cast<uint8_t>(code))));
    Raster raster{width, height, 1, false, std::vector<uint16_t>(size_t{width} * height * 3)};
    uint16_t *out = raster.codes.data();
    for (uint32_t y = 0; y < height; ++y) {
        const uint8_t *row = pixels + size_t{y} * stride;
        for (size_t index = 0; index < size_t{width} * 3; ++index)
            *out++ = codes[row[index]];
    }
    return raster;
}

} // namespace prism::mock
