// SPDX-License-Identifier: MIT
// Controls waiting for the next request, in memory that is allocated once.
#include "HeldControls.hpp"

#include <algorithm>
#include <cstring>

namespace prism {

void *HeldControls::put(uint32_t id, const prism_value &shape, size_t bytes) noexcept {
    remove(id);
    const size_t padded = (bytes + 7) & ~size_t{7};
    if (count_ == maxEntries || bytes > maxBytes || padded > maxBytes - used_)
        return nullptr;
    void *room = bytes_.data() + used_;
    entries_[count_] = {id, shape};
    entries_[count_].value.data = room;
    sizes_[count_] = bytes;
    used_ += padded;
    ++count_;
    return room;
}

bool HeldControls::merge(const HeldControls &older, const HeldControls &newer) noexcept {
    clear();
    return append(older, &newer) && append(newer, nullptr);
}

void HeldControls::remove(uint32_t id) noexcept {
    for (size_t index = 0; index < count_; ++index) {
        if (entries_[index].id != id)
            continue;
        std::copy(entries_.begin() + static_cast<std::ptrdiff_t>(index) + 1,
                  entries_.begin() + static_cast<std::ptrdiff_t>(count_),
                  entries_.begin() + static_cast<std::ptrdiff_t>(index));
        std::copy(sizes_.begin() + static_cast<std::ptrdiff_t>(index) + 1,
                  sizes_.begin() + static_cast<std::ptrdiff_t>(count_),
                  sizes_.begin() + static_cast<std::ptrdiff_t>(index));
        --count_;
        return;
    }
}

bool HeldControls::contains(uint32_t id) const noexcept {
    return std::any_of(entries_.begin(), entries_.begin() + static_cast<std::ptrdiff_t>(count_),
                       [id](const prism_control_entry &entry) { return entry.id == id; });
}

bool HeldControls::append(const HeldControls &other, const HeldControls *except) noexcept {
    for (size_t index = 0; index < other.count_; ++index) {
        const prism_control_entry &entry = other.entries_[index];
        if (except && except->contains(entry.id))
            continue;
        void *room = put(entry.id, entry.value, other.sizes_[index]);
        if (!room)
            return false;
        std::memcpy(room, entry.value.data, other.sizes_[index]);
    }
    return true;
}

} // namespace prism
