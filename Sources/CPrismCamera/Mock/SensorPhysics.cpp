// SPDX-License-Identifier: MIT
// What follows from a sensor's figures: noise at a gain, the gain of a code, colours of a light.
#include "SensorTable.hpp"

#include <algorithm>
#include <cmath>

namespace prism::mock {

Noise noiseOf(const SensorModel &model, const SensorMode &mode, double gain) noexcept {
    const NoiseModel &noise = model.noise;
    // Binning averages the charges of several pixels.
    const double binned = 1.0 * mode.cropWidth * mode.cropHeight / mode.width / mode.height;
    const double white = static_cast<double>(noise.fullWell) / gain;
    const double before = static_cast<double>(noise.readBefore);
    const double after = static_cast<double>(noise.readAfter) / gain;
    const double read2 = before * before + after * after;
    return {1 / white / binned, read2 / white / white / binned};
}

float codedGain(const SensorModel &model, float gain) noexcept {
    const double scale = static_cast<double>(model.gainScale);
    const double wish = std::clamp(static_cast<double>(gain), double{model.smallestGain},
                                   double{model.largestGain});
    // A wish that is a code's gain but for rounding keeps that code.
    constexpr double hair = 1e-4;
    double coded = wish;
    switch (model.gainCode) {
    case GainCode::reciprocal:
        coded = scale / (scale - std::floor(scale - scale / wish + hair));
        break;
    case GainCode::sixteenths:
        coded = std::floor(wish * scale + hair) / scale;
        break;
    case GainCode::decibels:
        coded = std::pow(10, std::floor(std::log10(wish) * scale + hair) / scale);
        break;
    }
    return static_cast<float>(std::max(double{model.smallestGain}, coded));
}

Illuminant illuminantAt(const SensorModel &model, float kelvin) noexcept {
    const auto &list = model.illuminants;
    size_t last = 0;
    while (last + 1 < list.size() && list[last + 1].kelvin > 0)
        ++last;
    if (kelvin <= list[0].kelvin)
        return {kelvin, list[0].red, list[0].blue};
    for (size_t index = 0; index < last; ++index) {
        const Illuminant &warm = list[index], &cool = list[index + 1];
        if (kelvin > cool.kelvin)
            continue;
        const float share = (1 / warm.kelvin - 1 / kelvin) / (1 / warm.kelvin - 1 / cool.kelvin);
        return {kelvin, warm.red + (cool.red - warm.red) * share,
                warm.blue + (cool.blue - warm.blue) * share};
    }
    return {kelvin, list[last].red, list[last].blue};
}

float temperatureOf(const SensorModel &model, float ratio) noexcept {
    const auto &list = model.illuminants;
    // Gains are linear in the reciprocal temperature between two lights; their ratio rises with the temperature.
    for (size_t index = 0; index + 1 < list.size() && list[index + 1].kelvin > 0; ++index) {
        const Illuminant &warm = list[index], &cool = list[index + 1];
        const bool isLast = index + 2 == list.size() || list[index + 2].kelvin == 0;
        if (ratio > cool.red / cool.blue && !isLast)
            continue;
        const float red = cool.red - warm.red, blue = cool.blue - warm.blue;
        const float share = (ratio * warm.blue - warm.red) / (red - ratio * blue);
        const float within = std::clamp(share, 0.0f, 1.0f);
        return 1 / (1 / warm.kelvin + within * (1 / cool.kelvin - 1 / warm.kelvin));
    }
    return list[0].kelvin;
}

uint32_t rawFourcc(BayerOrder order, uint32_t bits) noexcept {
    constexpr uint32_t codes[4][4] = {
        {fourcc("RGGB"), fourcc("GRBG"), fourcc("GBRG"), fourcc("BA81")},
        {fourcc("RG10"), fourcc("BA10"), fourcc("GB10"), fourcc("BG10")},
        {fourcc("RG12"), fourcc("BA12"), fourcc("GB12"), fourcc("BG12")},
        {fourcc("RGB6"), fourcc("GRB6"), fourcc("GBR6"), fourcc("BYR2")}};
    const size_t row = bits <= 8 ? 0 : bits <= 10 ? 1 : bits <= 12 ? 2 : 3;
    return codes[row][static_cast<unsigned>(order)];
}

} // namespace prism::mock
