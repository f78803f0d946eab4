// SPDX-License-Identifier: MIT
// The lens and its automatic focus: a scan for contrast, then the peak.
#pragma once

#include "Controls.hpp"
#include "Surroundings.hpp"

namespace prism::mock {

/// Pixels of the full array that a point is spread over.
double defocus(const SensorModel &model, float lens, float subject) noexcept;

/// Moves the lens from frame to frame.
class FocusControl {
public:
    explicit FocusControl(const SensorModel &model) noexcept
        : model_(model), lens_(model.lens.usual) {}

    void apply(const ControlUpdate &update) noexcept;
    /// One frame later.
    void step(const Surroundings &scene) noexcept;

    float lens() const noexcept { return lens_; }
    /// As prism_metadata: 0 idle, 1 scanning, 2 focused, 3 failed.
    uint32_t state() const noexcept { return state_; }
    int32_t pauseState() const noexcept { return pause_; }
    /// What the windows see of subject and background through the lens as it stands.
    uint32_t contrast(const Surroundings &scene) const noexcept;

private:
    enum Mode : int32_t { manual, automatic, continuous };

    void begin() noexcept;
    void end(uint32_t state) noexcept;
    void scan(const Surroundings &scene) noexcept;
    double subjectShare(const Crop &subject) const noexcept;
    uint32_t contrastAt(float dioptres) const noexcept;
    void range(float &low, float &high) const noexcept;

    const SensorModel &model_;
    int32_t mode_ = manual, range_ = 0, speed_ = 0, pause_ = 0, metering_ = 0;
    std::array<Crop, 10> windows_{};
    uint32_t windowCount_ = 0;
    float lens_;
    uint32_t state_ = 0;
    bool isScanning_ = false, isPeakKnown_ = false;
    float next_ = 0; ///< where the scan goes on
    float best_ = 0; ///< where the contrast was highest
    uint32_t highest_ = 0, lowest_ = 0;
    uint32_t settled_ = 0; ///< contrast when the scan ended
};

} // namespace prism::mock
