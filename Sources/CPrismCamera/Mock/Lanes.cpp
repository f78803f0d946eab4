// SPDX-License-Identifier: MIT
// Threads that share the rows of a large picture: one round for each picture, rows taken by a counter.
#include "Lanes.hpp"

#include <algorithm>
#include <pthread.h>
#include <system_error>

namespace prism::mock {

namespace {

/// One thread draws a 1080p stream at 60 frames a second, which no sensor mode of that size exceeds by much.
constexpr uint64_t pixelsForOne = 4'000'000;
/// More would only take processors from those who read the pictures.
constexpr uint32_t mostLanes = 4;

} // namespace

Lanes::~Lanes() {
    release();
}

void Lanes::prepare(uint64_t pixels) {
    release();
    if (pixels <= pixelsForOne)
        return;
    const uint32_t processors = std::max(1u, std::thread::hardware_concurrency());
    helpers_.reserve(mostLanes);
    for (uint32_t lane = 1; lane < std::min(processors, mostLanes); ++lane) {
        try {
            helpers_.emplace_back([this, lane] { help(lane); });
        } catch (const std::system_error &) {
            return;
        }
    }
}

void Lanes::release() noexcept {
    {
        std::lock_guard guard(lock_);
        isEnding_ = true;
    }
    changed_.notify_all();
    for (std::thread &helper : helpers_)
        helper.join();
    helpers_.clear();
    isEnding_ = false;
    round_ = 0;
}

void Lanes::run(const Job &job) noexcept {
    next_ = 0;
    if (!helpers_.empty()) {
        std::lock_guard guard(lock_);
        job_ = job;
        busy_ = static_cast<uint32_t>(helpers_.size());
        ++round_;
    }
    changed_.notify_all();
    take(job, 0);
    std::unique_lock guard(lock_);
    done_.wait(guard, [this] { return busy_ == 0; });
}

void Lanes::take(const Job &job, uint32_t lane) noexcept {
    for (;;) {
        const uint32_t first = next_.fetch_add(job.step);
        if (first >= job.rows)
            return;
        job.call(job.body, lane, first, std::min(job.rows, first + job.step));
    }
}

void Lanes::help(uint32_t lane) noexcept {
    pthread_setname_np(pthread_self(), "prism-mock-rows");
    std::unique_lock guard(lock_);
    for (uint64_t seen = 0;;) {
        changed_.wait(guard, [&] { return isEnding_ || round_ != seen; });
        if (isEnding_)
            return;
        seen = round_;
        const Job job = job_;
        guard.unlock();
        take(job, lane);
        guard.lock();
        if (--busy_ == 0)
            done_.notify_one();
    }
}

} // namespace prism::mock
