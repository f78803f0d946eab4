// SPDX-License-Identifier: MIT
// The mock as a pipeline handler, and its own door: the C functions in front of the simulated cameras.
#include "../Guard.hpp"
#include "Camera.hpp"

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <string>

namespace prism::mock {

namespace {

/// What the ABI calls a camera.
struct OpenCamera {
    DefinitionRef definition;
    std::unique_ptr<Camera> camera;
};

Camera &cameraOf(prism_handler_camera *handle) noexcept {
    return *reinterpret_cast<OpenCamera *>(handle)->camera;
}

const char *version() {
    return "1";
}

int managerOpen(prism_handler_hotplug_fn hotplug, void *context, prism_handler_manager **out) {
    return guarded([=] {
        static int manager;
        *out = reinterpret_cast<prism_handler_manager *>(&manager);
        return registry::openManager(hotplug, context);
    });
}

void managerClose(prism_handler_manager *) {
    guarded([] {
        registry::closeManager();
        return 0;
    });
}

int managerRestart(prism_handler_manager *, const char *const *environment) {
    return guarded([=] {
        for (const char *const *entry = environment; *entry; ++entry) {
            const std::string text = *entry;
            const size_t equals = text.find('=');
            const std::string name = text.substr(0, equals);
            const int error = equals == std::string::npos
                                  ? unsetenv(name.c_str())
                                  : setenv(name.c_str(), text.c_str() + equals + 1, 1);
            if (error)
                return -errno;
        }
        return registry::restartManager();
    });
}

int managerCameras(prism_handler_manager *, prism_handler_camera_fn visit, void *context) {
    return guarded([=] { return registry::visitCameras(visit, context); });
}

int cameraOpen(prism_handler_manager *, const char *id, prism_handler_completed_fn completed,
               prism_handler_disconnected_fn disconnected, void *context,
               prism_handler_camera **out) {
    return guarded([=] {
        DefinitionRef definition;
        if (const int error = registry::take(id, definition))
            return error;
        try {
            auto open = std::make_unique<OpenCamera>();
            open->definition = definition;
            open->camera = std::make_unique<Camera>(definition,
                                                    CameraClient{completed, disconnected, context});
            registry::attach(definition, open->camera.get());
            *out = reinterpret_cast<prism_handler_camera *>(open.release());
            return 0;
        } catch (...) {
            registry::giveBack(definition);
            throw;
        }
    });
}

void cameraClose(prism_handler_camera *handle) {
    guarded([=] {
        const std::unique_ptr<OpenCamera> open(reinterpret_cast<OpenCamera *>(handle));
        registry::attach(open->definition, nullptr);
        open->camera.reset();
        registry::giveBack(open->definition);
        return 0;
    });
}

int cameraProperties(prism_handler_camera *camera, prism_handler_property_fn visit, void *context) {
    return guarded([=] { return cameraOf(camera).properties(visit, context); });
}

int cameraControls(prism_handler_camera *camera, prism_handler_control_fn visit, void *context) {
    return guarded([=] { return cameraOf(camera).controls(visit, context); });
}

int cameraEnumerators(prism_handler_camera *, uint32_t id, prism_handler_enumerator_fn visit,
                      void *context) {
    return guarded([=] { return visitEnumerators(id, visit, context); });
}

int cameraFormats(prism_handler_camera *camera, uint32_t role, prism_handler_format_fn visit,
                  void *context) {
    return guarded([=] { return cameraOf(camera).formats(role, visit, context); });
}

int cameraConfigure(prism_handler_camera *camera, prism_configuration *configuration, int apply) {
    return guarded([=] { return cameraOf(camera).configure(*configuration, apply != 0); });
}

int cameraSlot(prism_handler_camera *camera, uint32_t slot, prism_completion *completion) {
    return guarded([=] { return cameraOf(camera).slot(slot, *completion); });
}

int cameraStart(prism_handler_camera *camera, const prism_control_entry *controls, size_t count) {
    return guarded([=] { return cameraOf(camera).start(controls, count); });
}

int cameraQueue(prism_handler_camera *camera, uint32_t slot, prism_completion *completion,
                uint32_t blobCapacity, const prism_control_entry *controls, size_t count) {
    return guarded(
        [=] { return cameraOf(camera).queue(slot, completion, blobCapacity, controls, count); });
}

int cameraStop(prism_handler_camera *camera) {
    return guarded([=] { return cameraOf(camera).stop(); });
}

int64_t cameraNow(prism_handler_camera *camera, uint32_t *clock) {
    return cameraOf(camera).now(clock);
}

constexpr prism_pipeline_v1 pipeline = {sizeof(prism_pipeline_v1),
                                        PRISM_PIPELINE_ABI,
                                        "mock",
                                        version,
                                        version,
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
                                        cameraNow};

} // namespace

} // namespace prism::mock

using namespace prism;

int prism_mock_define(const char *camera_id, const prism_mock_options *options, char *message,
                      size_t message_size) noexcept {
    if (message && message_size > 0)
        *message = '\0';
    // A caller that knows no scenes passes a shorter struct.
    if (!camera_id || !options || options->size < offsetof(prism_mock_options, scene_name))
        return -EINVAL;
    prism_mock_options known{};
    std::memcpy(&known, options, std::min<size_t>(options->size, sizeof known));
    return prism::guarded(
        [&] { return mock::registry::define(camera_id, known, message, message_size); });
}

int prism_mock_undefine(const char *camera_id) noexcept {
    if (!camera_id)
        return -EINVAL;
    return prism::guarded([=] { return mock::registry::undefine(camera_id); });
}

int prism_mock_set_allowance(const char *camera_id, uint32_t frames) noexcept {
    if (!camera_id)
        return -EINVAL;
    return prism::guarded([=] { return mock::registry::setAllowance(camera_id, frames); });
}

int prism_mock_set_light(const char *camera_id, double factor, float kelvin) noexcept {
    if (!camera_id)
        return -EINVAL;
    return prism::guarded([=] { return mock::registry::setLight(camera_id, factor, kelvin); });
}

int prism_mock_set_distance(const char *camera_id, float metres) noexcept {
    if (!camera_id)
        return -EINVAL;
    return prism::guarded([=] { return mock::registry::setDistance(camera_id, metres); });
}

int prism_mock_set_sensor_hdr(const char *camera_id, int is_on) noexcept {
    if (!camera_id)
        return -EINVAL;
    return prism::guarded([=] { return mock::registry::setSensorHdr(camera_id, is_on != 0); });
}

int prism_mock_sensor_hdr(const char *camera_id) noexcept {
    if (!camera_id)
        return -EINVAL;
    return prism::guarded([=] { return mock::registry::sensorHdr(camera_id); });
}

uint64_t prism_mock_memory_bytes(void) noexcept {
    return mock::otherBytes();
}

uint64_t prism_mock_buffer_bytes(void) noexcept {
    return mock::bufferBytes();
}

const prism_pipeline_v1 *prism_mock_pipeline(uint32_t abi) noexcept {
    return abi == PRISM_PIPELINE_ABI ? &mock::pipeline : nullptr;
}
