// SPDX-License-Identifier: MIT
// The buffers of one configuration: what the client sees of each slot, and the memory behind it.
#include "BufferSet.hpp"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace prism {

BufferSet::BufferSet(uint32_t slots, std::atomic<uint64_t> &mappedBytes)
    : slots_(slots), blobs_(size_t{slots} * blobCapacity), mappedBytes_(mappedBytes) {
    for (uint32_t index = 0; index < slots; ++index) {
        slots_[index].index = index;
        slots_[index].blob = blobs_.data() + size_t{index} * blobCapacity;
        slots_[index].completion.size = sizeof(prism_completion);
    }
}

BufferSet::~BufferSet() {
    for (Slot &slot : slots_)
        release(slot);
}

int BufferSet::duplicate(Slot &slot, const prism_plane &plane, uint32_t &index) noexcept {
    for (index = 0; index < slot.memoryCount; ++index) {
        if (slot.memory[index].handlerDescriptor == plane.fd)
            break;
    }
    if (index == slot.memoryCount) {
        const int copy = fcntl(plane.fd, F_DUPFD_CLOEXEC, 0);
        if (copy < 0)
            return -errno;
        slot.memory[index] = {plane.fd, copy, nullptr, 0};
        ++slot.memoryCount;
    }
    // Offsets need not lie on pages, so a descriptor is mapped from 0 to the end of its last plane.
    SlotMemory &memory = slot.memory[index];
    memory.length = std::max(memory.length, size_t{plane.offset} + plane.length);
    return 0;
}

int BufferSet::adopt(Slot &slot) noexcept {
    prism_completion &completion = slot.completion;
    if (completion.image_count > PRISM_MAX_STREAMS)
        return -EPROTO;
    for (uint32_t image = 0; image < completion.image_count; ++image) {
        if (completion.images[image].plane_count > PRISM_MAX_PLANES)
            return -EPROTO;
        for (uint32_t plane = 0; plane < completion.images[image].plane_count; ++plane) {
            uint32_t &index = slot.planeMemory[image][plane];
            if (const int error = duplicate(slot, completion.images[image].planes[plane], index))
                return error;
        }
    }
    restoreDescriptors(slot);
    return 0;
}

Slot *BufferSet::find(const prism_completion *completion) noexcept {
    const auto found = std::find_if(slots_.begin(), slots_.end(), [completion](const Slot &slot) {
        return &slot.completion == completion;
    });
    return found == slots_.end() ? nullptr : &*found;
}

Slot *BufferSet::find(uint64_t token) noexcept {
    const auto found = std::find_if(slots_.begin(), slots_.end(), [token](const Slot &slot) {
        return slot.state == SlotState::out && slot.token == token;
    });
    return found == slots_.end() ? nullptr : &*found;
}

void BufferSet::prepare(Slot &slot) noexcept {
    prism_completion &completion = slot.completion;
    completion.size = sizeof(prism_completion);
    completion.status = PRISM_COMPLETION_OK;
    completion.token = 0;
    completion.control_serial = 0;
    completion.hidden_frames = 0;
    completion.metadata = {};
    completion.metadata.size = sizeof(prism_metadata);
    completion.blob = slot.blob;
    completion.blob_size = 0;
}

void BufferSet::restoreDescriptors(Slot &slot) noexcept {
    prism_completion &completion = slot.completion;
    for (uint32_t image = 0; image < completion.image_count; ++image) {
        for (uint32_t plane = 0; plane < completion.images[image].plane_count; ++plane) {
            const uint32_t index = slot.planeMemory[image][plane];
            completion.images[image].planes[plane].fd = slot.memory[index].descriptor;
        }
    }
}

int BufferSet::ensureMapped(SlotMemory &memory) noexcept {
    if (memory.base)
        return 0;
    void *base =
        mmap(nullptr, memory.length, PROT_READ | PROT_WRITE, MAP_SHARED, memory.descriptor, 0);
    if (base == MAP_FAILED)
        return -errno;
    memory.base = base;
    mappedBytes_ += memory.length;
    return 0;
}

int BufferSet::map(Slot &slot, uint32_t image, void *planes[PRISM_MAX_PLANES]) noexcept {
    if (image >= slot.completion.image_count)
        return -EINVAL;
    std::fill_n(planes, PRISM_MAX_PLANES, nullptr);
    const prism_image &wanted = slot.completion.images[image];
    for (uint32_t plane = 0; plane < wanted.plane_count; ++plane) {
        SlotMemory &memory = slot.memory[slot.planeMemory[image][plane]];
        if (const int error = ensureMapped(memory))
            return error;
        planes[plane] = static_cast<uint8_t *>(memory.base) + wanted.planes[plane].offset;
    }
    return 0;
}

void BufferSet::release(Slot &slot) noexcept {
    for (uint32_t index = 0; index < slot.memoryCount; ++index) {
        SlotMemory &memory = slot.memory[index];
        if (memory.base) {
            munmap(memory.base, memory.length);
            mappedBytes_ -= memory.length;
        }
        close(memory.descriptor);
    }
    slot.memoryCount = 0;
    slot.completion.image_count = 0;
}

bool BufferSet::retire() noexcept {
    bool isEmpty = true;
    for (Slot &slot : slots_) {
        if (slot.state == SlotState::out)
            isEmpty = false;
        else
            release(slot);
    }
    return isEmpty;
}

} // namespace prism
