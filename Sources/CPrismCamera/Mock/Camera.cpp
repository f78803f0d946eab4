// SPDX-License-Identifier: MIT
// One opened simulated camera: describing, configuring, starting, queueing, stopping.
#include "Camera.hpp"

#include <cerrno>
#include <cstring>

namespace prism::mock {

Camera::Camera(DefinitionRef definition, const CameraClient &client)
    : definition_(std::move(definition)), client_(client), model_(*definition_->model),
      framing_(*definition_->scene, model_), sensor_(model_, definition_->isLegacy),
      epoch_(definition_->isVirtual ? virtualNow_ : bootTime()), thread_([this] { run(); }) {}

Camera::~Camera() {
    stop();
    {
        std::lock_guard lock(lock_);
        isEnding_ = true;
        changed_.notify_all();
    }
    thread_.join();
}

int Camera::properties(prism_handler_property_fn visit, void *context) const {
    int count = 0;
    const auto add = [&](const char *name, prism_type type, size_t elements, const void *data,
                         bool isArray = false) {
        const prism_value value = {type, isArray ? 1u : 0u, elements, data};
        visit(context, name, &value);
        ++count;
    };
    const uint32_t size[2] = {model_.width, model_.height};
    const int32_t active[4] = {0, 0, static_cast<int32_t>(model_.width),
                               static_cast<int32_t>(model_.height)};
    const Crop field = fieldOf(model_, sensor_.mode());
    const int32_t order = static_cast<int32_t>(model_.order);
    const int32_t cell[2] = {model_.unitCell, model_.unitCell};
    // libcamera's numbers: not turned; 2 is an external camera.
    const int32_t rotation = 0, location = 2;
    add("Model", PRISM_TYPE_STRING, std::strlen(model_.name), model_.name);
    add("PixelArraySize", PRISM_TYPE_SIZE, 1, size);
    add("PixelArrayActiveAreas", PRISM_TYPE_RECTANGLE, 1, active, true);
    add("UnitCellSize", PRISM_TYPE_SIZE, 1, cell);
    add("ScalerCropMaximum", PRISM_TYPE_RECTANGLE, 1, &field);
    add("ColorFilterArrangement", PRISM_TYPE_I32, 1, &order);
    add("Rotation", PRISM_TYPE_I32, 1, &rotation);
    add("Location", PRISM_TYPE_I32, 1, &location);
    return count;
}

int Camera::controls(prism_handler_control_fn visit, void *context) const {
    const Crop field = fieldOf(model_, sensor_.mode());
    const Crop usual = slotCount_ > 0 ? usualCrop_ : field;
    return visitControls({model_, sensor_.mode(), definition_->isLegacy, field, usual,
                          hasStreamCrops_ ? &usualCrops_ : nullptr},
                         visit, context);
}

int Camera::formats(uint32_t role, prism_handler_format_fn visit, void *context) const {
    return visitFormats(model_, role, context, visit);
}

int Camera::configure(prism_configuration &configuration, bool apply) {
    {
        std::lock_guard lock(lock_);
        if (isUnplugged_)
            return -ENODEV;
        if (isRunning_)
            return -EBUSY;
    }
    if (apply)
        release();
    const SensorMode *mode = nullptr;
    const int result = adjust(model_, configuration, &mode);
    if (result < 0 || !apply)
        return result;
    const prism_stream_config &stream = configuration.streams[configuration.stream_count - 1];
    usualCrop_ = cropFor(model_, *mode, stream.width, stream.height);
    field_ = fieldOf(model_, *mode);
    uint32_t outputs = 0;
    for (uint32_t index = 0; index < configuration.stream_count; ++index) {
        const prism_stream_config &output = configuration.streams[index];
        if (output.role != PRISM_ROLE_RAW && outputs < usualCrops_.size())
            usualCrops_[outputs++] = cropFor(model_, *mode, output.width, output.height);
    }
    hasStreamCrops_ = definition_->hasStreamCrops && outputs == usualCrops_.size();
    mirror_ = mirrorOf(configuration.orientation);
    {
        std::lock_guard lock(lock_);
        sensor_.setMode(*mode);
        crop_ = usualCrop_;
        crops_ = usualCrops_;
        isCroppedApart_ = false;
    }
    framing_.configure(*mode, usualCrop_);
    if (const int error = allocate(configuration)) {
        release();
        return error;
    }
    reportMemory();
    return result;
}

int Camera::allocate(const prism_configuration &configuration) {
    if (definition_->faults.refusesMemory())
        return -ENOMEM;
    uint64_t mostPixels = 0;
    for (uint32_t index = 0; index < configuration.stream_count; ++index) {
        const prism_stream_config &stream = configuration.streams[index];
        layouts_.push_back(
            layOut(model_, stream, configuration.orientation, configuration.sensor_bit_depth));
        mostPixels = std::max(mostPixels, uint64_t{stream.width} * stream.height);
    }
    if (definition_->isRendered) {
        lanes_.prepare(mostPixels);
        for (uint32_t index = 0; index < layouts_.size(); ++index) {
            const StreamLayout &layout = layouts_[index];
            renderers_.push_back(
                std::make_unique<Renderer>(layout, model_, sensor_.mode(), index, lanes_));
            if (definition_->isFlawed && layout.isRaw)
                renderers_.back()->setFlaws(
                    {model_, sensor_.mode(), layout, mirror_, definition_->seed});
        }
    }
    buffers_.reserve(size_t{configuration.buffer_count} * layouts_.size());
    for (uint32_t slot = 0; slot < configuration.buffer_count; ++slot) {
        for (const StreamLayout &layout : layouts_) {
            if (const int error = buffers_.emplace_back().allocate(layout.config.frame_size))
                return error;
        }
    }
    slotCount_ = configuration.buffer_count;
    return 0;
}

void Camera::reportMemory() {
    size_t bytes = 0;
    for (const auto &renderer : renderers_)
        bytes += renderer->bytes();
    memory_.set(bytes);
}

void Camera::release() {
    slotCount_ = 0;
    buffers_.clear();
    renderers_.clear();
    lanes_.release();
    layouts_.clear();
    framing_.release();
    memory_.set(0);
    std::lock_guard lock(lock_);
    requests_ = {};
    outCount_ = 0;
}

int Camera::slot(uint32_t index, prism_completion &completion) const {
    if (index >= slotCount_)
        return -EINVAL;
    completion.image_count = static_cast<uint32_t>(layouts_.size());
    for (uint32_t stream = 0; stream < layouts_.size(); ++stream) {
        const StreamLayout &layout = layouts_[stream];
        prism_image &image = completion.images[stream];
        image.stream_index = stream;
        image.plane_count = layout.planeCount;
        for (uint32_t plane = 0; plane < layout.planeCount; ++plane) {
            image.planes[plane] = layout.planes[plane];
            image.planes[plane].fd = buffers_[index * layouts_.size() + stream].descriptor();
        }
    }
    return 0;
}

int Camera::start(const prism_control_entry *controls, size_t count) {
    std::lock_guard lock(lock_);
    if (isUnplugged_)
        return -ENODEV;
    if (slotCount_ == 0)
        return -EINVAL;
    if (isRunning_)
        return -EALREADY;
    ControlUpdate update;
    update.read(controls, count);
    crop(update);
    const int64_t begin = definition_->isVirtual ? virtualNow_ : bootTime();
    startupLeft_ = sensor_.start(update, look(definition_->scene->light(begin - epoch_)));
    sequence_ = 0;
    isFirst_ = true;
    isStalled_ = isTimedOut_ = false;
    isInterrupted_ = false;
    waiter_.reset();
    isRunning_ = true;
    return 0;
}

int Camera::queue(uint32_t slot, prism_completion *completion, uint32_t blobCapacity,
                  const prism_control_entry *controls, size_t count) {
    std::lock_guard lock(lock_);
    if (isUnplugged_)
        return -ENODEV;
    if (!isRunning_)
        return -ESHUTDOWN;
    if (slot >= slotCount_)
        return -EINVAL;
    Request &request = requests_[slot];
    if (request.isQueued)
        return -EALREADY;
    if (request.isOut)
        --outCount_;
    request.completion = completion;
    request.blobCapacity = blobCapacity;
    request.update.read(controls, count);
    request.queuedAt = definition_->isVirtual ? virtualNow_ : bootTime();
    request.isQueued = true;
    request.isOut = false;
    queue_[(queueHead_ + queueCount_) % queue_.size()] = slot;
    ++queueCount_;
    changed_.notify_all();
    return 0;
}

int Camera::stop() {
    Lock lock(lock_);
    if (!isRunning_)
        return 0;
    if (std::this_thread::get_id() == thread_.get_id())
        return -EDEADLK;
    isRunning_ = false;
    isStopping_ = true;
    isInterrupted_ = true;
    waiter_.interrupt();
    changed_.notify_all();
    changed_.wait(lock, [this] { return !isStopping_; });
    return 0;
}

int64_t Camera::now(uint32_t *clock) {
    *clock = definition_->isVirtual ? PRISM_CLOCK_VIRTUAL : PRISM_CLOCK_BOOTTIME;
    if (!definition_->isVirtual)
        return bootTime();
    std::lock_guard lock(lock_);
    return virtualNow_;
}

void Camera::wake() {
    std::lock_guard lock(lock_);
    changed_.notify_all();
}

} // namespace prism::mock
