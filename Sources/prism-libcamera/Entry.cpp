// SPDX-License-Identifier: MIT
// The plug-in's one exported symbol and the table behind it; nothing thrown passes this file.
#include "Camera.hpp"
#include "Clock.hpp"
#include "Guard.hpp"
#include "Manager.hpp"
#include "Properties.hpp"
#include "prism_pipeline.h"

#include <atomic>
#include <libcamera/version.h>
#include <string>

namespace {

using prism::guarded;

std::atomic<bool> managerExists{false};

const char *runtimeVersion() {
    return libcamera::CameraManager::version().c_str();
}

#define PRISM_TEXT_OF(x) #x
#define PRISM_TEXT(x) PRISM_TEXT_OF(x)

// Only to tell the user; what this libcamera can do is found by probing.
const char *buildVersion() {
    return PRISM_TEXT(LIBCAMERA_VERSION_MAJOR) "." PRISM_TEXT(
        LIBCAMERA_VERSION_MINOR) "." PRISM_TEXT(LIBCAMERA_VERSION_PATCH);
}

// --- Manager -------------------------------------------------------------------------------------

int managerOpen(prism_handler_hotplug_fn hotplug, void *context, prism_handler_manager **out) {
    if (managerExists.exchange(true))
        return -EALREADY;
    const int result = guarded([&] {
        auto manager = std::make_unique<prism_handler_manager>(hotplug, context);
        const int started = manager->start();
        if (started == 0)
            *out = manager.release();
        return started;
    });
    if (result < 0)
        managerExists = false;
    return result;
}

void managerClose(prism_handler_manager *manager) {
    guarded([&] {
        delete manager;
        return 0;
    });
    managerExists = false;
}

int managerRestart(prism_handler_manager *manager, const char *const *environment) {
    return guarded([&] { return manager->restart(environment); });
}

int managerCameras(prism_handler_manager *manager, prism_handler_camera_fn visit, void *context) {
    return guarded([&] { return manager->visit(visit, context); });
}

// --- Camera --------------------------------------------------------------------------------------

int cameraOpen(prism_handler_manager *manager, const char *id, prism_handler_completed_fn completed,
               prism_handler_disconnected_fn disconnected, void *context,
               prism_handler_camera **out) {
    return guarded([&] {
        auto found = manager->find(id);
        if (!found)
            return -ENODEV;
        auto camera = std::make_unique<prism_handler_camera>(std::move(found), completed,
                                                             disconnected, context);
        const int acquired = camera->acquire();
        if (acquired == 0)
            *out = camera.release();
        return acquired;
    });
}

void cameraClose(prism_handler_camera *camera) {
    guarded([&] {
        delete camera;
        return 0;
    });
}

int cameraProperties(prism_handler_camera *camera, prism_handler_property_fn visit, void *context) {
    return guarded([&] { return prism::visitProperties(camera->camera(), visit, context); });
}

int cameraControls(prism_handler_camera *camera, prism_handler_control_fn visit, void *context) {
    return guarded([&] { return prism::visitControls(camera->camera(), visit, context); });
}

int cameraEnumerators(prism_handler_camera *camera, uint32_t id, prism_handler_enumerator_fn visit,
                      void *context) {
    return guarded([&] { return prism::visitEnumerators(camera->camera(), id, visit, context); });
}

int cameraFormats(prism_handler_camera *camera, uint32_t role, prism_handler_format_fn visit,
                  void *context) {
    return guarded([&] { return camera->formats(role, visit, context); });
}

int cameraConfigure(prism_handler_camera *camera, prism_configuration *configuration, int apply) {
    return guarded([&] { return camera->configure(*configuration, apply != 0); });
}

int cameraSlot(prism_handler_camera *camera, uint32_t slot, prism_completion *completion) {
    return guarded([&] { return camera->describeSlot(slot, *completion); });
}

int cameraStart(prism_handler_camera *camera, const prism_control_entry *controls, size_t count) {
    return guarded([&] { return camera->start(controls, count); });
}

int cameraQueue(prism_handler_camera *camera, uint32_t slot, prism_completion *completion,
                uint32_t blobCapacity, const prism_control_entry *controls, size_t count) {
    return guarded([&] { return camera->queue(slot, *completion, blobCapacity, controls, count); });
}

int cameraStop(prism_handler_camera *camera) {
    return guarded([&] { return camera->stop(); });
}

int64_t cameraNow(prism_handler_camera *camera, uint32_t *clock) {
    *clock = camera->clock();
    return prism::readClock(*clock);
}

const prism_pipeline_v1 pipeline = {
    sizeof(prism_pipeline_v1),
    PRISM_PIPELINE_ABI,
    "libcamera",
    runtimeVersion,
    buildVersion,
    managerOpen,
    managerClose,
    managerRestart,
    managerCameras,
    cameraOpen,
    cameraClose,
    cameraProperties,
    cameraControls,
    cameraEnumerators,
    cameraFormats,
    cameraConfigure,
    cameraSlot,
    cameraStart,
    cameraQueue,
    cameraStop,
    cameraNow,
};

} // namespace

extern "C" __attribute__((visibility("default"))) const prism_pipeline_v1 *
prism_pipeline_entry(uint32_t abi) noexcept {
    return abi == PRISM_PIPELINE_ABI ? &pipeline : nullptr;
}
