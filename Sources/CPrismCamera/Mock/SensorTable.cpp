// SPDX-License-Identifier: MIT
// The simulated sensors: sizes, modes, ranges, delays, noise and colours.
#include "SensorTable.hpp"

#include <cstring>

namespace prism::mock {

namespace {

constexpr int64_t us = 1000;
constexpr int64_t fps(double rate) {
    return static_cast<int64_t>(1e9 / rate);
}
/// A row of a colour temperature curve: the responses of red and blue to white beside green's.
constexpr Illuminant light(double kelvin, double red, double blue) {
    return {static_cast<float>(kelvin), static_cast<float>(1 / red), static_cast<float>(1 / blue)};
}
constexpr Lens fixedLens(float focalLength, float aperture) {
    return {false, 0, 0, 0, focalLength, aperture};
}

// Modes, delays, margins, gains and longest exposures as libcamera and the kernel drivers have them. Full
// wells follow from the noise slopes, illuminants from the colour temperature curves of Raspberry Pi's tuning
// files (vc4); read noise of the imx477 was measured (strollswithmydog.com), the others' is typical, and so are
// the noise of rows and the hot pixels of all of them.
constexpr SensorModel imx708 = {
    .name = "imx708",
    .width = 4608,
    .height = 2592,
    .order = BayerOrder::bggr,
    .bits = 10,
    .blackLevel = 4096,
    .lineTime = 8 * us,
    .longestExposure = 112'015'443 * us,
    .smallestGain = 1.122807f,
    .largestGain = 16.0f,
    .exposureDelay = 2,
    .gainDelay = 2,
    .durationDelay = 3,
    .marginLines = 48,
    .unitCell = 1400,
    .hasGlobalShutter = false,
    .gainCode = GainCode::reciprocal,
    .gainScale = 1024,
    .noise = {9830, 1.6f, 5.0f, 0.5f, 2e-5f, 900},
    .lens = {true, 0, 15, 1, 4.74f, 1.8f},
    .modes = {{{4608, 2592, 4608, 2592, fps(14.35)},
               {2304, 1296, 4608, 2592, fps(56.03)},
               {1536, 864, 3072, 1728, fps(120.13)},
               {}}},
    .illuminants = {{light(2498, .8733, .2606),
                     light(2954, .7111, .3663),
                     light(3717, .5861, .4669),
                     light(4671, .4927, .5554),
                     light(5753, .4274, .6246),
                     light(7433, .3723, .6881),
                     {}}},
    .hdrMode = {2304, 1296, 4608, 2592, fps(30)},
    .isHdr = false,
};

constexpr SensorModel imx477 = {
    .name = "imx477",
    .width = 4056,
    .height = 3040,
    .order = BayerOrder::rggb,
    .bits = 12,
    .blackLevel = 4096,
    .lineTime = 15 * us,
    .longestExposure = 694'422'939 * us,
    .smallestGain = 1,
    .largestGain = 22.26f,
    .exposureDelay = 2,
    .gainDelay = 2,
    .durationDelay = 3,
    .marginLines = 22,
    .unitCell = 1550,
    .hasGlobalShutter = false,
    .gainCode = GainCode::reciprocal,
    .gainScale = 1024,
    .noise = {8025, 1.5f, 2.6f, 0.3f, 2e-5f, 500},
    .lens = fixedLens(6.0f, 1.2f),
    .modes = {{{4056, 3040, 4056, 3040, fps(10.0)},
               {2028, 1520, 4056, 3040, fps(40.01)},
               {2028, 1080, 4056, 2160, fps(50.03)},
               {1332, 990, 2664, 1980, fps(120.05)}}},
    .illuminants = {{light(2360, .6009, .3093), light(2903, .4905, .4392),
                     light(3643, .4228, .5623), light(4660, .3529, .68), light(5579, .3227, .7),
                     light(6671, .3065, .72), light(9505, .2524, .7856)}},
    .hdrMode = {},
    .isHdr = false,
};

constexpr SensorModel imx219 = {
    .name = "imx219",
    .width = 3280,
    .height = 2464,
    .order = BayerOrder::rggb,
    .bits = 10,
    .blackLevel = 4096,
    .lineTime = 18 * us,
    .longestExposure = 11'766'829 * us,
    .smallestGain = 1,
    .largestGain = 10.67f,
    .exposureDelay = 2,
    .gainDelay = 1,
    .durationDelay = 3,
    .marginLines = 4,
    .unitCell = 1120,
    .hasGlobalShutter = false,
    .gainCode = GainCode::reciprocal,
    .gainScale = 256,
    .noise = {4561, 1.8f, 4.0f, 0.5f, 5e-5f, 900},
    .lens = fixedLens(3.04f, 2.0f),
    .modes = {{{3280, 2464, 3280, 2464, fps(21.19)},
               {1920, 1080, 1920, 1080, fps(47.57)},
               {1640, 1232, 3280, 2464, fps(83.7)},
               {640, 480, 1280, 960, fps(206.65)}}},
    .illuminants = {{light(2498, .9309, .3599),
                     light(2919, .8358, .4621),
                     light(3627, .7646, .5327),
                     light(4600, .6079, .6721),
                     light(5716, .5712, .7017),
                     light(8575, .4331, .8037),
                     {}}},
    .hdrMode = {},
    .isHdr = false,
};

constexpr SensorModel ov5647 = {
    .name = "ov5647",
    .width = 2592,
    .height = 1944,
    .order = BayerOrder::gbrg,
    .bits = 10,
    .blackLevel = 1024,
    .lineTime = 32 * us,
    .longestExposure = 3'066'979 * us,
    .smallestGain = 1,
    .largestGain = 63.94f,
    .exposureDelay = 2,
    .gainDelay = 2,
    .durationDelay = 3,
    .marginLines = 4,
    .unitCell = 1400,
    .hasGlobalShutter = false,
    .gainCode = GainCode::sixteenths,
    .gainScale = 16,
    .noise = {3572, 2.5f, 4.0f, 0.8f, 1e-4f, 1500},
    .lens = fixedLens(3.6f, 2.9f),
    .modes = {{{2592, 1944, 2592, 1944, fps(15.63)},
               {1920, 1080, 1928, 1080, fps(32.81)},
               {1296, 972, 2592, 1944, fps(46.34)},
               {640, 480, 2560, 1920, fps(58.92)}}},
    .illuminants = {{light(2500, 1.0289, .4503),
                     light(2914, .9406, .5127),
                     light(3605, .8261, .6249),
                     light(4540, .7331, .7533),
                     light(5699, .6715, .8627),
                     light(8625, .6081, 1.0012),
                     {}}},
    .hdrMode = {},
    .isHdr = false,
};

constexpr SensorModel imx296 = {
    .name = "imx296",
    .width = 1456,
    .height = 1088,
    .order = BayerOrder::rggb,
    .bits = 10,
    .blackLevel = 3840,
    .lineTime = 14'815,
    .longestExposure = 15'534'385 * us,
    .smallestGain = 1,
    .largestGain = 15.67f,
    .exposureDelay = 2,
    .gainDelay = 2,
    .durationDelay = 2,
    .marginLines = 4,
    .unitCell = 3450,
    .hasGlobalShutter = true,
    .gainCode = GainCode::decibels,
    .gainScale = 200,
    .noise = {8648, 2.2f, 4.0f, 0.5f, 2e-5f, 900},
    .lens = fixedLens(6.0f, 1.2f),
    .modes = {{{1456, 1088, 1456, 1088, fps(60.38)}, {}, {}, {}}},
    .illuminants = {{light(2500, .5386, .2458),
                     light(2900, .4855, .3349),
                     light(3620, .4203, .4367),
                     light(4560, .3455, .5444),
                     light(5600, .2948, .6124),
                     light(7400, .2336, .6894),
                     {}}},
    .hdrMode = {},
    .isHdr = false,
};

constexpr SensorModel imx500 = {
    .name = "imx500",
    .width = 4056,
    .height = 3040,
    .order = BayerOrder::rggb,
    .bits = 10,
    .blackLevel = 4096,
    .lineTime = 15 * us,
    .longestExposure = 694'422'939 * us,
    .smallestGain = 1,
    .largestGain = 22.26f,
    .exposureDelay = 2,
    .gainDelay = 2,
    .durationDelay = 3,
    .marginLines = 22,
    .unitCell = 1550,
    .hasGlobalShutter = false,
    .gainCode = GainCode::reciprocal,
    .gainScale = 1024,
    .noise = {8142, 1.6f, 5.0f, 0.5f, 2e-5f, 500},
    .lens = fixedLens(4.74f, 1.79f),
    .modes = {{{4056, 3040, 4056, 3040, fps(10.0)}, {2028, 1520, 4056, 3040, fps(30.02)}, {}, {}}},
    .illuminants = {{light(2505, .8099, .2896),
                     light(2905, .6631, .3969),
                     light(3670, .5533, .4935),
                     light(4750, .4629, .5851),
                     light(5850, .3996, .6566),
                     light(7925, .3562, .7092),
                     {}}},
    .hdrMode = {},
    .isHdr = false,
};

constexpr const SensorModel *sensors[] = {&imx708, &imx477, &imx219, &ov5647, &imx296, &imx500};

} // namespace

const SensorModel *sensorAt(size_t index) noexcept {
    return index < std::size(sensors) ? sensors[index] : nullptr;
}

const SensorModel *findSensor(const char *name) noexcept {
    for (const SensorModel *sensor : sensors) {
        if (std::strcmp(sensor->name, name) == 0)
            return sensor;
    }
    return nullptr;
}

SensorModel withHdr(const SensorModel &model) noexcept {
    SensorModel wide = model;
    wide.modes = {model.hdrMode, {}, {}, {}};
    wide.isHdr = true;
    return wide;
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

} // namespace prism::mock
