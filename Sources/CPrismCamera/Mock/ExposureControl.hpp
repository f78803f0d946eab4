// SPDX-License-Identifier: MIT
// Exposure time and gain: fixed by hand, or led by the brightness of the scene.
#pragma once

#include "Controls.hpp"
#include "Surroundings.hpp"

namespace prism::mock {

/// The automatic exposure, and the two axes that take part in it or stand still.
class ExposureControl {
public:
    ExposureControl(const SensorModel &model, bool isLegacy) noexcept
        : model_(model), isLegacy_(isLegacy) {}

    /// What the sensor is to do; `most` is the longest exposure that the frame allows.
    struct Wanted {
        int64_t exposure;
        float gain;
    };

    void apply(const ControlUpdate &update, int64_t most) noexcept;
    /// Goes a share of the way, in stops, from where it is to where the scene wants it.
    void step(const Surroundings &scene, double share) noexcept;
    Wanted want(int64_t most) const noexcept;
    bool isAutomatic() const noexcept { return !isExposureFixed_ || !isGainFixed_; }
    bool isAllFixed() const noexcept { return !isAutomatic(); }
    bool hasArrived() const noexcept { return total_ == target_; }
    /// HDR from one picture is exposed so many times shorter.
    void setReduction(double reduction) noexcept { reduction_ = reduction; }

private:
    void applyModes(const ControlUpdate &update, int64_t most) noexcept;
    void applyLegacy(const ControlUpdate &update, int64_t most) noexcept;
    double targetTotal(const Surroundings &scene) const noexcept;
    double meteredTotal(const Surroundings &scene) const noexcept;
    double mostTotal() const noexcept;
    Wanted split(int64_t most) const noexcept;
    double steadied(double exposure) const noexcept;
    int64_t quantised(double exposure, int64_t most) const noexcept;

    const SensorModel &model_;
    const bool isLegacy_;
    bool isExposureFixed_ = false, isGainFixed_ = false;
    int64_t fixedExposure_ = 10'000'000;
    float fixedGain_ = 1, exposureValue_ = 0;
    int32_t metering_ = 0, constraint_ = 0, stages_ = 0, flickerMode_ = 0;
    int64_t flickerPeriod_ = 10'000'000, detectedPeriod_ = 0; ///< ns
    double reduction_ = 1;
    double total_ = nominalExposure / 2; ///< the automatic exposure × gain, ns
    double target_ = nominalExposure;
};

} // namespace prism::mock
