// SPDX-License-Identifier: MIT
// What a buffer says of itself, as images and planes of the ABI.
#include "Slot.hpp"

#include "Formats.hpp"

#include <algorithm>

namespace prism {

namespace {

/// FrameStartup exists from 0.5.2 on, so the numbers are compared, not the names.
constexpr int frameSuccess = 0, frameCancelled = 2, frameStartup = 3;

uint32_t statusOf(const Slot &slot) {
    if (slot.request->status() == libcamera::Request::RequestCancelled)
        return PRISM_COMPLETION_CANCELLED;
    uint32_t worst = PRISM_COMPLETION_OK;
    for (const auto *buffer : slot.buffers) {
        const int status = static_cast<int>(buffer->metadata().status);
        if (status == frameCancelled)
            return PRISM_COMPLETION_CANCELLED;
        if (status == frameStartup && worst == PRISM_COMPLETION_OK)
            worst = PRISM_COMPLETION_STARTUP;
        else if (status != frameSuccess && status != frameStartup)
            worst = PRISM_COMPLETION_ERROR;
    }
    return worst;
}

void writeBytesUsed(const libcamera::FrameBuffer &buffer, prism_image &image) {
    const auto &used = buffer.metadata().planes();
    for (uint32_t i = 0; i < image.plane_count; i++)
        image.planes[i].bytes_used = i < used.size() ? used[i].bytesused : 0;
}

} // namespace

void Slot::describe(const prism_configuration &configuration, prism_completion &out) const {
    out.image_count = static_cast<uint32_t>(buffers.size());
    for (uint32_t i = 0; i < out.image_count; i++) {
        prism_image &image = out.images[i];
        image = {};
        image.stream_index = i;
        // A reference to a vector in old releases, a Span by value in new ones.
        const auto &planes = buffers[i]->planes();
        for (const auto &plane : planes) {
            // libcamera 0.4.0's virtual pipeline adds a plane without bytes to NV12.
            if (image.plane_count == PRISM_MAX_PLANES || plane.length == 0)
                break;
            prism_plane &to = image.planes[image.plane_count];
            to.fd = plane.fd.get();
            to.offset = plane.offset;
            to.length = plane.length;
            to.stride = planeStride(configuration.streams[i].fourcc,
                                    configuration.streams[i].stride, image.plane_count);
            image.plane_count++;
        }
    }
}

void Slot::complete(const MetadataReader &reader, uint32_t clock, bool queueTimestamps) const {
    prism_completion &out = *completion;
    out.status = statusOf(*this);
    out.metadata = {};
    out.metadata.size = sizeof(out.metadata);
    out.metadata.clock = clock;
    out.blob_size = 0;
    for (uint32_t i = 0; i < out.image_count; i++)
        writeBytesUsed(*buffers[i], out.images[i]);
    if (out.status == PRISM_COMPLETION_CANCELLED)
        return;

    const libcamera::FrameMetadata &frame = buffers.front()->metadata();
    const libcamera::ControlList &list = request->metadata();
    reader.read(list, out.metadata);
    out.metadata.sequence = frame.sequence;
    if (frame.timestamp && (queueTimestamps || !(out.metadata.valid & PRISM_HAS_TIMESTAMP))) {
        out.metadata.timestamp_ns = static_cast<int64_t>(frame.timestamp);
        out.metadata.valid |= PRISM_HAS_TIMESTAMP;
    }
    // The blob's bytes are the bridge's, lent for writing while the request is in flight.
    out.blob_size = reader.pack(list, const_cast<uint8_t *>(out.blob), blobCapacity);
}

} // namespace prism
