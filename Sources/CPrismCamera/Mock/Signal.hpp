// SPDX-License-Identifier: MIT
// From light to signal: photo-electrons with their shot noise, the reading's own noise, the clip at white.
#pragma once

#include "Light.hpp"
#include "SensorTable.hpp"

#include <algorithm>
#include <array>

namespace prism::mock {

/// Signals are fixed-point numbers, 1 being white.
inline constexpr uint32_t signalBits = 18;
inline constexpr int32_t whiteSignal = 1 << signalBits;
/// Factors of a row (a light that flickers): 32768 is 1, none is larger.
inline constexpr uint32_t fullFactor = 32768;

/// What one channel makes of each code of light.
class SignalTable {
public:
    struct Response {
        double brightness; ///< signal of the raster's brightest light
        double gain;       ///< applied after the noise has been added
        Noise noise;
        bool operator==(const Response &other) const noexcept {
            return brightness == other.brightness && gain == other.gain &&
                   noise.a == other.noise.a && noise.b == other.noise.b;
        }
    };

    /// Fills the table; nothing is done where it has been filled for the same.
    void fill(const Response &response);

    /// The signal of a code with a number from the normal distribution, 4096 being one sigma. Not clipped.
    int32_t signal(uint16_t code, uint32_t factor, int32_t normal) const noexcept {
        const uint32_t entry = entries_[code];
        const auto mean = static_cast<int32_t>(((entry >> 16) * factor) >> 12);
        return mean + ((static_cast<int32_t>(entry & 0xFFFF) * normal) >> 12);
    }

private:
    Response response_{-1, 0, {0, 0}};
    /// Upper half: the mean, 32768 being white; lower half: sigma in units of a signal.
    std::array<uint32_t, lightLevels> entries_{};
};

/// 4096 values of the normal distribution in rising order, 4096 being one sigma. Thread: any; made once.
const int16_t *normalTable();

/// Numbers from the normal distribution, four at a time; the same for the same seed.
class NormalNumbers {
public:
    explicit NormalNumbers(uint64_t seed) : table_(normalTable()), state_(seed | 1) {}

    /// Moves on; the four numbers are then `at<0>()` … `at<3>()`.
    void step() noexcept { state_ = state_ * 6364136223846793005u + 1442695040888963407u; }
    /// 4096 is one sigma.
    template <unsigned index> int32_t at() const noexcept {
        return table_[(state_ >> (52 - 12 * index)) & 4095];
    }

private:
    const int16_t *table_;
    uint64_t state_;
};

/// A seed for one row of one frame of one stream.
uint64_t rowSeed(uint64_t seed, uint64_t frame, uint32_t stream, uint32_t row) noexcept;

} // namespace prism::mock
