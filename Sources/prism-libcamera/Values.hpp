// SPDX-License-Identifier: MIT
// libcamera's control types and values as those of the ABI, and back.
#pragma once

#include "prism_camera_types.h"

#include <libcamera/controls.h>

namespace prism {

/// PRISM_TYPE_UNKNOWN for a type that the ABI cannot express.
prism_type typeOf(libcamera::ControlType type);

/// The value in place; valid as long as `value` is.
prism_value borrow(const libcamera::ControlValue &value);

/// Type and number of elements of one control: what a value for it must look like.
struct ControlShape {
    libcamera::ControlType type = libcamera::ControlTypeNone;
    size_t fixedCount = 0; ///< 0 scalar, SIZE_MAX any number

    explicit ControlShape(const libcamera::ControlId &id);
    ControlShape() = default;

    /// A wrongly typed value would fail an assertion inside libcamera and end the process.
    bool accepts(const prism_value &value) const;
    /// The value for libcamera. `value` must have been accepted.
    libcamera::ControlValue make(const prism_value &value) const;
};

} // namespace prism
