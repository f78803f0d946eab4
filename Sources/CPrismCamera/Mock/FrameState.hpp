// SPDX-License-Identifier: MIT
// What is true of one frame: exposure, colours, lens, and the wishes of its picture.
#pragma once

#include <cstdint>

namespace prism::mock {

/// How the processed streams are to look; the neutral one is what a camera gives by itself.
struct Look {
    float brightness = 0, contrast = 1, saturation = 1, sharpness = 1, gamma = 2.2f;
    int32_t noiseReduction = 0; ///< 0 off, 1 fast, 2 high quality, 3 minimal, 4 zero shutter lag
    float matrix[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    bool operator==(const Look &) const = default;
};

/// How the dynamic range is widened, by libcamera's numbers of HdrMode.
enum class HdrMode : int32_t { off, multiExposureUnmerged, multiExposure, singleExposure, night };

/// Crop in sensor coordinates.
struct Crop {
    int32_t x, y;
    uint32_t width, height;
    bool operator==(const Crop &) const = default;
};

struct FrameState {
    int64_t exposure = 0; ///< ns
    int64_t duration = 0; ///< ns
    float gain = 1;
    float red = 1, blue = 1;
    float colourTemperature = 0;
    float lens = 0;
    uint32_t aeState = 0, awbState = 0, afState = 0; ///< as prism_metadata
    int32_t afPauseState = 0;                        ///< libcamera's AfPauseState
    uint32_t focusFom = 0;
    float lux = 0;
    HdrMode hdr = HdrMode::off;
    bool isSensorHdr = false;  ///< the sensor itself widened the range
    int32_t hdrChannel = 0;    ///< libcamera's HdrChannel: 0 none, 1 short, 3 long
    int32_t flickerPeriod = 0; ///< us, detected; 0: none
    Look look;
};

/// At this exposure time × gain white of radiance 1 just fills green.
inline constexpr double nominalExposure = 10e6 * 2;
/// HDR that ends in one picture is exposed so many times shorter and brightened again.
inline constexpr double hdrHeadroom = 4;

} // namespace prism::mock
