// SPDX-License-Identifier: MIT
// One request with its buffers: describing them, and filling a completion from it.
#pragma once

#include "Metadata.hpp"
#include "prism_pipeline.h"

#include <atomic>
#include <libcamera/framebuffer.h>
#include <libcamera/request.h>
#include <memory>
#include <vector>

namespace prism {

/// Made once per configuration; reused for every frame.
struct Slot {
    std::unique_ptr<libcamera::Request> request;
    /// In the order of the streams. Owned by the allocator, which outlives the slots.
    std::vector<const libcamera::FrameBuffer *> buffers;

    /// With libcamera. Queueing a request twice crashes inside it, so it is told here.
    std::atomic<bool> inFlight{false};
    prism_completion *completion = nullptr; ///< the bridge's, while in flight
    uint32_t blobCapacity = 0;

    /// Writes the planes of each image.
    void describe(const prism_configuration &configuration, prism_completion &out) const;
    /// Writes status, metadata, bytes used and blob to `completion`.
    void complete(const MetadataReader &reader, uint32_t clock, bool queueTimestamps) const;
};

} // namespace prism
