// SPDX-License-Identifier: MIT
// Frame memory of a mock camera: one sealed memfd per image.
#include "Buffers.hpp"

#include <atomic>
#include <cerrno>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>
#include <utility>

namespace prism::mock {

namespace {
std::atomic<uint64_t> bytesAlive{0}, bytesElsewhere{0};
}

uint64_t otherBytes() noexcept {
    return bytesElsewhere;
}

void MemoryShare::set(size_t bytes) noexcept {
    bytesElsewhere += bytes;
    bytesElsewhere -= std::exchange(bytes_, bytes);
}

uint64_t bufferBytes() noexcept {
    return bytesAlive;
}

Buffer::Buffer(Buffer &&other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)), size_(std::exchange(other.size_, 0)),
      base_(std::exchange(other.base_, nullptr)) {}

Buffer::~Buffer() {
    if (base_)
        munmap(base_, size_);
    if (descriptor_ >= 0)
        close(descriptor_);
    bytesAlive -= size_;
}

int Buffer::allocate(size_t size) noexcept {
    descriptor_ = memfd_create("prism-mock", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    // Whole pages: udmabuf, by which a screen shows a memfd, takes nothing else.
    const auto page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
    const size_t whole = (size + page - 1) / page * page;
    if (descriptor_ < 0 || ftruncate(descriptor_, static_cast<off_t>(whole)) != 0)
        return -errno;
    // Nobody who is lent the descriptor can cut the mapping short under our feet.
    if (fcntl(descriptor_, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0)
        return -errno;
    void *base = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor_, 0);
    if (base == MAP_FAILED)
        return -errno;
    base_ = static_cast<uint8_t *>(base);
    size_ = size;
    bytesAlive += size;
    return 0;
}

} // namespace prism::mock
