// SPDX-License-Identifier: MIT
// Notices that this process is a fork of one that had a manager open.
#pragma once

namespace prism::fork_guard {

/// Counts open managers; the first call registers the fork handler.
void managerOpened();
void managerClosed() noexcept;

/// True in a child that was forked while a manager was open: its threads are gone and its locks may be
/// held by nobody, so nothing may be touched. Takes no lock.
bool inherited() noexcept;

} // namespace prism::fork_guard
