// SPDX-License-Identifier: MIT
// The release of libcamera that this plug-in was compiled against: a text for the user, never compared.
#pragma once

#include <libcamera/version.h>

#define PRISM_TEXT_OF(x) #x
#define PRISM_TEXT(x) PRISM_TEXT_OF(x)

namespace prism {

inline constexpr const char builtAgainst[] = PRISM_TEXT(LIBCAMERA_VERSION_MAJOR) "." PRISM_TEXT(
    LIBCAMERA_VERSION_MINOR) "." PRISM_TEXT(LIBCAMERA_VERSION_PATCH);

} // namespace prism
