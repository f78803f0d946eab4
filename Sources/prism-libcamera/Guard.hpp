// SPDX-License-Identifier: MIT
// Keeps C++ exceptions inside the plug-in: every function of the table runs in guarded().
#pragma once

#include <cerrno>
#include <new>
#include <system_error>

namespace prism {

/// What `body` returns, or a negative errno for what it threw.
template <typename Body> int guarded(Body &&body) noexcept {
    try {
        return body();
    } catch (const std::bad_alloc &) {
        return -ENOMEM;
    } catch (const std::system_error &error) {
        return error.code().value() > 0 ? -error.code().value() : -EIO;
    } catch (...) {
        return -EIO;
    }
}

} // namespace prism
