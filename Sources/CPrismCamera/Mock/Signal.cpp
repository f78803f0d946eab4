// SPDX-License-Identifier: MIT
// From light to signal: photo-electrons with their shot noise, the reading's own noise, the clip at white.
#include "Signal.hpp"

#include <cmath>
#include <vector>

namespace prism::mock {

namespace {

/// Inverse of the normal distribution's function by bisection: 4096 values are made, once.
double quantile(double share) {
    double low = -6, high = 6;
    for (int step = 0; step < 60; ++step) {
        const double middle = (low + high) / 2;
        (0.5 * std::erfc(-middle / std::sqrt(2.0)) < share ? low : high) = middle;
    }
    return (low + high) / 2;
}

std::vector<int16_t> makeQuantiles() {
    constexpr size_t count = 4096;
    std::vector<double> values(count);
    double squares = 0;
    for (size_t index = 0; index < count; ++index) {
        values[index] = quantile((static_cast<double>(index) + 0.5) / count);
        squares += values[index] * values[index];
    }
    // Cut tails make the variance a little smaller than 1.
    const double scale = 4096 / std::sqrt(squares / count);
    std::vector<int16_t> table(count);
    for (size_t index = 0; index < count; ++index)
        table[index] = static_cast<int16_t>(std::lround(values[index] * scale));
    return table;
}

uint64_t hash(uint64_t value) noexcept {
    value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9u;
    value = (value ^ (value >> 27)) * 0x94D049BB133111EBu;
    return value ^ (value >> 31);
}

} // namespace

const int16_t *normalTable() {
    // Made for the first camera: a program that only prints its help has no use for it.
    static const std::vector<int16_t> table = makeQuantiles();
    return table.data();
}

uint64_t rowSeed(uint64_t seed, uint64_t frame, uint32_t stream, uint32_t row) noexcept {
    const uint64_t place = uint64_t{stream} << 32 | row;
    return hash(hash(seed * 0x9E3779B97F4A7C15u + frame) + hash(place + 1));
}

void SignalTable::fill(const Response &response) {
    if (response == response_)
        return;
    response_ = response;
    for (uint32_t code = 0; code < lightLevels; ++code) {
        const double signal = lightOf(code) * response.brightness;
        const double mean = std::min(signal * response.gain * fullFactor, 65535.0);
        const double variance = response.noise.a * std::min(signal, 1.0) + response.noise.b;
        const double sigma = std::sqrt(variance) * response.gain * whiteSignal;
        entries_[code] = static_cast<uint32_t>(std::lround(mean)) << 16 |
                         static_cast<uint32_t>(std::lround(std::min(sigma, 65535.0)));
    }
}

} // namespace prism::mock
