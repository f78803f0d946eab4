// SPDX-License-Identifier: MIT
// The static properties of a camera, by name.
#pragma once

#include "prism_pipeline.h"

#include <libcamera/camera.h>
#include <string>

namespace prism {

/// Visits each property. Returns their number.
int visitProperties(const libcamera::Camera &camera, prism_handler_property_fn visit,
                    void *context);

/// A property that is a text; "" where the camera has none of that name.
std::string textProperty(const libcamera::Camera &camera, const char *name);

} // namespace prism
