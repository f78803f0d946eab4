// SPDX-License-Identifier: MIT
// The order of things: requests before buffers before release, no lock across libcamera's stop().
#include "Camera.hpp"

#include "Clock.hpp"
#include "Configure.hpp"
#include "Formats.hpp"
#include "Properties.hpp"

#include <cerrno>

using libcamera::CameraConfiguration;

prism_handler_camera::prism_handler_camera(std::shared_ptr<libcamera::Camera> camera,
                                           prism_handler_completed_fn completed,
                                           prism_handler_disconnected_fn disconnected,
                                           void *context)
    : camera_(std::move(camera)), completed_(completed), disconnected_(disconnected),
      context_(context), clock_(prism::clockOf(*camera_)),
      queueTimestamps_(prism::textProperty(*camera_, "PipelineHandler") == "virtual") {}

prism_handler_camera::~prism_handler_camera() {
    if (!acquired_)
        return;
    stop();
    camera_->requestCompleted.disconnect(this);
    camera_->disconnected.disconnect(this);
    discard();
    camera_->release();
}

int prism_handler_camera::acquire() {
    const int result = camera_->acquire();
    if (result < 0)
        return result;
    acquired_ = true;
    controls_.read(*camera_);
    camera_->requestCompleted.connect(this, &prism_handler_camera::requestCompleted);
    camera_->disconnected.connect(this, &prism_handler_camera::cameraDisconnected);
    return 0;
}

// --- Configuration -------------------------------------------------------------------------------

int prism_handler_camera::formats(uint32_t role, prism_handler_format_fn visit, void *context) {
    std::vector<libcamera::StreamRole> roles(1);
    if (!prism::roleOf(role, roles[0]))
        return -EINVAL;
    if (running_)
        return -EBUSY;
    const auto config = camera_->generateConfiguration(roles);
    if (!config || config->empty())
        return -EINVAL;
    return prism::visitFormats(config->at(0).formats(), visit, context);
}

int prism_handler_camera::configure(prism_configuration &configuration, bool apply) {
    if (running_)
        return -EBUSY;
    if (gone_)
        return -ENODEV;
    // Buffer memory is scarce on a board: what was goes before anything new is made.
    if (apply)
        discard();
    std::unique_ptr<CameraConfiguration> config;
    const int adjusted = prism::negotiate(*camera_, configuration, config);
    if (adjusted < 0 || !apply)
        return adjusted;
    const uint32_t wanted = configuration.buffer_count;
    const int result = this->apply(std::move(config), configuration);
    if (result < 0) {
        discard();
        return gone_ ? -ENODEV : result;
    }
    return configuration.buffer_count != wanted ? 1 : adjusted;
}

int prism_handler_camera::apply(std::unique_ptr<CameraConfiguration> config,
                                prism_configuration &configuration) {
    const int result = camera_->configure(config.get());
    if (result < 0)
        return result;
    config_ = std::move(config);
    prism::describe(*config_, configuration);
    const int allocated = allocate(configuration);
    if (allocated < 0)
        return allocated;
    configuration_ = configuration;
    // The limits and even the presence of controls follow the sensor's mode.
    controls_.read(*camera_);
    return 0;
}

int prism_handler_camera::allocate(prism_configuration &configuration) {
    allocator_ = std::make_unique<libcamera::FrameBufferAllocator>(camera_);
    size_t count = PRISM_MAX_BUFFERS;
    for (const libcamera::StreamConfiguration &stream : *config_) {
        if (allocator_->allocate(stream.stream()) < 0)
            return -ENOMEM;
        count = std::min(count, allocator_->buffers(stream.stream()).size());
    }
    if (count == 0)
        return -ENOMEM;
    slots_ = std::vector<prism::Slot>(count);
    for (size_t i = 0; i < count; i++)
        if (const int result = makeSlot(slots_[i], i); result < 0)
            return result;
    configuration.buffer_count = static_cast<uint32_t>(count);
    return 0;
}

int prism_handler_camera::makeSlot(prism::Slot &slot, size_t index) {
    slot.request = camera_->createRequest(index);
    if (!slot.request)
        return -ENOMEM;
    for (const libcamera::StreamConfiguration &stream : *config_) {
        libcamera::FrameBuffer *buffer = allocator_->buffers(stream.stream())[index].get();
        if (const int result = slot.request->addBuffer(stream.stream(), buffer); result < 0)
            return result;
        slot.buffers.push_back(buffer);
    }
    return 0;
}

void prism_handler_camera::discard() {
    slots_.clear();
    allocator_.reset();
    config_.reset();
}

int prism_handler_camera::describeSlot(uint32_t slot, prism_completion &completion) const {
    if (slot >= slots_.size())
        return -EINVAL;
    slots_[slot].describe(configuration_, completion);
    return 0;
}

// --- Running -------------------------------------------------------------------------------------

int prism_handler_camera::start(const prism_control_entry *controls, size_t count) {
    if (gone_)
        return -ENODEV;
    if (slots_.empty())
        return -EINVAL;
    if (running_)
        return -EALREADY;
    libcamera::ControlList list(camera_->controls());
    if (const int result = controls_.set(list, controls, count); result < 0)
        return result;
    for (prism::Slot &slot : slots_)
        slot.inFlight = false;
    const int result = camera_->start(&list);
    if (result < 0)
        return result;
    {
        const std::lock_guard lock(callback_);
        muted_ = false;
    }
    running_ = true;
    return 0;
}

int prism_handler_camera::queue(uint32_t index, prism_completion &completion, uint32_t blobCapacity,
                                const prism_control_entry *controls, size_t count) {
    // libcamera checks its state before it hands the request to its thread, so one that passes
    // while stop() begins could arrive after it. queueRequest() itself does not block.
    const std::lock_guard lock(gate_);
    if (gone_)
        return -ENODEV;
    if (!running_)
        return -ESHUTDOWN;
    if (index >= slots_.size())
        return -EINVAL;
    prism::Slot &slot = slots_[index];
    if (slot.inFlight.exchange(true))
        return -EALREADY;
    slot.completion = &completion;
    slot.blobCapacity = blobCapacity;
    slot.request->reuse(libcamera::Request::ReuseBuffers);
    int result = controls_.set(slot.request->controls(), controls, count);
    if (result == 0)
        result = camera_->queueRequest(slot.request.get());
    if (result < 0)
        slot.inFlight = false;
    return result == -EACCES ? -ESHUTDOWN : result;
}

int prism_handler_camera::stop() {
    {
        const std::lock_guard lock(gate_);
        if (!running_.exchange(false))
            return 0;
    }
    // Blocks until every request has been completed or cancelled on libcamera's thread, which takes
    // callback_ and, where the bridge queues again, gate_: neither may be held here.
    const int result = camera_->stop();
    // After a disconnection stop() returns at once: wait for the callback that may be running.
    const std::lock_guard lock(callback_);
    muted_ = true;
    return gone_ ? 0 : result;
}

void prism_handler_camera::requestCompleted(libcamera::Request *request) {
    const std::lock_guard lock(callback_);
    if (muted_)
        return;
    prism::Slot &slot = slots_[request->cookie()];
    slot.complete(reader_, clock_, queueTimestamps_);
    prism_completion *completion = slot.completion;
    slot.inFlight = false;
    completed_(context_, completion);
}

void prism_handler_camera::cameraDisconnected() {
    gone_ = true;
    const std::lock_guard lock(callback_);
    disconnected_(context_);
}
