// SPDX-License-Identifier: MIT
// What is wrong with real raw images: hot pixels, noise that rows have in common, darker corners.
#include "Flaws.hpp"

#include "Signal.hpp"

#include <algorithm>
#include <cmath>

namespace prism::mock {

namespace {

/// Squares of the distance from the middle, along one axis, as shares of the focal length.
std::vector<float> distances(uint32_t count, uint32_t pixels, const SensorModel &model) {
    const double pitch = model.unitCell * 1e-6, focal = static_cast<double>(model.lens.focalLength);
    std::vector<float> squares(count);
    for (uint32_t index = 0; index < count; ++index) {
        const double place = ((index + 0.5) / count - 0.5) * pixels * pitch / focal;
        squares[index] = static_cast<float>(place * place);
    }
    return squares;
}

/// A number from 0 to 1, without 0.
double share(uint64_t number) noexcept {
    return (static_cast<double>(number >> 11) + 1) * 0x1p-53;
}

} // namespace

Flaws::Flaws(const SensorModel &model, const SensorMode &mode, const StreamLayout &layout,
             Mirror mirror, uint64_t seed)
    : seed_(seed), fullWell_(model.noise.fullWell),
      across_(distances(layout.config.width, mode.cropWidth, model)),
      down_(distances(layout.config.height, mode.cropHeight, model)) {
    if (seed == 0)
        return;
    // Rows that are binned are averaged.
    rowElectrons_ = model.noise.row * std::sqrt(static_cast<float>(mode.height) /
                                                static_cast<float>(mode.cropHeight));
    findHotPixels(model, mode, layout.config, mirror);
}

/// Draws them on the whole array, row by row, and keeps those that this mode reads.
void Flaws::findHotPixels(const SensorModel &model, const SensorMode &mode,
                          const prism_stream_config &stream, Mirror mirror) {
    const uint32_t left = (model.width - mode.cropWidth) / 2;
    const uint32_t top = (model.height - mode.cropHeight) / 2;
    // The charges of binned pixels are averaged.
    const double binned = 1.0 * mode.cropWidth * mode.cropHeight / mode.width / mode.height;
    const auto count = static_cast<uint32_t>(
        std::lround(static_cast<double>(model.noise.hotShare) * model.width * model.height));
    for (uint32_t index = 0; index < count; ++index) {
        const uint64_t place = rowSeed(seed_, 0, UINT32_MAX, index);
        const auto x = static_cast<uint32_t>((place & UINT32_MAX) % model.width);
        const auto y = static_cast<uint32_t>((place >> 32) % model.height);
        if (x < left || y < top || x >= left + mode.cropWidth || y >= top + mode.cropHeight)
            continue;
        uint32_t column = (x - left) * stream.width / mode.cropWidth;
        uint32_t row = (y - top) * stream.height / mode.cropHeight;
        column = mirror.horizontal ? stream.width - 1 - column : column;
        row = mirror.vertical ? stream.height - 1 - row : row;
        // Exponentially distributed: most are a little too warm, few are glaring.
        const double current = -std::log(share(rowSeed(seed_, 1, UINT32_MAX, index))) *
                               static_cast<double>(model.noise.hotCurrent) / binned;
        hot_.push_back({row, column, static_cast<float>(current)});
    }
    std::sort(hot_.begin(), hot_.end(),
              [](const HotPixel &one, const HotPixel &other) { return one.y < other.y; });
}

void Flaws::expose(const FrameState &frame, int32_t white) noexcept {
    const float full = fullWell_ / frame.gain;
    rowSigma_ = static_cast<int32_t>(std::lround(rowElectrons_ / full * float{whiteSignal}));
    const auto seconds = static_cast<float>(static_cast<double>(frame.exposure) * 1e-9);
    heat_ = seconds / full * static_cast<float>(white);
}

int32_t Flaws::rowOffset(uint64_t frame, uint32_t stream, uint32_t y) const noexcept {
    if (rowSigma_ == 0)
        return 0;
    NormalNumbers normal(rowSeed(~seed_, frame, stream, y));
    normal.step();
    return (rowSigma_ * normal.at<0>()) >> 12;
}

void Flaws::heat(uint16_t *samples, uint32_t y, int32_t most) const noexcept {
    auto pixel = std::lower_bound(hot_.begin(), hot_.end(), y,
                                  [](const HotPixel &hot, uint32_t row) { return hot.y < row; });
    for (; pixel != hot_.end() && pixel->y == y; ++pixel) {
        const float warm = static_cast<float>(samples[pixel->x]) + pixel->current * heat_ + 0.5f;
        samples[pixel->x] = static_cast<uint16_t>(std::min(warm, static_cast<float>(most)));
    }
}

size_t Flaws::bytes() const noexcept {
    return (across_.capacity() + down_.capacity()) * sizeof(float) +
           hot_.capacity() * sizeof(HotPixel);
}

} // namespace prism::mock
