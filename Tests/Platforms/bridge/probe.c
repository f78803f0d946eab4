// SPDX-License-Identifier: MIT
// probe PLUGIN: opens a plug-in as the bridge does, asks it who it is, and opens its manager twice.
#include "prism_pipeline.h"

#include <dlfcn.h>
#include <stdio.h>

static void name_camera(void *context, const char *id, const char *model) {
    (void)context;
    printf("camera %s (%s)\n", id, model);
}

static int fail(const char *what) {
    fprintf(stderr, "%s\n", what);
    return 1;
}

static int probe(const prism_pipeline_v1 *pipeline) {
    prism_handler_manager *manager = NULL, *second = NULL;
    if (pipeline->manager_open(NULL, NULL, &manager) != 0)
        return fail("the manager does not open");
    if (pipeline->manager_open(NULL, NULL, &second) == 0)
        return fail("a second manager opens");
    const int listed = pipeline->manager_cameras(manager, name_camera, NULL);
    const int restarted = pipeline->manager_restart(manager, NULL);
    const int again = pipeline->manager_cameras(manager, name_camera, NULL);
    pipeline->manager_close(manager);
    if (listed < 0 || restarted != 0 || again != listed)
        return fail("a restart changes the list of cameras");
    if (pipeline->manager_open(NULL, NULL, &manager) != 0)
        return fail("a closed manager does not open again");
    pipeline->manager_close(manager);
    return 0;
}

int main(int argc, char **argv) {
    if (argc != 2)
        return fail("usage: probe PLUGIN");
    void *library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
    prism_pipeline_entry_fn entry = NULL;
    if (library)
        *(void **)&entry = dlsym(library, PRISM_PIPELINE_ENTRY);
    if (!entry)
        return fail(dlerror());
    if (entry(PRISM_PIPELINE_ABI + 1))
        return fail("it claims an ABI that it does not know");
    const prism_pipeline_v1 *pipeline = entry(PRISM_PIPELINE_ABI);
    if (!pipeline || pipeline->abi != PRISM_PIPELINE_ABI || pipeline->size < sizeof(*pipeline))
        return fail("it does not speak this ABI");
    printf("%s, runs %s, built for %s\n", pipeline->name, pipeline->runtime_version(),
           pipeline->build_version());
    return probe(pipeline);
}
