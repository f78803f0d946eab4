// SPDX-License-Identifier: MIT
// One camera in use: its configuration, its requests and their way through libcamera.
#pragma once

#include "Controls.hpp"
#include "Slot.hpp"
#include "prism_pipeline.h"

#include <atomic>
#include <libcamera/camera.h>
#include <libcamera/framebuffer_allocator.h>
#include <memory>
#include <mutex>
#include <vector>

struct prism_handler_camera final {
public:
    prism_handler_camera(std::shared_ptr<libcamera::Camera> camera,
                         prism_handler_completed_fn completed,
                         prism_handler_disconnected_fn disconnected, void *context);
    ~prism_handler_camera();
    prism_handler_camera(const prism_handler_camera &) = delete;
    prism_handler_camera &operator=(const prism_handler_camera &) = delete;

    /// Takes the camera for this process. Only after it the object may be used.
    int acquire();
    libcamera::Camera &camera() const { return *camera_; }
    bool running() const { return running_; }
    uint32_t clock() const { return clock_; }

    int formats(uint32_t role, prism_handler_format_fn visit, void *context);
    int configure(prism_configuration &configuration, bool apply);
    int describeSlot(uint32_t slot, prism_completion &completion) const;
    int start(const prism_control_entry *controls, size_t count);
    int queue(uint32_t slot, prism_completion &completion, uint32_t blobCapacity,
              const prism_control_entry *controls, size_t count);
    int stop();

private:
    int apply(std::unique_ptr<libcamera::CameraConfiguration> config,
              prism_configuration &configuration);
    int allocate(prism_configuration &configuration);
    int makeSlot(prism::Slot &slot, size_t index);
    void discard();

    // Called on libcamera's thread.
    void requestCompleted(libcamera::Request *request);
    void cameraDisconnected();

    const std::shared_ptr<libcamera::Camera> camera_;
    const prism_handler_completed_fn completed_;
    const prism_handler_disconnected_fn disconnected_;
    void *const context_;

    const prism::MetadataReader reader_;
    const uint32_t clock_;
    const bool queueTimestamps_; ///< SensorTimestamp is the time of queueing
    bool acquired_ = false;

    // In the order of their making; destroyed in the opposite one.
    std::unique_ptr<libcamera::CameraConfiguration> config_;
    prism_configuration configuration_ = {};
    std::unique_ptr<libcamera::FrameBufferAllocator> allocator_;
    std::vector<prism::Slot> slots_;
    prism::ControlTable controls_;

    std::mutex gate_;     ///< no request is queued while a stop begins
    std::mutex callback_; ///< held during each callback; never while gate_ is waited for by stop()
    std::atomic<bool> running_{false};
    std::atomic<bool> gone_{false};
    bool muted_ = true; ///< under callback_: no completion is passed on
};
