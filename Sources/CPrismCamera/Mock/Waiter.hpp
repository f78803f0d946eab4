// SPDX-License-Identifier: MIT
// Sleeps until a point on CLOCK_BOOTTIME, and can be woken.
#pragma once

#include <cstdint>

namespace prism::mock {

/// Now, in ns of CLOCK_BOOTTIME.
int64_t bootTime() noexcept;

/// An absolute sleep that interrupt() ends; condition variables do not know CLOCK_BOOTTIME.
class Waiter {
public:
    /// Throws std::system_error where there are no descriptors left.
    Waiter();
    ~Waiter();
    Waiter(const Waiter &) = delete;
    Waiter &operator=(const Waiter &) = delete;

    /// Sleeps until `deadline`. Returns false where it was interrupted. Thread: the sleeper.
    bool waitUntil(int64_t deadline) noexcept;
    /// Ends the present sleep, or the next. Thread: any.
    void interrupt() noexcept;
    /// Forgets an interrupt. Thread: any.
    void reset() noexcept;

private:
    int timer_ = -1;
    int event_ = -1;
};

} // namespace prism::mock
