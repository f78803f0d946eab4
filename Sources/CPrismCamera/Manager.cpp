// SPDX-License-Identifier: MIT
// One handler's manager: opened once per process, closed when no session is left.
#include "Manager.hpp"

#include "CallbackScope.hpp"
#include "ForkGuard.hpp"
#include "PluginLoader.hpp"

#include <algorithm>
#include <cerrno>
#include <memory>
#include <vector>

namespace prism {

namespace {

/// Handlers whose manager is open: libcamera aborts the process at a second one.
std::mutex registryLock;
std::vector<const prism_pipeline_v1 *> registry;

bool enter(const prism_pipeline_v1 *pipeline) {
    std::lock_guard lock(registryLock);
    if (std::find(registry.begin(), registry.end(), pipeline) != registry.end())
        return false;
    registry.push_back(pipeline);
    return true;
}

void leave(const prism_pipeline_v1 *pipeline) {
    std::lock_guard lock(registryLock);
    registry.erase(std::remove(registry.begin(), registry.end(), pipeline), registry.end());
}

} // namespace

int Manager::open(const char *path, prism_hotplug_fn hotplug, void *context, prism_manager **out,
                  char *message, size_t messageSize) {
    if (CallbackScope::inside())
        return -EDEADLK;
    const prism_pipeline_v1 *pipeline = nullptr;
    if (const int error = loadPipeline(path, &pipeline, message, messageSize))
        return error;
    auto manager = std::make_unique<prism_manager>(*pipeline, hotplug, context);
    if (!enter(pipeline))
        return -EALREADY;
    if (const int error = manager->start()) {
        leave(pipeline);
        return error;
    }
    *out = manager.release();
    return 0;
}

int Manager::start() {
    fork_guard::managerOpened();
    const int error = pipeline_.manager_open(onHotplug, this, &handler_);
    if (error)
        fork_guard::managerClosed();
    return error;
}

int Manager::close() {
    if (CallbackScope::inside())
        return -EDEADLK;
    {
        std::lock_guard lock(calls_);
        if (openCameras_ > 0)
            return -EBUSY;
        pipeline_.manager_close(handler_);
        fork_guard::managerClosed();
    }
    leave(&pipeline_);
    delete static_cast<prism_manager *>(this);
    return 0;
}

int Manager::restart(const char *const *environment) {
    if (CallbackScope::inside())
        return -EDEADLK;
    std::lock_guard lock(calls_);
    if (openCameras_ > 0)
        return -EBUSY;
    static const char *const unchanged[] = {nullptr};
    return pipeline_.manager_restart(handler_, environment ? environment : unchanged);
}

int Manager::cameras(prism_handler_camera_fn visit, void *context) {
    if (CallbackScope::inside())
        return -EDEADLK;
    std::lock_guard lock(calls_);
    return pipeline_.manager_cameras(handler_, visit, context);
}

int Manager::openCamera(const char *id, prism_handler_completed_fn completed,
                        prism_handler_disconnected_fn disconnected, void *context,
                        prism_handler_camera **out) {
    std::lock_guard lock(calls_);
    const int error = pipeline_.camera_open(handler_, id, completed, disconnected, context, out);
    if (error == 0)
        ++openCameras_;
    return error;
}

void Manager::cameraClosed() {
    std::lock_guard lock(calls_);
    --openCameras_;
}

void Manager::onHotplug(void *context, const char *id, int added) {
    auto *manager = static_cast<Manager *>(context);
    const CallbackScope scope;
    if (manager->hotplug_)
        manager->hotplug_(manager->context_, id, added);
}

} // namespace prism
