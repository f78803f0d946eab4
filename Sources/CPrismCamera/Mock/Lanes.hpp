// SPDX-License-Identifier: MIT
// Threads that share the rows of a large picture, so that a simulated 12-megapixel sensor keeps its frame rate.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

namespace prism::mock {

/// The caller and its helpers take a few rows each until none is left. Thread: one caller at a time.
class Lanes {
public:
    Lanes() = default;
    ~Lanes();
    Lanes(const Lanes &) = delete;
    Lanes &operator=(const Lanes &) = delete;

    /// Starts helpers where a picture of so many pixels needs them and there are processors; fewer, or none, where
    /// the process may have no more threads. `lanes()` says the outcome. Not while share() runs.
    void prepare(uint64_t pixels);
    /// Ends the helpers.
    void release() noexcept;
    /// Threads that share() works on, the caller's counted; at least 1.
    uint32_t lanes() const noexcept { return static_cast<uint32_t>(helpers_.size()) + 1; }

    /// Calls `work(lane, first, last)` for all rows below `rows`, `step` rows or fewer at a time, and returns when
    /// all are done. The same lane is never worked on by two threads at once. `work` must not throw.
    template <typename Work> void share(uint32_t rows, uint32_t step, const Work &work) {
        run({rows, step, &work, [](const void *body, uint32_t lane, uint32_t first, uint32_t last) {
                 (*static_cast<const Work *>(body))(lane, first, last);
             }});
    }

private:
    struct Job {
        uint32_t rows, step;
        const void *body;
        void (*call)(const void *body, uint32_t lane, uint32_t first, uint32_t last);
    };

    void run(const Job &job) noexcept;
    void take(const Job &job, uint32_t lane) noexcept;
    void help(uint32_t lane) noexcept;

    std::vector<std::thread> helpers_;
    std::atomic<uint32_t> next_{0};
    std::mutex lock_;
    std::condition_variable changed_, done_;
    Job job_{};          ///< guarded by lock_, as all below
    uint64_t round_ = 0; ///< how many jobs there have been
    uint32_t busy_ = 0;  ///< helpers that are not yet done with this round
    bool isEnding_ = false;
};

} // namespace prism::mock
