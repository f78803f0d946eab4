// SPDX-License-Identifier: MIT
// A request's controls as plain values, and the table of those that a simulated camera has.
#pragma once

#include "../include/prism_pipeline.h"
#include "FrameState.hpp"
#include "SensorTable.hpp"

#include <array>

namespace prism::mock {

/// The mock's own control numbers.
enum class ControlId : uint32_t {
    aeEnable = 1,
    exposureTimeMode,
    exposureTime,
    analogueGainMode,
    analogueGain,
    exposureValue,
    awbEnable,
    colourGains,
    frameDurationLimits,
    afMode,
    lensPosition,
    aeMeteringMode,
    aeConstraintMode,
    aeExposureMode,
    aeFlickerMode,
    aeFlickerPeriod,
    awbMode,
    colourTemperature,
    colourCorrectionMatrix,
    brightness,
    contrast,
    saturation,
    sharpness,
    gamma,
    noiseReductionMode,
    afRange,
    afSpeed,
    afMetering,
    afWindows,
    afTrigger,
    afPause,
    hdrMode,
    scalerCrop,
    scalerCrops,
    last = scalerCrops
};

/// What one request asks for; only fields whose bit is in `set` count. No memory of its own, so that a
/// request can keep it without allocating.
struct ControlUpdate {
    uint64_t set = 0;
    bool aeEnable = true, awbEnable = true;
    int32_t exposureTimeMode = 0, analogueGainMode = 0, afMode = 0;
    int32_t exposureTime = 0; ///< us
    float analogueGain = 0, exposureValue = 0, lensPosition = 0;
    float colourGains[2] = {0, 0};
    int64_t frameDurationLimits[2] = {0, 0}; ///< us
    int32_t meteringMode = 0, constraintMode = 0, exposureMode = 0;
    int32_t flickerMode = 0, flickerPeriod = 0; ///< us
    int32_t awbMode = 0, colourTemperature = 0;
    int32_t afRange = 0, afSpeed = 0, afMetering = 0, afTrigger = 0, afPause = 0;
    int32_t hdrMode = 0;
    std::array<Crop, 10> afWindows{}; ///< libcamera's Raspberry Pi handler keeps ten
    uint32_t afWindowCount = 0;
    Look look;
    Crop crop{};
    std::array<Crop, 2> crops{}; ///< of each output
    uint32_t cropCount = 0;

    bool has(ControlId id) const noexcept { return set & uint64_t{1} << static_cast<uint32_t>(id); }
    /// Reads checked entries; numbers that are not ours, and those that are not finite, are ignored.
    void read(const prism_control_entry *entries, size_t count) noexcept;
    /// Copies the fields of the look that this update sets.
    void applyTo(Look &target) const noexcept;
};

/// Limits that change with the mode.
struct ControlLimits {
    const SensorModel &model;
    const SensorMode &mode;
    bool isLegacy;
    Crop largestCrop, usualCrop;
    /// The outputs' own, where each can be cropped by itself; else null.
    const std::array<Crop, 2> *streamCrops;
};

/// Visits the table. Returns the number of controls.
int visitControls(const ControlLimits &limits, prism_handler_control_fn visit, void *context);
/// Visits the values of an enumerated control. Returns their number or -ENOENT.
int visitEnumerators(uint32_t id, prism_handler_enumerator_fn visit, void *context);

} // namespace prism::mock
