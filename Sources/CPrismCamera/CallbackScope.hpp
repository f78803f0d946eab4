// SPDX-License-Identifier: MIT
// Knows whether the calling thread is inside one of the bridge's callbacks.
#pragma once

namespace prism {

/// Lives for the length of one callback. All cameras of a handler may share a thread, so a lifecycle call
/// for another camera would deadlock just as well: one flag per thread serves all sessions.
class CallbackScope {
public:
    CallbackScope() noexcept { ++depth; }
    ~CallbackScope() { --depth; }
    CallbackScope(const CallbackScope &) = delete;
    CallbackScope &operator=(const CallbackScope &) = delete;

    static bool inside() noexcept { return depth > 0; }

private:
    static inline thread_local int depth = 0;
};

} // namespace prism
