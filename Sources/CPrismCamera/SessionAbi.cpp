// SPDX-License-Identifier: MIT
// The wall: every function of the C header, which catches, checks for a fork, and forwards.
#include "ForkGuard.hpp"
#include "Guard.hpp"
#include "Session.hpp"

#include <cerrno>

namespace {

/// Runs `body`; nothing but a negative errno leaves.
template <typename Body> int walled(bool isValid, Body body) noexcept {
    if (prism::fork_guard::inherited())
        return -ECHILD;
    if (!isValid)
        return -EINVAL;
    return prism::guarded(body);
}

const char *text(const char *handlerText) noexcept {
    return handlerText ? handlerText : "";
}

} // namespace

int prism_manager_open(const char *plugin_path, prism_hotplug_fn hotplug, void *context,
                       prism_manager **out, char *message, size_t message_size) noexcept {
    if (message && message_size > 0)
        *message = '\0';
    return walled(out != nullptr, [=] {
        return prism::Manager::open(plugin_path, hotplug, context, out, message, message_size);
    });
}

int prism_manager_close(prism_manager *manager) noexcept {
    return walled(manager != nullptr, [=] { return manager->close(); });
}

int prism_manager_restart(prism_manager *manager, const char *const *environment) noexcept {
    return walled(manager != nullptr, [=] { return manager->restart(environment); });
}

int prism_manager_cameras(prism_manager *manager, prism_handler_camera_fn visit,
                          void *context) noexcept {
    return walled(manager && visit, [=] { return manager->cameras(visit, context); });
}

const char *prism_manager_handler_name(const prism_manager *manager) noexcept {
    return manager ? text(manager->pipeline().name) : "";
}

const char *prism_manager_runtime_version(const prism_manager *manager) noexcept {
    return manager ? text(manager->pipeline().runtime_version()) : "";
}

const char *prism_manager_build_version(const prism_manager *manager) noexcept {
    return manager ? text(manager->pipeline().build_version()) : "";
}

int prism_session_open(prism_manager *manager, const char *camera_id, prism_completed_fn completed,
                       prism_disconnected_fn disconnected, void *context,
                       prism_session **out) noexcept {
    return walled(manager && camera_id && completed && disconnected && out, [=] {
        return prism::Session::open(*manager, camera_id, {completed, disconnected, context}, out);
    });
}

int prism_session_close(prism_session *session) noexcept {
    return walled(session != nullptr, [=] { return session->close(); });
}

void prism_session_destroy(prism_session *session) noexcept {
    // In a fork, or inside a callback, freeing would be worse than keeping.
    if (session && prism_session_close(session) == 0)
        delete session;
}

int prism_session_properties(prism_session *session, prism_handler_property_fn visit,
                             void *context) noexcept {
    return walled(session && visit, [=] { return session->properties(visit, context); });
}

int prism_session_controls(prism_session *session, prism_handler_control_fn visit,
                           void *context) noexcept {
    return walled(session && visit, [=] { return session->controls(visit, context); });
}

int prism_session_enumerators(prism_session *session, const char *control,
                              prism_handler_enumerator_fn visit, void *context) noexcept {
    return walled(session && control && visit,
                  [=] { return session->enumerators(control, visit, context); });
}

int prism_session_formats(prism_session *session, uint32_t role, prism_handler_format_fn visit,
                          void *context) noexcept {
    return walled(session && visit, [=] { return session->formats(role, visit, context); });
}

int prism_session_configure(prism_session *session, prism_configuration *configuration,
                            int apply) noexcept {
    return walled(session && configuration && configuration->size >= sizeof(prism_configuration),
                  [=] { return session->configure(*configuration, apply != 0); });
}

int prism_session_set_controls(prism_session *session, const prism_control_request *controls,
                               size_t count, size_t *failed, uint64_t *serial) noexcept {
    return walled(session && (controls || count == 0),
                  [=] { return session->setControls(controls, count, failed, serial); });
}

int prism_session_start(prism_session *session) noexcept {
    return walled(session != nullptr, [=] { return session->start(); });
}

int prism_session_stop(prism_session *session) noexcept {
    return walled(session != nullptr, [=] { return session->stop(); });
}

int prism_session_requeue(prism_session *session, uint64_t token) noexcept {
    return walled(session && token != 0, [=] { return session->requeue(token); });
}

int prism_session_map(prism_session *session, uint64_t token, uint32_t image,
                      void *planes[PRISM_MAX_PLANES]) noexcept {
    return walled(session && planes && token != 0,
                  [=] { return session->map(token, image, planes); });
}

int64_t prism_session_now(prism_session *session, uint32_t *clock) noexcept {
    uint32_t ignored = PRISM_CLOCK_UNKNOWN;
    int64_t now = 0;
    walled(session != nullptr, [&] {
        now = session->now(clock ? clock : &ignored);
        return 0;
    });
    return now;
}

void prism_session_read_counters(prism_session *session, prism_session_counters *out) noexcept {
    walled(session && out, [=] {
        session->readCounters(*out);
        return 0;
    });
}
