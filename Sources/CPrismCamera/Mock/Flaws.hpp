// SPDX-License-Identifier: MIT
// What is wrong with real raw images: hot pixels, noise that rows have in common, darker corners.
#pragma once

#include "FrameState.hpp"
#include "Streams.hpp"

#include <vector>

namespace prism::mock {

/// The flaws of one raw stream: where its pixels lie on the sensor and behind the lens. Nothing is random but
/// by the seed, and the same pixels are hot in every mode and orientation.
class Flaws {
public:
    Flaws() = default;
    Flaws(const SensorModel &model, const SensorMode &mode, const StreamLayout &layout,
          Mirror mirror, uint64_t seed);

    /// Share of the light that reaches a pixel: cos⁴ of the angle to the optical axis.
    float shade(uint32_t x, uint32_t y) const noexcept {
        if (across_.empty())
            return 1;
        const float reach = 1 + across_[x] + down_[y];
        return 1 / (reach * reach);
    }

    /// Takes the exposure and gain of a frame in; `white` is the converter's range from black to white.
    void expose(const FrameState &frame, int32_t white) noexcept;
    /// What the row's noise adds to every signal of a row.
    int32_t rowOffset(uint64_t frame, uint32_t stream, uint32_t y) const noexcept;
    /// Adds the dark current of the hot pixels of one row; `samples` are numbers of the converter.
    void heat(uint16_t *samples, uint32_t y, int32_t most) const noexcept;

    size_t bytes() const noexcept;

private:
    struct HotPixel {
        uint32_t y, x;
        float current; ///< electrons per second
    };

    void findHotPixels(const SensorModel &model, const SensorMode &mode,
                       const prism_stream_config &stream, Mirror mirror);

    uint64_t seed_ = 0;
    float rowElectrons_ = 0, fullWell_ = 1;
    int32_t rowSigma_ = 0; ///< in signals
    float heat_ = 0;       ///< numbers of the converter for one electron per second
    std::vector<float> across_, down_;
    std::vector<HotPixel> hot_; ///< by rows
};

} // namespace prism::mock
