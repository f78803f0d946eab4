// SPDX-License-Identifier: MIT
// The one CameraManager of this process; libcamera aborts when a second one is made.
#pragma once

#include "prism_pipeline.h"

#include <libcamera/camera_manager.h>
#include <memory>
#include <string>

struct prism_handler_manager final {
public:
    prism_handler_manager(prism_handler_hotplug_fn hotplug, void *context);
    ~prism_handler_manager();
    prism_handler_manager(const prism_handler_manager &) = delete;
    prism_handler_manager &operator=(const prism_handler_manager &) = delete;

    int start();
    int restart(const char *const *environment);
    int visit(prism_handler_camera_fn visit, void *context) const;
    /// Null when there is no such camera.
    std::shared_ptr<libcamera::Camera> find(const std::string &id) const;

private:
    void stop();
    void added(std::shared_ptr<libcamera::Camera> camera);
    void removed(std::shared_ptr<libcamera::Camera> camera);

    std::unique_ptr<libcamera::CameraManager> manager_;
    const prism_handler_hotplug_fn hotplug_;
    void *const context_;
};
