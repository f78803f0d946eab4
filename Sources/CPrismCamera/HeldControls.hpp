// SPDX-License-Identifier: MIT
// Controls waiting for the next request, in memory that is allocated once.
#pragma once

#include "prism_camera_types.h"

#include <array>
#include <cstddef>

namespace prism {

/// A list of checked controls; each control at most once, in the order in which they were set.
class HeldControls {
public:
    HeldControls() = default;
    HeldControls(const HeldControls &) = delete;
    HeldControls &operator=(const HeldControls &) = delete;

    /// Room for one control's elements, in place of an older value of it; null where there is none left.
    void *put(uint32_t id, const prism_value &shape, size_t bytes) noexcept;
    /// Becomes `older` without what `newer` sets again, then `newer`. False where it does not fit.
    bool merge(const HeldControls &older, const HeldControls &newer) noexcept;
    void remove(uint32_t id) noexcept;
    void clear() noexcept { count_ = used_ = 0; }

    bool contains(uint32_t id) const noexcept;
    size_t count() const noexcept { return count_; }
    const prism_control_entry *entries() const noexcept { return entries_.data(); }

private:
    bool append(const HeldControls &other, const HeldControls *except) noexcept;

    static constexpr size_t maxEntries = 96;
    static constexpr size_t maxBytes = 16384;

    size_t count_ = 0;
    size_t used_ = 0;
    std::array<prism_control_entry, maxEntries> entries_;
    std::array<size_t, maxEntries> sizes_;
    alignas(8) std::array<std::byte, maxBytes> bytes_;
};

} // namespace prism
