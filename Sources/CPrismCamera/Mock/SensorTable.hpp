// SPDX-License-Identifier: MIT
// The simulated sensors: sizes, modes, ranges and delays.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace prism::mock {

/// Colour of the filter at the top left and how it goes on: bit 0 of the index moves right, bit 1 down.
enum class BayerOrder : uint8_t { rggb, grbg, gbrg, bggr };

/// One readout mode. Its crop is centred in the array.
struct SensorMode {
    uint32_t width, height;
    uint32_t cropWidth, cropHeight; ///< of the full array, in its pixels
    int64_t shortestFrame;          ///< ns
};

/// Electrons that a pixel holds and those that reading it adds: var = a x + b, see noiseOf().
struct NoiseModel {
    float fullWell;   ///< electrons at white, gain 1
    float readBefore; ///< electrons rms, made before the amplifier
    float readAfter;  ///< electrons rms, made after it: divided by the gain
    float row;        ///< electrons rms that all pixels of a row have in common
    float hotShare;   ///< of pixels whose dark current is much too large
    float hotCurrent; ///< their mean electrons per second
};

/// Colour gains that make white neutral in one light.
struct Illuminant {
    float kelvin;
    float red, blue;
};

/// What stands before the sensor.
struct Lens {
    bool moves;
    float farthest, nearest, usual; ///< dioptres
    float focalLength;              ///< mm
    float aperture;                 ///< f-number
};

/// How gain becomes the code of a register.
enum class GainCode : uint8_t {
    reciprocal, ///< gain = scale / (scale - code)
    sixteenths, ///< gain = code / scale
    decibels    ///< gain = 10 ^ (code / scale)
};

/// One sensor as its data sheet and libcamera's tables have it; Tuning/ has the same figures, which a test
/// compares.
struct SensorModel {
    const char *name;
    uint32_t width, height;
    BayerOrder order;
    uint32_t bits;
    uint32_t blackLevel;     ///< on a 16-bit scale
    int64_t lineTime;        ///< ns per line of exposure
    int64_t longestExposure; ///< ns
    float smallestGain, largestGain;
    uint32_t exposureDelay, gainDelay, durationDelay; ///< frames from request to effect
    uint32_t marginLines; ///< a frame is so much longer than its exposure
    int32_t unitCell;     ///< nm
    bool hasGlobalShutter;
    GainCode gainCode;
    float gainScale;
    NoiseModel noise;
    Lens lens;
    std::array<SensorMode, 4> modes;       ///< largest first; width 0 ends the list
    std::array<Illuminant, 7> illuminants; ///< warmest first; kelvin 0 ends the list
    SensorMode
        hdrMode; ///< the only one while the sensor itself widens the range; width 0: it cannot
    bool isHdr;  ///< it does

    int64_t margin() const noexcept { return lineTime * marginLines; }
};

/// Noise in units of white, x from 0 (black) to 1: var = a x + b, without the quantisation.
struct Noise {
    double a, b;
};
Noise noiseOf(const SensorModel &model, const SensorMode &mode, double gain) noexcept;

/// The gain that the register gives: the nearest code's that is not above.
float codedGain(const SensorModel &model, float gain) noexcept;

/// Neutral gains in the light of a colour temperature, between the illuminants by reciprocal temperature.
Illuminant illuminantAt(const SensorModel &model, float kelvin) noexcept;
/// The temperature of the light whose gains, red by blue, have this ratio; the nearest where none has.
float temperatureOf(const SensorModel &model, float ratio) noexcept;

/// Finds a sensor by name; null where there is none.
const SensorModel *findSensor(const char *name) noexcept;
/// The sensor of an index; null after the last.
const SensorModel *sensorAt(size_t index) noexcept;

/// The sensor with its own HDR switched on.
SensorModel withHdr(const SensorModel &model) noexcept;

/// Smallest mode that is at least as large both ways; the full one where none is.
const SensorMode &fittingMode(const SensorModel &model, uint32_t width, uint32_t height) noexcept;

/// Order of the colours after the pixels were mirrored.
BayerOrder flipped(BayerOrder order, bool horizontally, bool vertically) noexcept;

/// The fourcc of raw in that order and depth: 8, 10, 12 or 16 bits.
uint32_t rawFourcc(BayerOrder order, uint32_t bits) noexcept;

/// A fourcc from its characters.
constexpr uint32_t fourcc(const char (&name)[5]) noexcept {
    return static_cast<uint32_t>(name[0]) | static_cast<uint32_t>(name[1]) << 8 |
           static_cast<uint32_t>(name[2]) << 16 | static_cast<uint32_t>(name[3]) << 24;
}

} // namespace prism::mock
