// SPDX-License-Identifier: MIT
// Which clock a camera's timestamps come from.
#pragma once

#include <cstdint>
#include <libcamera/camera.h>

namespace prism {

/// prism_clock of the camera's timestamps.
uint32_t clockOf(const libcamera::Camera &camera);

/// Nanoseconds on a prism_clock; an unknown clock is answered with the monotonic one.
int64_t readClock(uint32_t clock);

} // namespace prism
