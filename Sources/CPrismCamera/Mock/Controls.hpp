// SPDX-License-Identifier: MIT
// The mock's controls: their table, and a request's controls as plain values.
#pragma once

#include "../include/prism_pipeline.h"
#include "SensorTable.hpp"

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
    lensPosition
};

/// What one request asks for; only fields whose bit is in `set` count. No memory of its own, so that a
/// request can keep it without allocating.
struct ControlUpdate {
    uint32_t set = 0;
    bool aeEnable = true, awbEnable = true;
    int32_t exposureTimeMode = 0, analogueGainMode = 0, afMode = 0;
    int32_t exposureTime = 0; ///< us
    float analogueGain = 0, exposureValue = 0, lensPosition = 0;
    float colourGains[2] = {0, 0};
    int64_t frameDurationLimits[2] = {0, 0}; ///< us

    bool has(ControlId id) const noexcept { return set & 1u << static_cast<uint32_t>(id); }
    /// Reads checked entries; numbers that are not ours are ignored.
    void read(const prism_control_entry *entries, size_t count) noexcept;
};

/// Limits that change with the mode.
struct ControlLimits {
    const SensorModel &model;
    const SensorMode &mode;
    bool isLegacy;
};

/// Visits the table. Returns the number of controls.
int visitControls(const ControlLimits &limits, prism_handler_control_fn visit, void *context);
/// Visits the values of an enumerated control. Returns their number or -ENOENT.
int visitEnumerators(uint32_t id, prism_handler_enumerator_fn visit, void *context);

} // namespace prism::mock
