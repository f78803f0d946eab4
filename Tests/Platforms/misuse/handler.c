// SPDX-License-Identifier: MIT
// The plug-in without the bridge before it: what it must refuse by itself, since libcamera would crash.
#include "cases.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#define BLOB 4096

typedef struct handler {
    const prism_pipeline_v1 *table;
    prism_handler_manager *manager;
    prism_handler_camera *camera;
    prism_configuration configuration;
    prism_completion completions[PRISM_MAX_BUFFERS];
    uint8_t blobs[PRISM_MAX_BUFFERS][BLOB];
    pthread_mutex_t lock;
    pthread_cond_t arrived;
    uint32_t ended;
} handler;

static void completed(void *context, prism_completion *completion) {
    (void)completion;
    handler *self = context;
    pthread_mutex_lock(&self->lock);
    self->ended++;
    pthread_cond_broadcast(&self->arrived);
    pthread_mutex_unlock(&self->lock);
}

static void disconnected(void *context) {
    (void)context;
}

static void ignore_format(void *context, const prism_format *format) {
    (void)context, (void)format;
}

static void open_handler(handler *self) {
    void *library = dlopen(plugin_path, RTLD_NOW);
    prism_pipeline_entry_fn entry = NULL;
    if (library)
        *(void **)&entry = dlsym(library, PRISM_PIPELINE_ENTRY);
    if (!entry) {
        printf("    %s\n", dlerror());
        exit(1);
    }
    EXPECT_TRUE(entry(PRISM_PIPELINE_ABI + 1) == NULL);
    self->table = entry(PRISM_PIPELINE_ABI);
    pthread_mutex_init(&self->lock, NULL);
    pthread_cond_init(&self->arrived, NULL);
    EXPECT(self->table->manager_open(NULL, NULL, &self->manager), 0);
    EXPECT(self->table->camera_open(self->manager, camera_id, completed, disconnected, self,
                                    &self->camera),
           0);
}

static void configure_handler(handler *self) {
    self->configuration = (prism_configuration){.size = sizeof(self->configuration)};
    self->configuration.stream_count = 1;
    self->configuration.streams[0].role = PRISM_ROLE_VIEWFINDER;
    EXPECT(self->table->camera_configure(self->camera, &self->configuration, 1), 0);
    for (uint32_t i = 0; i < self->configuration.buffer_count; i++) {
        self->completions[i].size = sizeof(self->completions[i]);
        self->completions[i].blob = self->blobs[i];
        EXPECT(self->table->camera_slot(self->camera, i, &self->completions[i]), 0);
    }
}

static int queue(handler *self, uint32_t slot, const prism_control_entry *controls, size_t count) {
    return self->table->camera_queue(self->camera, slot, &self->completions[slot], BLOB, controls,
                                     count);
}

static void wait_ended(handler *self, uint32_t count) {
    pthread_mutex_lock(&self->lock);
    while (self->ended < count)
        pthread_cond_wait(&self->arrived, &self->lock);
    pthread_mutex_unlock(&self->lock);
}

static void close_handler(handler *self) {
    self->table->camera_close(self->camera);
    self->table->manager_close(self->manager);
    free(self);
}

static handler *new_handler(void) {
    handler *self = calloc(1, sizeof(handler));
    open_handler(self);
    return self;
}

static void queued_twice(client *client) {
    (void)client;
    handler *self = new_handler();
    configure_handler(self);
    EXPECT(queue(self, 0, NULL, 0), -ESHUTDOWN);
    EXPECT(self->table->camera_start(self->camera, NULL, 0), 0);
    EXPECT(self->table->camera_start(self->camera, NULL, 0), -EALREADY);
    const uint32_t count = self->configuration.buffer_count;
    for (uint32_t i = 0; i < count; i++)
        EXPECT(queue(self, i, NULL, 0), 0);
    // The last one waits for its turn behind the others, so it is in flight for certain.
    EXPECT(queue(self, count - 1, NULL, 0), -EALREADY);
    EXPECT(self->table->camera_queue(self->camera, count, &self->completions[0], BLOB, NULL, 0),
           -EINVAL);
    wait_ended(self, count);
    EXPECT(queue(self, 0, NULL, 0), 0);
    EXPECT(self->table->camera_stop(self->camera), 0);
    EXPECT(queue(self, 1, NULL, 0), -ESHUTDOWN);
    close_handler(self);
}

static void limits_id(void *context, const prism_control_info *info) {
    if (info->type == PRISM_TYPE_I64)
        *(uint32_t *)context = info->id; // FrameDurationLimits is the only one
}

static void wrongly_typed(client *client) {
    (void)client;
    handler *self = new_handler();
    configure_handler(self);
    uint32_t id = 0;
    EXPECT_TRUE(self->table->camera_controls(self->camera, limits_id, &id) > 0);
    const int64_t limits[2] = {33333, 33333};
    const prism_control_entry good = {id, {PRISM_TYPE_I64, 1, 2, limits}};
    const prism_control_entry type = {id, {PRISM_TYPE_I32, 1, 2, limits}};
    const prism_control_entry number = {id, {PRISM_TYPE_I64, 1, 1, limits}};
    const prism_control_entry nothing = {id, {PRISM_TYPE_I64, 1, 2, NULL}};
    const prism_control_entry unknown = {UINT32_MAX, {PRISM_TYPE_I64, 1, 2, limits}};
    EXPECT(self->table->camera_start(self->camera, &type, 1), -EINVAL);
    EXPECT(self->table->camera_start(self->camera, &good, 1), 0);
    EXPECT(queue(self, 0, &type, 1), -EINVAL);
    EXPECT(queue(self, 0, &number, 1), -EINVAL);
    EXPECT(queue(self, 0, &nothing, 1), -EINVAL);
    EXPECT(queue(self, 0, &unknown, 1), -ENOENT);
    // A refusal leaves the slot free.
    EXPECT(queue(self, 0, &good, 1), 0);
    close_handler(self);
}

static void wrong_moments(client *client) {
    (void)client;
    handler *self = new_handler();
    prism_handler_manager *second = NULL;
    EXPECT(self->table->manager_open(NULL, NULL, &second), -EALREADY);
    EXPECT(self->table->camera_start(self->camera, NULL, 0), -EINVAL);
    EXPECT(self->table->camera_stop(self->camera), 0);
    prism_completion completion = {.size = sizeof(completion)};
    EXPECT(self->table->camera_slot(self->camera, 0, &completion), -EINVAL);
    configure_handler(self);
    EXPECT(self->table->camera_slot(self->camera, 99, &completion), -EINVAL);
    EXPECT(self->table->camera_start(self->camera, NULL, 0), 0);
    EXPECT(self->table->camera_configure(self->camera, &self->configuration, 0), -EBUSY);
    EXPECT(self->table->camera_configure(self->camera, &self->configuration, 1), -EBUSY);
    EXPECT(self->table->camera_formats(self->camera, PRISM_ROLE_STILL, ignore_format, NULL),
           -EBUSY);
    EXPECT(queue(self, 0, NULL, 0), 0);
    // Closed while running, with a request in flight.
    close_handler(self);
}

const misuse handler_cases[] = {
    {"the plug-in queues a slot once", queued_twice},
    {"the plug-in refuses what libcamera would abort for", wrongly_typed},
    {"the plug-in refuses calls at the wrong moment", wrong_moments},
    {NULL, NULL},
};
