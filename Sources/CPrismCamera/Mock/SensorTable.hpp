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

/// One sensor as its data sheet and libcamera's tables have it.
struct SensorModel {
    const char *name;
    uint32_t width, height;
    BayerOrder order;
    uint32_t bits;
    uint32_t blackLevel;     ///< on a 16-bit scale
    int64_t lineTime;        ///< ns per line of exposure
    int64_t longestExposure; ///< ns
    float largestGain;
    uint32_t exposureDelay, gainDelay, durationDelay; ///< frames from request to effect
    uint32_t marginLines; ///< a frame is so much longer than its exposure
    int32_t unitCell;     ///< nm
    bool hasLens;
    std::array<SensorMode, 4> modes; ///< largest first; width 0 ends the list

    int64_t margin() const noexcept { return lineTime * marginLines; }
};

/// Finds a sensor by name; null where there is none.
const SensorModel *findSensor(const char *name) noexcept;

/// Smallest mode that is at least as large both ways; the full one where none is.
const SensorMode &fittingMode(const SensorModel &model, uint32_t width, uint32_t height) noexcept;

/// Order of the colours after the pixels were mirrored.
BayerOrder flipped(BayerOrder order, bool horizontally, bool vertically) noexcept;

/// The fourcc of unpacked raw in that order and depth.
uint32_t rawFourcc(BayerOrder order, uint32_t bits) noexcept;

/// A fourcc from its characters.
constexpr uint32_t fourcc(const char (&name)[5]) noexcept {
    return static_cast<uint32_t>(name[0]) | static_cast<uint32_t>(name[1]) << 8 |
           static_cast<uint32_t>(name[2]) << 16 | static_cast<uint32_t>(name[3]) << 24;
}

} // namespace prism::mock
