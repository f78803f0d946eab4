// SPDX-License-Identifier: MIT
// One-line messages into a caller's buffer, cut where it is too small.
#pragma once

#include <cstdarg>
#include <cstddef>
#include <cstdio>

namespace prism {

/// Writes a line; does nothing where the caller gave no buffer.
[[gnu::format(printf, 3, 4)]] inline void say(char *message, std::size_t size, const char *format,
                                              ...) noexcept {
    if (!message || size == 0)
        return;
    va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(message, size, format, arguments);
    va_end(arguments);
}

} // namespace prism
