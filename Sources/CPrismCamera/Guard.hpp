// SPDX-License-Identifier: MIT
// Keeps C++ exceptions behind the C ABIs: the bridge's, the mock's, and that of a plug-in, which is compiled with it.
#pragma once

#include <cerrno>
#include <new>
#include <system_error>

namespace prism {

/// What `body` returns, or a negative errno for what it threw: nothing else leaves.
template <typename Body> int guarded(Body &&body) noexcept {
    try {
        return body();
    } catch (const std::bad_alloc &) {
        return -ENOMEM;
    } catch (const std::system_error &error) {
        return error.code().value() > 0 ? -error.code().value() : -EIO;
    } catch (...) {
        return -EPROTO;
    }
}

} // namespace prism
