// SPDX-License-Identifier: MIT
// What the camera's algorithms see of the scene: zones of brightness, the light's colour, the subject's distance.
#pragma once

#include "FrameState.hpp"
#include "Light.hpp"

#include <array>

namespace prism::mock {

/// Mean radiance by zones of the present crop, as a statistics block gives it.
struct Zones {
    static constexpr uint32_t columns = 16, rows = 12;
    std::array<float, size_t{columns} * rows> light{};
};

struct Surroundings {
    double level = 1; ///< radiance beside the zones' own
    /// True: the scene was exposed well when it was made, and comes out as it is.
    bool isReference = true;
    const Zones *zones = nullptr; ///< not null where isReference is false
    float red = 1.9f, blue = 1.6f, kelvin = 5500;
    float dioptres = 1;        ///< of the subject
    float background = 1;      ///< of what lies around it
    Crop subject{};            ///< where the subject stands, in sensor coordinates
    int32_t flickerPeriod = 0; ///< us of the light; 0: steady
};

} // namespace prism::mock
