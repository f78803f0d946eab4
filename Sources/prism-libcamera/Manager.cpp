// SPDX-License-Identifier: MIT
// Starts, restarts and ends the CameraManager, and passes cameras that come and go on.
#include "Manager.hpp"

#include "Properties.hpp"

#include <cerrno>
#include <cstdlib>

prism_handler_manager::prism_handler_manager(prism_handler_hotplug_fn hotplug, void *context)
    : hotplug_(hotplug), context_(context) {
    // libcamera tells of every camera on standard error otherwise. What the user set is kept.
    setenv("LIBCAMERA_LOG_LEVELS", "*:ERROR", 0);
}

prism_handler_manager::~prism_handler_manager() {
    stop();
}

int prism_handler_manager::start() {
    manager_ = std::make_unique<libcamera::CameraManager>();
    const int result = manager_->start();
    if (result < 0) {
        manager_.reset();
        return result;
    }
    // After start(), so that the cameras which it finds are not announced: they are in the list.
    if (hotplug_) {
        manager_->cameraAdded.connect(this, &prism_handler_manager::added);
        manager_->cameraRemoved.connect(this, &prism_handler_manager::removed);
    }
    return 0;
}

void prism_handler_manager::stop() {
    if (!manager_)
        return;
    manager_->cameraAdded.disconnect(this);
    manager_->cameraRemoved.disconnect(this);
    manager_->stop();
    manager_.reset();
}

int prism_handler_manager::restart(const char *const *environment) {
    stop();
    for (const char *const *entry = environment; entry && *entry; entry++) {
        const std::string text = *entry;
        const size_t equals = text.find('=');
        if (equals == std::string::npos)
            unsetenv(text.c_str());
        else
            setenv(text.substr(0, equals).c_str(), text.c_str() + equals + 1, 1);
    }
    return start();
}

int prism_handler_manager::visit(prism_handler_camera_fn visit, void *context) const {
    if (!manager_)
        return -ENODEV;
    int visited = 0;
    for (const auto &camera : manager_->cameras()) {
        const std::string model = prism::textProperty(*camera, "Model");
        visit(context, camera->id().c_str(), model.c_str());
        visited++;
    }
    return visited;
}

std::shared_ptr<libcamera::Camera> prism_handler_manager::find(const std::string &id) const {
    return manager_ ? manager_->get(id) : nullptr;
}

void prism_handler_manager::added(std::shared_ptr<libcamera::Camera> camera) {
    hotplug_(context_, camera->id().c_str(), 1);
}

void prism_handler_manager::removed(std::shared_ptr<libcamera::Camera> camera) {
    hotplug_(context_, camera->id().c_str(), 0);
}
