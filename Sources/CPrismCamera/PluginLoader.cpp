// SPDX-License-Identifier: MIT
// Finds a pipeline handler: the mock that is linked in, or a shared object.
#include "PluginLoader.hpp"

#include "Message.hpp"
#include "PluginFile.hpp"
#include "prism_mock.h"

#include <cerrno>
#include <cstring>
#include <dlfcn.h>

namespace prism {

namespace {

/// The loader begins its lines with the path, which the caller names as well.
const char *withoutPath(const char *line, const char *path) {
    const size_t length = std::strlen(path);
    const bool begins = std::strncmp(line, path, length) == 0 && line[length] == ':';
    return begins ? line + length + 2 : line;
}

int loadEntry(const char *path, prism_pipeline_entry_fn *entry, char *message, size_t size) {
    if (const int error = checkPluginFile(path, message, size))
        return error;
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (!library) {
        say(message, size, "%s", withoutPath(dlerror(), path));
        return -ELIBBAD;
    }
    void *symbol = dlsym(library, PRISM_PIPELINE_ENTRY);
    // RTLD_NODELETE keeps the code; only the reference is given back.
    dlclose(library);
    if (!symbol) {
        say(message, size, "exports no %s", PRISM_PIPELINE_ENTRY);
        return -ELIBBAD;
    }
    *entry = reinterpret_cast<prism_pipeline_entry_fn>(symbol);
    return 0;
}

} // namespace

int loadPipeline(const char *path, const prism_pipeline_v1 **out, char *message, size_t size) {
    prism_pipeline_entry_fn entry = prism_mock_pipeline;
    if (path) {
        if (const int error = loadEntry(path, &entry, message, size))
            return error;
    }
    const prism_pipeline_v1 *pipeline = entry(PRISM_PIPELINE_ABI);
    if (!pipeline || pipeline->abi != PRISM_PIPELINE_ABI ||
        pipeline->size < sizeof(prism_pipeline_v1)) {
        say(message, size, "does not speak version %u of the pipeline ABI", PRISM_PIPELINE_ABI);
        return -EPROTO;
    }
    *out = pipeline;
    return 0;
}

} // namespace prism
