// SPDX-License-Identifier: MIT
// Looks at a plug-in's file before the loader maps it.
#pragma once

#include <cstddef>

namespace prism {

/// Is the file whole, as far as its own headers say? The loader maps a file that was cut short and then takes a
/// SIGBUS in it, which nobody can catch.
/// Errors: -ENOENT, -EACCES and others of open; -ELIBBAD no shared object, or cut short. One line in `message`.
int checkPluginFile(const char *path, char *message, std::size_t size);

} // namespace prism
