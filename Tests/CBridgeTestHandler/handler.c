// SPDX-License-Identifier: MIT
// A pipeline handler that breaks its promises, as a plug-in; each camera breaks another one.
#define _GNU_SOURCE
#include "prism_test_handler.h"

#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { slots = 2, bytes = 64 * 64 * 3 / 2 };

static const char *const names[] = {"good", "twice", "late", "foreign", "refusing", "startup"};
enum { name_count = sizeof names / sizeof *names };

struct prism_handler_camera {
    const char *name;
    char opener[16]; // name of the thread that opened it
    prism_handler_completed_fn completed;
    void *context;
    int descriptors[slots];
    prism_completion *queue[slots];
    int queued;
    int is_running, is_refusing, is_configured;
};

static prism_handler_camera camera;

static int is(const char *name) {
    return strcmp(camera.name, name) == 0;
}

static const char *version(void) {
    return "test";
}

static int manager_open(prism_handler_hotplug_fn hotplug, void *context,
                        prism_handler_manager **out) {
    (void)hotplug;
    (void)context;
    *out = (prism_handler_manager *)&camera;
    return 0;
}

static void manager_close(prism_handler_manager *manager) {
    (void)manager;
}

static int manager_restart(prism_handler_manager *manager, const char *const *environment) {
    (void)manager;
    (void)environment;
    return 0;
}

static int manager_cameras(prism_handler_manager *manager, prism_handler_camera_fn visit,
                           void *context) {
    (void)manager;
    for (int index = 0; index < name_count; ++index)
        visit(context, names[index], "test");
    return name_count;
}

static int camera_open(prism_handler_manager *manager, const char *id,
                       prism_handler_completed_fn completed,
                       prism_handler_disconnected_fn disconnected, void *context,
                       prism_handler_camera **out) {
    (void)manager;
    (void)disconnected;
    for (int index = 0; index < name_count; ++index) {
        if (strcmp(names[index], id) != 0)
            continue;
        camera = (prism_handler_camera){
            .name = names[index], .completed = completed, .context = context};
        pthread_getname_np(pthread_self(), camera.opener, sizeof camera.opener);
        *out = &camera;
        return 0;
    }
    return -ENODEV;
}

static void free_buffers(void) {
    for (int slot = 0; slot < slots && camera.is_configured; ++slot)
        close(camera.descriptors[slot]);
    camera.is_configured = 0;
}

static void camera_close(prism_handler_camera *handle) {
    (void)handle;
    free_buffers();
}

static int camera_properties(prism_handler_camera *handle, prism_handler_property_fn visit,
                             void *context) {
    const prism_value opener = {
        .type = PRISM_TYPE_STRING, .count = strlen(handle->opener), .data = handle->opener};
    visit(context, "OpenedOn", &opener);
    return 1;
}

static int camera_controls(prism_handler_camera *handle, prism_handler_control_fn visit,
                           void *context) {
    (void)handle;
    const prism_control_info info = {.size = sizeof info,
                                     .id = 1,
                                     .name = "Value",
                                     .vendor = "",
                                     .type = PRISM_TYPE_I32,
                                     .direction = 1};
    visit(context, &info);
    return 1;
}

static int camera_enumerators(prism_handler_camera *handle, uint32_t id,
                              prism_handler_enumerator_fn visit, void *context) {
    (void)handle;
    (void)id;
    (void)visit;
    (void)context;
    return -ENOENT;
}

static int camera_formats(prism_handler_camera *handle, uint32_t role,
                          prism_handler_format_fn visit, void *context) {
    (void)handle;
    (void)role;
    (void)visit;
    (void)context;
    return 0;
}

static int camera_configure(prism_handler_camera *handle, prism_configuration *configuration,
                            int apply) {
    (void)handle;
    configuration->buffer_count = slots;
    if (!apply)
        return 1;
    free_buffers();
    for (int slot = 0; slot < slots; ++slot) {
        camera.descriptors[slot] = memfd_create("prism-test", MFD_CLOEXEC);
        if (camera.descriptors[slot] < 0 || ftruncate(camera.descriptors[slot], bytes) != 0)
            return -errno;
    }
    camera.is_configured = 1;
    return 1;
}

static int camera_slot(prism_handler_camera *handle, uint32_t slot, prism_completion *completion) {
    (void)handle;
    completion->image_count = 1;
    completion->images[0].plane_count = 1;
    completion->images[0].planes[0] =
        (prism_plane){.fd = camera.descriptors[slot], .length = bytes, .stride = 64};
    return 0;
}

static int camera_start(prism_handler_camera *handle, const prism_control_entry *controls,
                        size_t count) {
    (void)handle;
    (void)controls;
    (void)count;
    camera.is_running = 1;
    return 0;
}

static int camera_queue(prism_handler_camera *handle, uint32_t slot, prism_completion *completion,
                        uint32_t capacity, const prism_control_entry *controls, size_t count) {
    (void)handle;
    (void)capacity;
    (void)controls;
    (void)count;
    if (!camera.is_running)
        return -ESHUTDOWN;
    if (camera.is_refusing)
        return -ENODEV;
    // The handler's own descriptor again, as one does that fills in the whole struct.
    completion->images[0].planes[0].fd = camera.descriptors[slot];
    camera.queue[camera.queued++] = completion;
    return 0;
}

static void complete_oldest(int times) {
    if (camera.queued == 0)
        return;
    prism_completion *completion = camera.queue[0];
    memmove(camera.queue, camera.queue + 1, sizeof *camera.queue * (slots - 1));
    --camera.queued;
    completion->status = is("startup") ? PRISM_COMPLETION_STARTUP : PRISM_COMPLETION_OK;
    for (; times > 0; --times)
        camera.completed(camera.context, completion);
}

static int camera_stop(prism_handler_camera *handle) {
    (void)handle;
    camera.is_running = 0;
    while (camera.queued > 0 && !is("late"))
        complete_oldest(1);
    return 0;
}

static int64_t camera_now(prism_handler_camera *handle, uint32_t *clock) {
    (void)handle;
    static prism_completion nobodys = {.size = sizeof nobodys};
    *clock = PRISM_CLOCK_UNKNOWN;
    if (is("foreign"))
        camera.completed(camera.context, &nobodys);
    else
        complete_oldest(is("twice") ? 2 : 1);
    camera.is_refusing = is("refusing");
    return 0;
}

const prism_pipeline_v1 *prism_pipeline_entry(uint32_t abi) {
    static const prism_pipeline_v1 pipeline = {
        .size = sizeof pipeline,
        .abi = PRISM_PIPELINE_ABI,
        .name = "test",
        .runtime_version = version,
        .build_version = version,
        .manager_open = manager_open,
        .manager_close = manager_close,
        .manager_restart = manager_restart,
        .manager_cameras = manager_cameras,
        .camera_open = camera_open,
        .camera_close = camera_close,
        .camera_properties = camera_properties,
        .camera_controls = camera_controls,
        .camera_enumerators = camera_enumerators,
        .camera_formats = camera_formats,
        .camera_configure = camera_configure,
        .camera_slot = camera_slot,
        .camera_start = camera_start,
        .camera_queue = camera_queue,
        .camera_stop = camera_stop,
        .camera_now = camera_now,
    };
    return abi == PRISM_PIPELINE_ABI ? &pipeline : 0;
}
