// SPDX-License-Identifier: MIT
// Writes what a frame says of itself: the fixed struct, and the packed list under libcamera's names.
#pragma once

#include "../include/prism_camera_types.h"
#include "Sensor.hpp"

namespace prism::mock {

/// Fills metadata and blob; a record that does not fit is left out.
void describeFrame(const SensorModel &model, const FrameState &frame, const Crop &crop,
                   uint32_t blobCapacity, prism_completion &completion) noexcept;

} // namespace prism::mock
