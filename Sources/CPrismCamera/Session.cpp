// SPDX-License-Identifier: MIT
// Opening, closing and asking a camera.
#include "Session.hpp"

#include "CallbackScope.hpp"

#include <cerrno>

namespace prism {

Session::Session(Manager &manager, const SessionClient &client)
    : manager_(manager), handler_(manager.pipeline()), client_(client),
      held_(std::make_unique<HeldControls>()), incoming_(std::make_unique<HeldControls>()),
      merged_(std::make_unique<HeldControls>()), sending_(std::make_unique<HeldControls>()) {}

int Session::open(Manager &manager, const char *id, const SessionClient &client,
                  prism_session **out) {
    if (CallbackScope::inside())
        return -EDEADLK;
    auto session = std::make_unique<prism_session>(manager, client);
    Session &base = *session;
    if (const int error = manager.openCamera(id, onCompleted, onDisconnected, &base, &base.camera_))
        return error;
    *out = session.release();
    return 0;
}

int Session::close() {
    if (CallbackScope::inside())
        return -EDEADLK;
    std::lock_guard calls(lifecycle_);
    if (isClosed_)
        return 0;
    if (isRunning())
        endRun();
    prism_handler_camera *camera = nullptr;
    {
        std::unique_lock alive(cameraAlive_);
        std::swap(camera, camera_);
    }
    {
        std::lock_guard lock(state_);
        isClosed_ = true;
    }
    handler_.camera_close(camera);
    {
        std::unique_lock lock(state_);
        callbacksDone_.wait(lock, [this] { return callbacks_ == 0; });
    }
    retireBuffers();
    manager_.cameraClosed();
    return 0;
}

int Session::properties(prism_handler_property_fn visit, void *context) {
    if (CallbackScope::inside())
        return -EDEADLK;
    std::lock_guard calls(lifecycle_);
    return camera_ ? handler_.camera_properties(camera_, visit, context) : -ESHUTDOWN;
}

int Session::controls(prism_handler_control_fn visit, void *context) {
    if (CallbackScope::inside())
        return -EDEADLK;
    std::lock_guard calls(lifecycle_);
    return camera_ ? handler_.camera_controls(camera_, visit, context) : -ESHUTDOWN;
}

int Session::enumerators(const char *control, prism_handler_enumerator_fn visit, void *context) {
    if (CallbackScope::inside())
        return -EDEADLK;
    std::lock_guard calls(lifecycle_);
    if (!camera_)
        return -ESHUTDOWN;
    const ControlTable table = readTable();
    const ControlSpec *spec = table.find(control, nullptr);
    return spec ? handler_.camera_enumerators(camera_, spec->id, visit, context) : -ENOENT;
}

int Session::formats(uint32_t role, prism_handler_format_fn visit, void *context) {
    if (CallbackScope::inside())
        return -EDEADLK;
    std::lock_guard calls(lifecycle_);
    return camera_ ? handler_.camera_formats(camera_, role, visit, context) : -ESHUTDOWN;
}

int64_t Session::now(uint32_t *clock) {
    std::shared_lock alive(cameraAlive_);
    if (camera_)
        return handler_.camera_now(camera_, clock);
    *clock = PRISM_CLOCK_UNKNOWN;
    return 0;
}

int Session::map(uint64_t token, uint32_t image, void *planes[PRISM_MAX_PLANES]) {
    std::lock_guard lock(state_);
    if (buffers_) {
        if (Slot *slot = buffers_->find(token))
            return buffers_->map(*slot, image, planes);
    }
    for (const Buffers &retired : retired_) {
        if (Slot *slot = retired->find(token))
            return retired->map(*slot, image, planes);
    }
    return -EINVAL;
}

void Session::readCounters(prism_session_counters &out) {
    std::lock_guard lock(state_);
    out.size = sizeof(prism_session_counters);
    out.generation = generation_;
    out.slots = buffers_ ? buffers_->count() : 0;
    out.in_flight = inFlight_;
    out.out = out_;
    out.completed = completed_;
    out.hidden = hidden_;
    out.cancelled = cancelled_;
    out.mapped_bytes = mappedBytes_;
}

} // namespace prism
