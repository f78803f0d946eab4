// SPDX-License-Identifier: MIT
// The controls of one camera: listing them, and turning the ABI's entries into a ControlList.
#pragma once

#include "Values.hpp"
#include "prism_pipeline.h"

#include <libcamera/camera.h>
#include <memory>
#include <unordered_map>

namespace prism {

/// What the camera accepts now. Made again after each configure, since controls come and go with it.
class ControlTable {
public:
    void read(const libcamera::Camera &camera);

    /// Adds all entries to `list`, or none: -ENOENT unknown control, -EINVAL wrong type or count.
    int set(libcamera::ControlList &list, const prism_control_entry *entries, size_t count) const;

private:
    std::unordered_map<uint32_t, ControlShape> shapes_;
};

/// Returns the number visited.
int visitControls(const libcamera::Camera &camera, prism_handler_control_fn visit, void *context);
/// Returns the number visited; -ENOENT where the camera has no such control.
int visitEnumerators(const libcamera::Camera &camera, uint32_t id,
                     prism_handler_enumerator_fn visit, void *context);

} // namespace prism
