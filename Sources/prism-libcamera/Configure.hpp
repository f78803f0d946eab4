// SPDX-License-Identifier: MIT
// From the wish of a prism_configuration to a validated CameraConfiguration, and back.
#pragma once

#include "prism_camera_types.h"

#include <libcamera/camera.h>
#include <memory>

namespace prism {

/// Generates a configuration for the roles, applies the wishes (0 is no wish), has libcamera validate
/// it, and writes what came of it over `configuration`. Returns 0 as asked, 1 adjusted, -EINVAL
/// impossible.
int negotiate(libcamera::Camera &camera, prism_configuration &configuration,
              std::unique_ptr<libcamera::CameraConfiguration> &out);

/// Writes all fields of `config` over `configuration`, also those that only configure() settles.
void describe(const libcamera::CameraConfiguration &config, prism_configuration &configuration);

} // namespace prism
