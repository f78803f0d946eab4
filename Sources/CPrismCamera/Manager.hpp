// SPDX-License-Identifier: MIT
// One handler's manager: opened once per process, closed when no session is left.
#pragma once

#include "prism_camera.h"

#include <mutex>

namespace prism {

/// Thread: any; calls into the handler's manager come one at a time.
class Manager {
public:
    static int open(const char *path, prism_hotplug_fn hotplug, void *context, prism_manager **out,
                    char *message, size_t messageSize);
    int close();
    int restart(const char *const *environment);
    int cameras(prism_handler_camera_fn visit, void *context);

    /// Opens a camera and counts it until cameraClosed().
    int openCamera(const char *id, prism_handler_completed_fn completed,
                   prism_handler_disconnected_fn disconnected, void *context,
                   prism_handler_camera **out);
    void cameraClosed();

    const prism_pipeline_v1 &pipeline() const noexcept { return pipeline_; }

    Manager(const prism_pipeline_v1 &pipeline, prism_hotplug_fn hotplug, void *context) noexcept
        : pipeline_(pipeline), hotplug_(hotplug), context_(context) {}
    Manager(const Manager &) = delete;
    Manager &operator=(const Manager &) = delete;

private:
    static void onHotplug(void *context, const char *id, int added);
    int start();

    const prism_pipeline_v1 &pipeline_;
    const prism_hotplug_fn hotplug_;
    void *const context_;
    std::mutex calls_;
    prism_handler_manager *handler_ = nullptr;
    int openCameras_ = 0;
};

} // namespace prism

/// What the C header calls a manager.
struct prism_manager final : prism::Manager {
    using Manager::Manager;
};
