// SPDX-License-Identifier: MIT
// Finds a pipeline handler: the mock that is linked in, or a shared object.
#pragma once

#include "prism_pipeline.h"

namespace prism {

/// Loads the handler in `path`, or the mock where it is null. A loaded object is never unloaded: threads of
/// the library behind it may outlive its manager.
/// Errors: -ENOENT, -EACCES, -ELIBBAD, -EPROTO, with one line in `message`, which does not repeat the path.
int loadPipeline(const char *path, const prism_pipeline_v1 **out, char *message, size_t size);

} // namespace prism
