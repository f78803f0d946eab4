// SPDX-License-Identifier: MIT
// Writes the records of a metadata blob, the layout that prism_blob_entry describes.
#pragma once

#include "Values.hpp"

#include <cstring>
#include <string>

namespace prism {

class BlobWriter {
public:
    BlobWriter(uint8_t *bytes, uint32_t capacity)
        : bytes_(bytes), capacity_(bytes ? capacity : 0) {}

    /// Adds one record; leaves it out where it does not fit or the ABI has no such type.
    void add(const std::string &name, const libcamera::ControlValue &value) {
        const auto data = value.data();
        const size_t nameEnd = sizeof(prism_blob_entry) + name.size();
        const size_t dataStart = padded(nameEnd);
        const size_t total = padded(dataStart + data.size());
        const prism_value plain = borrow(value);
        if (total > capacity_ - size_ || plain.type == PRISM_TYPE_UNKNOWN)
            return;
        prism_blob_entry entry = {};
        entry.record_size = static_cast<uint32_t>(total);
        entry.type = static_cast<uint16_t>(plain.type);
        entry.is_array = static_cast<uint16_t>(plain.is_array);
        entry.count = static_cast<uint32_t>(plain.count);
        entry.name_length = static_cast<uint32_t>(name.size());
        uint8_t *record = bytes_ + size_;
        std::memset(record, 0, total);
        std::memcpy(record, &entry, sizeof(entry));
        std::memcpy(record + sizeof(entry), name.data(), name.size());
        if (!data.empty())
            std::memcpy(record + dataStart, data.data(), data.size());
        size_ += entry.record_size;
    }

    uint32_t size() const { return size_; }

private:
    static size_t padded(size_t size) { return (size + 7) & ~size_t{7}; }

    uint8_t *bytes_;
    uint32_t capacity_;
    uint32_t size_ = 0;
};

} // namespace prism
