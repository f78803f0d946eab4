// SPDX-License-Identifier: MIT
// Notices that this process is a fork of one that had a manager open.
#include "ForkGuard.hpp"

#include <atomic>
#include <mutex>
#include <pthread.h>
#include <system_error>

namespace prism::fork_guard {

namespace {

std::atomic<int> openManagers{0};
std::atomic<bool> isInherited{false};
std::once_flag registered;

void inChild() {
    if (openManagers.load() > 0)
        isInherited.store(true);
}

} // namespace

void managerOpened() {
    std::call_once(registered, [] {
        if (const int error = pthread_atfork(nullptr, nullptr, inChild))
            throw std::system_error(error, std::generic_category());
    });
    ++openManagers;
}

void managerClosed() noexcept {
    --openManagers;
}

bool inherited() noexcept {
    return isInherited.load(std::memory_order_relaxed);
}

} // namespace prism::fork_guard
