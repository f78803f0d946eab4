// SPDX-License-Identifier: MIT
// What the sensor and its algorithms do from frame to frame: pure state, no clock, no pixels.
#pragma once

#include "Controls.hpp"

#include <array>

namespace prism::mock {

/// What is true of one frame.
struct FrameState {
    int64_t exposure = 0; ///< ns
    int64_t duration = 0; ///< ns
    float gain = 1;
    float red = 1, blue = 1;
    float colourTemperature = 0;
    float lens = 0;
    uint32_t aeState = 0, awbState = 0; ///< as prism_metadata
};

/// The simulated scene's own light: at this exposure time × gain a picture comes out as it is.
inline constexpr double nominalExposure = 10e6 * 2;
/// Gains that make the scene's white neutral, and the light's colour temperature.
inline constexpr float neutralRed = 1.9f, neutralBlue = 1.6f, sceneTemperature = 5500;

/// Exposure, gain, frame duration and white balance with the sensor's delays.
class Sensor {
public:
    Sensor(const SensorModel &model, bool isLegacy) noexcept;

    void setMode(const SensorMode &mode) noexcept { mode_ = &mode; }
    const SensorMode &mode() const noexcept { return *mode_; }
    /// Begins a run: `update` holds from the first frame. Returns the number of start-up frames.
    uint32_t start(const ControlUpdate &update) noexcept;
    /// The next frame; `update` is of the request bound to it, null where there is none.
    FrameState next(const ControlUpdate *update) noexcept;

private:
    /// A register whose value reaches the sensor `delay` frames after it was written.
    template <typename T> class Delayed {
    public:
        explicit Delayed(uint32_t delay) noexcept : delay_(delay) {}
        void fill(T value) noexcept { values_.fill(value); }
        T shift(T value) noexcept {
            for (uint32_t index = 0; index < delay_; ++index)
                values_[index] = values_[index + 1];
            values_[delay_] = value;
            return values_[0];
        }

    private:
        uint32_t delay_;
        std::array<T, 8> values_{};
    };

    /// What the algorithms want now.
    struct Wanted {
        int64_t exposure, duration;
        float gain;
    };

    void apply(const ControlUpdate &update) noexcept;
    void applyModes(const ControlUpdate &update) noexcept;
    void applyLegacy(const ControlUpdate &update) noexcept;
    void applyWhiteBalance(const ControlUpdate &update) noexcept;
    Wanted want() const noexcept;
    void splitTotal(int64_t &exposure, float &gain) const noexcept;
    double targetTotal() const noexcept;
    void stepExposure(double share) noexcept;
    void stepWhiteBalance(float share) noexcept;
    int64_t longestExposure() const noexcept;
    int64_t quantised(double exposure) const noexcept;

    const SensorModel &model_;
    const bool isLegacy_;
    const SensorMode *mode_;

    bool isExposureFixed_ = false, isGainFixed_ = false, isBalanceFixed_ = false;
    int64_t fixedExposure_ = 10'000'000;
    float fixedGain_ = 1;
    float exposureValue_ = 0;
    int64_t shortestFrame_ = 33'333'000, longestFrame_ = 0;
    double total_ = nominalExposure / 2; ///< the automatic exposure × gain, ns
    float red_ = 1.5f, blue_ = 1.3f;
    float lens_ = 1;
    uint32_t startupLeft_ = 0;

    Delayed<int64_t> exposures_;
    Delayed<int64_t> durations_;
    Delayed<float> gains_;
};

} // namespace prism::mock
