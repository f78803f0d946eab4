// SPDX-License-Identifier: MIT
// The metadata of a completed request as a fixed struct and as a packed blob.
#pragma once

#include "prism_camera_types.h"

#include <libcamera/controls.h>
#include <vector>

namespace prism {

/// Stores a value in its field of the struct; false when the value is not of the type expected.
using StoreField = bool (*)(const libcamera::ControlValue &value, prism_metadata &out);

/// Reads metadata by number. The numbers change between releases, so a table from number to field is
/// made once by name; afterwards nothing here compares strings or allocates.
class MetadataReader {
public:
    MetadataReader();

    /// Fills the fields that `list` has and sets their bits.
    void read(const libcamera::ControlList &list, prism_metadata &out) const;
    /// Packs `list` as prism_blob_entry records; what does not fit is left out. Returns the bytes.
    uint32_t pack(const libcamera::ControlList &list, uint8_t *blob, uint32_t capacity) const;

private:
    struct Entry {
        uint32_t id;
        const libcamera::ControlId *control;
        StoreField store; ///< null: only in the blob
        uint32_t bit;
    };

    const Entry *find(uint32_t id) const;

    std::vector<Entry> entries_; ///< sorted by id
};

} // namespace prism
