// SPDX-License-Identifier: MIT
// The camera bridge as Swift calls it: opaque handles, 0 or a negative errno, no exception ever.
//
// Every function, called in a process forked from the one that opened the manager, returns -ECHILD.
#pragma once

#include "prism_camera_types.h"
#include "prism_pipeline.h"

#ifdef __cplusplus
extern "C" {
#endif

/// One handler's manager; one per handler and process.
typedef struct prism_manager prism_manager;
/// One opened camera.
typedef struct prism_session prism_session;

/// A camera came or went. Thread: the handler's; copy the string, return soon, call nothing of the bridge.
typedef void (*prism_hotplug_fn)(void *context, const char *camera_id, int added);
/// A request ended with a frame, an error or a cancellation. The struct is the client's until
/// prism_session_requeue(). Thread: the handler's; must not block; may call prism_session_requeue().
typedef void (*prism_completed_fn)(void *context, const prism_completion *completion);
/// The camera was unplugged. Thread: the handler's.
typedef void (*prism_disconnected_fn)(void *context);

// --- Manager -------------------------------------------------------------------------------------

/// Opens the mock (`plugin_path` NULL) or a plug-in. `*out` is owned by the caller: prism_manager_close().
/// Where the plug-in cannot be loaded, `message` (may be NULL) gets one line why.
/// Thread: any.  Errors: -EALREADY that handler's manager is open in this process, -ENOENT no such file,
/// -ELIBBAD it does not load or exports no entry, -EPROTO other ABI, the handler's own.
int prism_manager_open(const char *plugin_path, prism_hotplug_fn hotplug, void *context,
                       prism_manager **out, char *message, size_t message_size) PRISM_NOEXCEPT;
/// Thread: any, not in a callback.  Errors: -EBUSY a session is open (nothing happened).
int prism_manager_close(prism_manager *manager) PRISM_NOEXCEPT;
/// Restarts the manager with a changed environment ("NAME=VALUE", "NAME" unsets; NULL-terminated).
/// Thread: any, not in a callback.  Errors: -EBUSY a session is open.
int prism_manager_restart(prism_manager *manager, const char *const *environment) PRISM_NOEXCEPT;
/// Visits each camera. Thread: any.  Returns their number or an error.
int prism_manager_cameras(prism_manager *manager, prism_handler_camera_fn visit,
                          void *context) PRISM_NOEXCEPT;
/// Static strings of the handler. Thread: any.
const char *prism_manager_handler_name(const prism_manager *manager) PRISM_NOEXCEPT;
const char *prism_manager_runtime_version(const prism_manager *manager) PRISM_NOEXCEPT;
const char *prism_manager_build_version(const prism_manager *manager) PRISM_NOEXCEPT;

// --- Session -------------------------------------------------------------------------------------

/// Opens a camera for exclusive use. `*out` is owned by the caller: close, then destroy.
/// Thread: any.  Errors: -ENODEV, -EBUSY, -EACCES, the handler's own.
int prism_session_open(prism_manager *manager, const char *camera_id, prism_completed_fn completed,
                       prism_disconnected_fn disconnected, void *context,
                       prism_session **out) PRISM_NOEXCEPT;
/// Stops and lets the camera go. Completions not given back yet stay valid. A second call does nothing.
/// Thread: any, not in a callback.  Errors: -EDEADLK called inside a callback.
int prism_session_close(prism_session *session) PRISM_NOEXCEPT;
/// Frees the session after it closes it. Every token must have been given back before. NULL is allowed.
/// Thread: any, not in a callback.
void prism_session_destroy(prism_session *session) PRISM_NOEXCEPT;

/// Visitors; each returns the number visited or an error. Thread: any, one at a time.
int prism_session_properties(prism_session *session, prism_handler_property_fn visit,
                             void *context) PRISM_NOEXCEPT;
int prism_session_controls(prism_session *session, prism_handler_control_fn visit,
                           void *context) PRISM_NOEXCEPT;
int prism_session_enumerators(prism_session *session, const char *control,
                              prism_handler_enumerator_fn visit, void *context) PRISM_NOEXCEPT;
int prism_session_formats(prism_session *session, uint32_t role, prism_handler_format_fn visit,
                          void *context) PRISM_NOEXCEPT;

/// Adjusts `configuration` to what the camera can do and, with `apply` 1, configures it. Returns 0 as asked,
/// 1 adjusted (compare the fields). Frames still out keep their memory.
/// Thread: any.  Errors: -EINVAL, -EBUSY running, -ENOMEM, -ENODEV, -ESHUTDOWN closed.
int prism_session_configure(prism_session *session, prism_configuration *configuration,
                            int apply) PRISM_NOEXCEPT;

/// Checks controls against the camera's table (name, vendor, type, count; converted where nothing is lost)
/// and holds them for the next request that is queued; with start, for the very first frame. All or none:
/// `*failed` (may be NULL) is the index of the first refused one. `*serial` (may be NULL) counts accepted calls.
/// Thread: any.  Errors: -ENOENT no such control, -EINVAL wrong type, -ERANGE wrong number of elements or
/// a value that the type cannot hold, -EINVAL not configured, -ENODEV.
int prism_session_set_controls(prism_session *session, const prism_control_request *controls,
                               size_t count, size_t *failed, uint64_t *serial) PRISM_NOEXCEPT;

/// Starts with the held controls and queues every slot that is not out.
/// Thread: any, not in a callback.  Errors: -EINVAL not configured, -EALREADY running, -EDEADLK, -ENODEV.
int prism_session_start(prism_session *session) PRISM_NOEXCEPT;
/// Stops. No callback runs after it returns; it may be called when stopped.
/// Thread: any, not in a callback.  Errors: -EDEADLK called inside a callback (nothing happened).
int prism_session_stop(prism_session *session) PRISM_NOEXCEPT;

/// Gives a completion back; where the session runs, its slot is queued with the controls held by then
/// (after a CANCELLED one only with the next start: a camera that timed out would cancel it at once).
/// A token from before the last stop frees its slot for the present run and is never an error; so is one
/// from before the last configure, whose memory goes with the last of its tokens.
/// Thread: any.  Errors: -EINVAL never issued or given back already.
int prism_session_requeue(prism_session *session, uint64_t token) PRISM_NOEXCEPT;

/// Addresses of the planes of one image of a completion that is out; mapped once per buffer, read and write.
/// Valid until the token is given back. CPU access must be bracketed by prism_linux_dmabuf_sync().
/// Thread: any.  Errors: -EINVAL no such token or image, those of mmap.
int prism_session_map(prism_session *session, uint64_t token, uint32_t image,
                      void *planes[PRISM_MAX_PLANES]) PRISM_NOEXCEPT;

/// Now, on the clock of the camera's timestamps. Thread: any.
int64_t prism_session_now(prism_session *session, uint32_t *clock) PRISM_NOEXCEPT;

/// Counters for tests and for `doctor`.
typedef struct prism_session_counters {
    uint32_t size;
    uint32_t generation;   ///< starts so far
    uint32_t slots;        ///< of the present configuration
    uint32_t in_flight;    ///< queued in the handler
    uint32_t out;          ///< with the client
    uint64_t completed;    ///< delivered to the client
    uint64_t hidden;       ///< start-up frames
    uint64_t cancelled;    ///< requests that ended cancelled, also at stop
    uint64_t mapped_bytes; ///< mappings alive, also of old configurations
} prism_session_counters;
/// Thread: any.
void prism_session_read_counters(prism_session *session,
                                 prism_session_counters *out) PRISM_NOEXCEPT;

#ifdef __cplusplus
}
#endif
