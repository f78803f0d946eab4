// SPDX-License-Identifier: MIT
// The buffers of one configuration: what the client sees of each slot, and the memory behind it.
#pragma once

#include "prism_camera_types.h"

#include <array>
#include <atomic>
#include <vector>

namespace prism {

/// Where a slot is. Only `out` belongs to the client, only `queued` to the handler.
enum class SlotState : uint8_t { idle, queued, out };

/// One file descriptor of a slot, duplicated so that it outlives the handler's own, and its mapping.
struct SlotMemory {
    int handlerDescriptor;
    int descriptor;
    void *base;
    size_t length;
};

/// One request's storage. Its address is what the handler is given and gives back.
struct Slot {
    prism_completion completion{};
    uint32_t index = 0;
    SlotState state = SlotState::idle;
    /// Ended cancelled in the present run: queueing it again would spin, so it rests until the next start.
    bool isResting = false;
    uint64_t token = 0;
    uint64_t serial = 0;
    uint32_t memoryCount = 0;
    std::array<SlotMemory, PRISM_MAX_STREAMS * PRISM_MAX_PLANES> memory{};
    std::array<std::array<uint32_t, PRISM_MAX_PLANES>, PRISM_MAX_STREAMS> planeMemory{};
    uint8_t *blob = nullptr;
};

/// All slots of one configure. It outlives reconfigure and close until its last token is back.
/// Thread: guarded by the session's state lock.
class BufferSet {
public:
    /// Bytes of metadata that a slot can carry.
    static constexpr uint32_t blobCapacity = 8192;

    BufferSet(uint32_t slots, std::atomic<uint64_t> &mappedBytes);
    ~BufferSet();
    BufferSet(const BufferSet &) = delete;
    BufferSet &operator=(const BufferSet &) = delete;

    uint32_t count() const noexcept { return static_cast<uint32_t>(slots_.size()); }
    Slot &operator[](uint32_t index) noexcept { return slots_[index]; }

    /// Takes over the images that the handler described in the slot's completion. Errors: -errno, -EPROTO.
    int adopt(Slot &slot) noexcept;
    /// The slot that a handler's completion or a client's token belongs to; null where it is none of these.
    Slot *find(const prism_completion *completion) noexcept;
    Slot *find(uint64_t token) noexcept;

    /// Makes the completion ready for the handler: everything of the last frame is forgotten.
    void prepare(Slot &slot) noexcept;
    /// Puts our descriptors back where the handler may have written its own.
    void restoreDescriptors(Slot &slot) noexcept;
    /// Plane addresses of one image. Errors: -EINVAL no such image, those of mmap.
    int map(Slot &slot, uint32_t image, void *planes[PRISM_MAX_PLANES]) noexcept;
    /// Unmaps and closes what a slot holds; it cannot be used again.
    void release(Slot &slot) noexcept;
    /// Releases every slot that is not out; true where none is.
    bool retire() noexcept;

private:
    int duplicate(Slot &slot, const prism_plane &plane, uint32_t &index) noexcept;
    int ensureMapped(SlotMemory &memory) noexcept;

    std::vector<Slot> slots_;
    std::vector<uint8_t> blobs_;
    std::atomic<uint64_t> &mappedBytes_;
};

} // namespace prism
