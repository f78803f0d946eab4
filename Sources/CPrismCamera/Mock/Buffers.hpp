// SPDX-License-Identifier: MIT
// Frame memory of a mock camera: one sealed memfd per image.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace prism::mock {

/// Bytes alive, of all cameras. Thread: any.
uint64_t bufferBytes() noexcept;

/// Bytes that the mock holds besides buffers. Thread: any.
uint64_t otherBytes() noexcept;

/// Somebody's part of otherBytes().
class MemoryShare {
public:
    MemoryShare() = default;
    ~MemoryShare() { set(0); }
    MemoryShare(const MemoryShare &) = delete;
    MemoryShare &operator=(const MemoryShare &) = delete;

    void set(size_t bytes) noexcept;

private:
    size_t bytes_ = 0;
};

/// One image's memory.
class Buffer {
public:
    Buffer() = default;
    ~Buffer();
    Buffer(Buffer &&other) noexcept;
    Buffer &operator=(Buffer &&) = delete;

    /// Errors: -errno (-ENOMEM, -EMFILE).
    int allocate(size_t size) noexcept;
    int descriptor() const noexcept { return descriptor_; }
    uint8_t *base() const noexcept { return base_; }

private:
    int descriptor_ = -1;
    size_t size_ = 0;
    uint8_t *base_ = nullptr;
};

} // namespace prism::mock
