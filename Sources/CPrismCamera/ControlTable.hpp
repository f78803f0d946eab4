// SPDX-License-Identifier: MIT
// The controls of one camera by name and vendor, and the checks that a value must pass.
#pragma once

#include "prism_camera_types.h"

#include <string>
#include <vector>

namespace prism {

/// Bytes of one element of a type; 0 for a type that cannot be carried.
size_t elementSize(uint32_t type) noexcept;

/// What a control takes.
struct ControlSpec {
    uint32_t id;
    std::string name;
    std::string vendor;
    uint32_t type;
    size_t fixedCount; ///< as prism_control_info
    bool isInput;

    /// Checks number and type of a value without looking at its elements.
    /// Errors: -EINVAL wrong type, -ERANGE wrong number of elements.
    int check(const prism_value &value) const noexcept;
};

/// Table of a camera's controls; rebuilt after each configure, when limits and even presence change.
class ControlTable {
public:
    void add(const prism_control_info &info);

    /// Finds an input control; a null or empty vendor means any.
    const ControlSpec *find(const char *name, const char *vendor) const noexcept;
    const ControlSpec *find(uint32_t id) const noexcept;

private:
    std::vector<ControlSpec> specs_;
};

/// Writes `value` as elements of `type` to `out`, which has room for value.count of them.
/// Errors: -ERANGE a value that the type cannot hold exactly.
int convertElements(const prism_value &value, uint32_t type, void *out) noexcept;

} // namespace prism
