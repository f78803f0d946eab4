// SPDX-License-Identifier: MIT
// What the sensor and its algorithms do from frame to frame: pure state, no clock, no pixels.
#pragma once

#include "ExposureControl.hpp"
#include "FocusControl.hpp"

#include <array>

namespace prism::mock {

/// Exposure, gain, frame duration, white balance and focus, with the sensor's delays.
class Sensor {
public:
    Sensor(const SensorModel &model, bool isLegacy) noexcept;

    void setMode(const SensorMode &mode) noexcept { mode_ = &mode; }
    const SensorMode &mode() const noexcept { return *mode_; }
    /// Begins a run: `update` holds from the first frame. Returns the number of start-up frames.
    uint32_t start(const ControlUpdate &update, const Surroundings &scene) noexcept;
    /// The next frame; `update` is of the request bound to it, null where there is none.
    FrameState next(const ControlUpdate *update, const Surroundings &scene) noexcept;

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
    void applyDurations(const ControlUpdate &update) noexcept;
    void applyWhiteBalance(const ControlUpdate &update) noexcept;
    void stepWhiteBalance(const Surroundings &scene, float share) noexcept;
    Wanted want() const noexcept;
    int64_t longestExposure() const noexcept;
    void shorten(FrameState &frame) noexcept;

    const SensorModel &model_;
    const SensorMode *mode_;

    ExposureControl exposure_;
    FocusControl focus_;
    bool isBalanceFixed_ = false;
    int32_t awbMode_ = 0;
    int64_t shortestFrame_, longestFrame_;
    float red_ = 1.5f, blue_ = 1.3f;
    Look look_;
    HdrMode hdr_ = HdrMode::off;
    bool isShortTurn_ = false;
    uint32_t startupLeft_ = 0;

    Delayed<int64_t> exposures_;
    Delayed<int64_t> durations_;
    Delayed<float> gains_;
};

} // namespace prism::mock
