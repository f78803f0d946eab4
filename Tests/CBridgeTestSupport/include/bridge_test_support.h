// SPDX-License-Identifier: MIT
// What a test of the bridge needs and Swift cannot say: fork().
#pragma once

/// Forks, calls `body` in the child, which then exits at once; returns what `body` returned (0 … 255), or
/// -1 where the child crashed. Thread: any; nothing of Swift's runtime may be used in `body`.
int bridge_test_in_fork(int (*body)(void *context), void *context);

/// A body for it: calls every kind of function of the bridge and counts those that do not answer -ECHILD.
int bridge_test_misuse_after_fork(void *context);

/// What bridge_test_misuse_after_fork() needs.
struct bridge_test_handles {
    void *manager; ///< an open prism_manager
    void *session; ///< a running prism_session
};
