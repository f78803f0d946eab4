// SPDX-License-Identifier: MIT
// Writes what a frame says of itself: the fixed struct, and the packed list under libcamera's names.
#pragma once

#include "../include/prism_camera_types.h"
#include "Sensor.hpp"

namespace prism::mock {

/// Crop in sensor coordinates.
struct Crop {
    int32_t x, y;
    uint32_t width, height;
};

/// The middle of the mode's field of view, in the shape of the picture.
Crop cropFor(const SensorModel &model, const SensorMode &mode, uint32_t width,
             uint32_t height) noexcept;

/// Fills metadata and blob; a record that does not fit is left out.
void describeFrame(const SensorModel &model, const FrameState &frame, const Crop &crop,
                   uint32_t blobCapacity, prism_completion &completion) noexcept;

} // namespace prism::mock
