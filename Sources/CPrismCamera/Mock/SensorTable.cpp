// SPDX-License-Identifier: MIT
// The simulated sensors: sizes, modes, ranges and delays.
#include "SensorTable.hpp"

#include <cstring>

namespace prism::mock {

namespace {

constexpr int64_t us = 1000;
constexpr int64_t fps(double rate) {
    return static_cast<int64_t>(1e9 / rate);
}

// Modes, delays, margins and longest exposures as libcamera and the kernel drivers have them.
constexpr SensorModel sensors[] = {
    {"imx708",
     4608,
     2592,
     BayerOrder::bggr,
     10,
     4096,
     8 * us,
     112'015'443 * us,
     16.0f,
     2,
     2,
     3,
     48,
     1400,
     true,
     {{{4608, 2592, 4608, 2592, fps(14.35)},
       {2304, 1296, 4608, 2592, fps(56.03)},
       {1536, 864, 3072, 1728, fps(120.13)},
       {}}}},
    {"imx477",
     4056,
     3040,
     BayerOrder::rggb,
     12,
     4096,
     15 * us,
     694'422'939 * us,
     22.26f,
     2,
     2,
     3,
     22,
     1550,
     false,
     {{{4056, 3040, 4056, 3040, fps(10.0)},
       {2028, 1520, 4056, 3040, fps(40.01)},
       {2028, 1080, 4056, 2160, fps(50.03)},
       {1332, 990, 2664, 1980, fps(120.05)}}}},
    {"imx219",
     3280,
     2464,
     BayerOrder::rggb,
     10,
     4096,
     18 * us,
     11'766'829 * us,
     10.67f,
     2,
     1,
     3,
     4,
     1120,
     false,
     {{{3280, 2464, 3280, 2464, fps(21.19)},
       {1920, 1080, 1920, 1080, fps(47.57)},
       {1640, 1232, 3280, 2464, fps(83.7)},
       {640, 480, 1280, 960, fps(206.65)}}}},
    {"ov5647",
     2592,
     1944,
     BayerOrder::gbrg,
     10,
     1024,
     32 * us,
     3'066'979 * us,
     63.94f,
     2,
     2,
     3,
     4,
     1400,
     false,
     {{{2592, 1944, 2592, 1944, fps(15.63)},
       {1920, 1080, 1928, 1080, fps(32.81)},
       {1296, 972, 2592, 1944, fps(46.34)},
       {640, 480, 2560, 1920, fps(58.92)}}}},
};

} // namespace

const SensorModel *findSensor(const char *name) noexcept {
    for (const SensorModel &sensor : sensors) {
        if (std::strcmp(sensor.name, name) == 0)
            return &sensor;
    }
    return nullptr;
}

const SensorMode &fittingMode(const SensorModel &model, uint32_t width, uint32_t height) noexcept {
    const SensorMode *best = &model.modes[0];
    for (const SensorMode &mode : model.modes) {
        if (mode.width >= width && mode.height >= height && mode.width > 0)
            best = &mode;
    }
    return *best;
}

BayerOrder flipped(BayerOrder order, bool horizontally, bool vertically) noexcept {
    // The order's number is where red lies: bit 0 right, bit 1 below.
    return static_cast<BayerOrder>(static_cast<unsigned>(order) ^ (horizontally ? 1u : 0u) ^
                                   (vertically ? 2u : 0u));
}

uint32_t rawFourcc(BayerOrder order, uint32_t bits) noexcept {
    constexpr uint32_t ten[] = {fourcc("RG10"), fourcc("BA10"), fourcc("GB10"), fourcc("BG10")};
    constexpr uint32_t twelve[] = {fourcc("RG12"), fourcc("BA12"), fourcc("GB12"), fourcc("BG12")};
    return (bits == 12 ? twelve : ten)[static_cast<unsigned>(order)];
}

} // namespace prism::mock
