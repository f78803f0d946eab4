// SPDX-License-Identifier: MIT
// Sleeps until a point on CLOCK_BOOTTIME, and can be woken.
#include "Waiter.hpp"

#include <cerrno>
#include <ctime>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <system_error>
#include <unistd.h>

namespace prism::mock {

int64_t bootTime() noexcept {
    timespec now{};
    clock_gettime(CLOCK_BOOTTIME, &now);
    return int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

Waiter::Waiter()
    : timer_(timerfd_create(CLOCK_BOOTTIME, TFD_CLOEXEC | TFD_NONBLOCK)),
      event_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
    if (timer_ >= 0 && event_ >= 0)
        return;
    const int error = errno;
    close(timer_);
    close(event_);
    throw std::system_error(error, std::generic_category());
}

Waiter::~Waiter() {
    close(timer_);
    close(event_);
}

bool Waiter::waitUntil(int64_t deadline) noexcept {
    itimerspec when{};
    when.it_value.tv_sec = static_cast<time_t>(deadline / 1'000'000'000);
    when.it_value.tv_nsec = static_cast<long>(deadline % 1'000'000'000);
    timerfd_settime(timer_, TFD_TIMER_ABSTIME, &when, nullptr);
    pollfd waits[] = {{timer_, POLLIN, 0}, {event_, POLLIN, 0}};
    while (poll(waits, 2, -1) < 0 && errno == EINTR)
        continue;
    return (waits[1].revents & POLLIN) == 0;
}

void Waiter::interrupt() noexcept {
    eventfd_write(event_, 1);
}

void Waiter::reset() noexcept {
    eventfd_t ignored = 0;
    eventfd_read(event_, &ignored);
}

} // namespace prism::mock
