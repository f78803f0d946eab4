// SPDX-License-Identifier: MIT
// The plug-in ABI: what a pipeline handler (libcamera, the mock, yours) gives to the bridge.
#pragma once

#include "prism_camera_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Version of this ABI. A plug-in with another version is refused.
#define PRISM_PIPELINE_ABI 1u

/// Name of the one symbol that a plug-in exports, of type prism_pipeline_entry_fn.
#define PRISM_PIPELINE_ENTRY "prism_pipeline_entry"

/// The handler's own objects; opaque to the bridge.
typedef struct prism_handler_manager prism_handler_manager;
typedef struct prism_handler_camera prism_handler_camera;

/// Called on the handler's own thread when a camera comes or goes. Must not call back into the handler.
typedef void (*prism_handler_hotplug_fn)(void *context, const char *camera_id, int added);

/// A request ended. `completion` is the struct given to `queue`, filled in. Thread: the handler's own (one
/// thread at a time, never re-entered). The callee may call `queue` of the same camera, nothing else.
typedef void (*prism_handler_completed_fn)(void *context, prism_completion *completion);

/// The camera is gone. After it no completion is promised. Thread: the handler's own.
typedef void (*prism_handler_disconnected_fn)(void *context);

/// Visitors, called before the function that takes them returns, on the caller's thread. All is borrowed.
typedef void (*prism_handler_camera_fn)(void *context, const char *camera_id, const char *model);
typedef void (*prism_handler_control_fn)(void *context, const prism_control_info *info);
typedef void (*prism_handler_property_fn)(void *context, const char *name,
                                          const prism_value *value);
typedef void (*prism_handler_enumerator_fn)(void *context, int32_t value, const char *name);
typedef void (*prism_handler_format_fn)(void *context, const prism_format *format);

/// A pipeline handler. Every function returns 0 (or a count where it says so) or a negative errno, and no
/// exception or longjmp may leave it. Threads: unless stated, the bridge calls one function of a
/// manager or camera at a time, from any thread, and never from inside a callback.
typedef struct prism_pipeline_v1 {
    uint32_t size; ///< sizeof(prism_pipeline_v1) as the plug-in was built
    uint32_t abi;  ///< PRISM_PIPELINE_ABI

    const char *name; ///< "libcamera", "mock"; static
    /// Version of the underlying library as it runs, and as the plug-in was built against; static strings.
    const char *(*runtime_version)(void);
    const char *(*build_version)(void);

    /// Opens the one manager of this process. Errors: -EALREADY one is open; the library's own.
    /// `hotplug` may come before this returns and until manager_close returns.
    int (*manager_open)(prism_handler_hotplug_fn hotplug, void *context,
                        prism_handler_manager **out);
    /// Closes it. The bridge has closed every camera before.
    void (*manager_close)(prism_handler_manager *manager);
    /// Stops the manager, sets NAME=VALUE strings (NULL-terminated; "NAME" alone unsets), starts it again:
    /// sensor modes and tuning are read at start only. The bridge has closed every camera before.
    int (*manager_restart)(prism_handler_manager *manager, const char *const *environment);
    /// Visits each camera. Returns their number.
    int (*manager_cameras)(prism_handler_manager *manager, prism_handler_camera_fn visit,
                           void *context);

    /// Opens a camera for exclusive use. Errors: -ENODEV no such camera, -EBUSY in use (here or elsewhere),
    /// -EACCES not allowed.
    int (*camera_open)(prism_handler_manager *manager, const char *camera_id,
                       prism_handler_completed_fn completed,
                       prism_handler_disconnected_fn disconnected, void *context,
                       prism_handler_camera **out);
    /// Stops where needed, frees all buffers and lets go. No callback after it returns. The descriptors handed
    /// out are closed; mappings made of them by the bridge live on.
    void (*camera_close)(prism_handler_camera *camera);
    /// Static properties (Model, PixelArraySize, Rotation …). Returns their number.
    int (*camera_properties)(prism_handler_camera *camera, prism_handler_property_fn visit,
                             void *context);
    /// Controls with the limits of the present configuration. Returns their number.
    int (*camera_controls)(prism_handler_camera *camera, prism_handler_control_fn visit,
                           void *context);
    /// Enumerators of an enumerated control (AwbMode …) that this camera allows. Returns their number, -ENOENT.
    int (*camera_enumerators)(prism_handler_camera *camera, uint32_t control_id,
                              prism_handler_enumerator_fn visit, void *context);
    /// Formats and sizes offered for a role; what the camera lists, not a promise. Returns their number;
    /// -EINVAL the role is not supported. Errors while running: -EBUSY.
    int (*camera_formats)(prism_handler_camera *camera, uint32_t role,
                          prism_handler_format_fn visit, void *context);

    /// Adjusts `configuration` to what the camera can do. With `apply` 0 that is all; with 1 the old buffers are
    /// freed first, then the result is configured and new buffers are allocated.
    /// Returns 0 as asked, 1 adjusted. Errors: -EINVAL cannot be adjusted, -EBUSY running, -ENOMEM no buffer
    /// memory, -ENODEV gone. After an error with `apply` 1 the camera counts as not configured.
    int (*camera_configure)(prism_handler_camera *camera, prism_configuration *configuration,
                            int apply);
    /// Describes the buffers of one slot (0 … buffer_count - 1): fills image_count and images.
    int (*camera_slot)(prism_handler_camera *camera, uint32_t slot, prism_completion *completion);

    /// Starts; `controls` hold from the very first frame. Errors: -EINVAL not configured, -EALREADY running.
    int (*camera_start)(prism_handler_camera *camera, const prism_control_entry *controls,
                        size_t count);
    /// Queues the request of one slot; `completion` (filled by camera_slot, owned by the bridge) is filled in and
    /// handed to `completed`. `blob_capacity` bytes at completion->blob may be written by casting const away.
    /// Thread: any, also inside `completed`. Errors: -EALREADY in flight, -ESHUTDOWN not running, -ENODEV.
    int (*camera_queue)(prism_handler_camera *camera, uint32_t slot, prism_completion *completion,
                        uint32_t blob_capacity, const prism_control_entry *controls, size_t count);
    /// Stops. Every request in flight is completed (or cancelled) before it returns, except after
    /// `disconnected`; no callback runs after it returns. Returns within 0.5 s whatever the exposure.
    int (*camera_stop)(prism_handler_camera *camera);

    /// Now, on the clock of this camera's timestamps, in ns; `*clock` becomes its prism_clock. Thread: any.
    int64_t (*camera_now)(prism_handler_camera *camera, uint32_t *clock);
} prism_pipeline_v1;

/// Returns the handler, or NULL when it cannot serve `abi`. The struct is static in the plug-in.
typedef const prism_pipeline_v1 *(*prism_pipeline_entry_fn)(uint32_t abi);

#ifdef __cplusplus
}
#endif
