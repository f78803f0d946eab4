// SPDX-License-Identifier: MIT
// One opened simulated camera: the thread that makes its frames.
#include "Camera.hpp"

#include <algorithm>
#include <pthread.h>

namespace prism::mock {

void Camera::run() {
    pthread_setname_np(pthread_self(), "prism-mock");
    Lock lock(lock_);
    while (!isEnding_) {
        if (isStopping_) {
            cancelQueued(lock);
            finishStop();
        } else if (isTimedOut_ && queueCount_ > 0) {
            cancelQueued(lock);
        } else if (canMakeFrame()) {
            makeFrame(lock);
        } else {
            changed_.wait(lock);
        }
    }
}

/// Virtual time stands still while the client has more frames than it is allowed.
bool Camera::canMakeFrame() const noexcept {
    if (!isRunning_ || isStalled_ || isUnplugged_ || isTimedOut_ || queueCount_ == 0)
        return false;
    return !definition_->isVirtual || outCount_ <= definition_->allowance;
}

void Camera::makeFrame(Lock &lock) {
    std::optional<Frame> frame = beginFrame(lock);
    if (!frame)
        return;
    lock.unlock();
    // Drawn during the exposure, so that a real frame is not late by the time that drawing takes.
    if (definition_->isRendered && !frame->isStartup)
        draw(*frame);
    const bool isWhole = waitForEnd(frame->end);
    lock.lock();
    frame->isCancelled = frame->isCancelled || !isWhole;
    virtualNow_ = std::max(virtualNow_, frame->end);
    complete(lock, *frame);
}

/// Binds the next request to the next frame. None where a fault takes its place.
std::optional<Camera::Frame> Camera::beginFrame(Lock &lock) {
    FaultPlayer::Event event;
    if (startupLeft_ == 0)
        event = definition_->faults.next();
    if (event.isUnplugged) {
        unplug(lock, event);
        return std::nullopt;
    }
    if (event.isTimedOut) {
        timeOut(lock);
        return std::nullopt;
    }
    isStalled_ = event.isStalled;
    if (isStalled_)
        return std::nullopt;

    dropMissedFrames(requests_[queue_[queueHead_]].queuedAt);
    for (; event.drops > 0; --event.drops)
        passFrame();
    clockOffset_ += event.clockJump * 1'000'000;
    Frame frame{};
    frame.slot = popRequest();
    frame.isStartup = startupLeft_ > 0;
    startupLeft_ -= frame.isStartup ? 1 : 0;
    const ControlUpdate &update = requests_[frame.slot].update;
    crop(update);
    frame.crop = isCroppedApart_ ? crops_[0] : crop_;
    frame.crops = crops_;
    frame.isCroppedApart = isCroppedApart_;
    frame.light = definition_->scene->light(nextStart_ - epoch_);
    frame.state = sensor_.next(&update, look(frame.light));
    frame.start = nextStart_;
    nextStart_ += frame.state.duration;
    lastDuration_ = frame.state.duration;
    frame.end = nextStart_ + static_cast<int64_t>(event.lateness) * 1'000'000;
    frame.sequence = sequence_++;
    frame.number = definition_->framesDrawn++;
    frame.isCancelled = event.isCancelled;
    frame.isCorrupt = event.isCorrupt;
    return frame;
}

/// One crop for all outputs, or one for each; the one for each wins.
void Camera::crop(const ControlUpdate &update) noexcept {
    if (update.has(ControlId::scalerCrop)) {
        crop_ = fitted(update.crop, field_);
        isCroppedApart_ = false;
    }
    if (!hasStreamCrops_ || !update.has(ControlId::scalerCrops))
        return;
    for (uint32_t index = 0; index < update.cropCount; ++index)
        crops_[index] = fitted(update.crops[index], field_);
    isCroppedApart_ = true;
}

/// What the algorithms see of the scene now.
Surroundings Camera::look(const LightState &light) noexcept {
    const Scene &scene = *definition_->scene;
    Surroundings seen;
    seen.level = light.level;
    seen.red = light.red;
    seen.blue = light.blue;
    seen.kelvin = light.kelvin;
    seen.dioptres = scene.dioptres();
    seen.background = scene.background();
    seen.subject = framing_.subject();
    if (scene.settings().flickerRate > 0)
        seen.flickerPeriod = static_cast<int32_t>(1e6f / scene.settings().flickerRate + 0.5f);
    seen.isReference = scene.fillsFrame();
    if (!seen.isReference)
        seen.zones = &framing_.zones(crop_);
    return seen;
}

/// The sensor makes a frame that nobody gets.
void Camera::passFrame() noexcept {
    const FrameState missed =
        sensor_.next(nullptr, look(definition_->scene->light(nextStart_ - epoch_)));
    lastDuration_ = missed.duration;
    nextStart_ += missed.duration;
    ++sequence_;
}

/// Lets the sensor run through the frames for which no request was there in time, or no processor.
/// A request that comes within an eighth of a frame still makes it: the sensor is in its blanking.
void Camera::dropMissedFrames(int64_t earliest) {
    const int64_t now = definition_->isVirtual ? virtualNow_ : bootTime();
    if (isFirst_) {
        isFirst_ = false;
        nextStart_ = now;
        return;
    }
    while (nextStart_ + lastDuration_ / 8 < earliest || nextStart_ + lastDuration_ < now)
        passFrame();
}

uint32_t Camera::popRequest() noexcept {
    const uint32_t slot = queue_[queueHead_];
    queueHead_ = static_cast<uint32_t>((queueHead_ + 1) % queue_.size());
    --queueCount_;
    return slot;
}

void Camera::draw(const Frame &frame) {
    const Scene &scene = *definition_->scene;
    const FrameMark mark = {frame.number, definition_->seed,
                            scene.settings().kind == SceneKind::bars, frame.isCorrupt};
    const int64_t begin = frame.start - epoch_;
    FrameLight light = {frame.light,
                        static_cast<double>(scene.raster().peak),
                        begin,
                        0,
                        static_cast<double>(scene.settings().flickerRate),
                        static_cast<double>(scene.settings().flickerDepth)};
    const SensorMode &mode = sensor_.mode();
    const double blur = framing_.blur(frame.state.lens, scene.dioptres());
    size_t output = 0;
    for (size_t stream = 0; stream < renderers_.size(); ++stream) {
        const Buffer &buffer = buffers_[frame.slot * layouts_.size() + stream];
        Renderer &renderer = *renderers_[stream];
        const prism_stream_config &config = layouts_[stream].config;
        const bool isApart = frame.isCroppedApart && !layouts_[stream].isRaw;
        const Crop &usual = isApart ? usualCrops_[output] : usualCrop_;
        const Crop &crop = isApart ? frame.crops[output] : frame.crop;
        renderer.look(framing_.sight(layouts_[stream], mirror_, {crop, usual}, frame.state.lens));
        output += layouts_[stream].isRaw ? 0 : 1;
        if (scene.moves())
            renderer.place(scene.mover(begin, frame.state.exposure), blur);
        // Rows are read one after the other, the whole mode in its shortest frame.
        if (!model_.hasGlobalShutter)
            light.rowTime = mode.shortestFrame / (mode.height + model_.marginLines) * mode.height /
                            config.height;
        bytesUsed_[stream] = renderer.draw(buffer.base(), frame.state, light, mark, isInterrupted_);
    }
}

/// False where a stop came first.
bool Camera::waitForEnd(int64_t deadline) {
    if (definition_->isVirtual)
        return !isInterrupted_;
    return waiter_.waitUntil(deadline) && !isInterrupted_;
}

/// Hands a frame over. The lock is released meanwhile.
void Camera::complete(Lock &lock, const Frame &frame) {
    Request &request = requests_[frame.slot];
    prism_completion &completion = *request.completion;
    completion.status = frame.isCancelled ? PRISM_COMPLETION_CANCELLED
                        : frame.isStartup ? PRISM_COMPLETION_STARTUP
                        : frame.isCorrupt ? PRISM_COMPLETION_ERROR
                                          : PRISM_COMPLETION_OK;
    completion.metadata.valid = PRISM_HAS_TIMESTAMP;
    completion.metadata.sequence = frame.sequence;
    completion.metadata.clock = definition_->isVirtual ? PRISM_CLOCK_VIRTUAL : PRISM_CLOCK_BOOTTIME;
    completion.metadata.timestamp_ns = frame.start + clockOffset_;
    for (size_t stream = 0; stream < renderers_.size(); ++stream)
        completion.images[stream].planes[0].bytes_used = bytesUsed_[stream];
    describeFrame(model_, frame.state, frame.crop, request.blobCapacity, completion);
    request.isQueued = false;
    request.isOut =
        completion.status == PRISM_COMPLETION_OK || completion.status == PRISM_COMPLETION_ERROR;
    outCount_ += request.isOut ? 1 : 0;
    lock.unlock();
    client_.completed(client_.context, &completion);
    lock.lock();
}

/// The camera is pulled out: what is queued is never heard of again, as with libcamera.
void Camera::unplug(Lock &lock, const FaultPlayer::Event &event) {
    isUnplugged_ = true;
    for (; queueCount_ > 0;)
        requests_[popRequest()].isQueued = false;
    lock.unlock();
    client_.disconnected(client_.context);
    registry::unplugged(definition_,
                        event.returns ? static_cast<int64_t>(event.returnDelay) : int64_t{-1});
    lock.lock();
}

/// The front end gives up, as libcamera's does after five frames and at least a second: what is queued, and
/// what is queued from now on, is cancelled at once until the camera is stopped.
void Camera::timeOut(Lock &lock) {
    isTimedOut_ = true;
    const int64_t patience = std::max(int64_t{1'000'000'000}, 5 * lastDuration_);
    if (definition_->isVirtual) {
        virtualNow_ += patience;
        return;
    }
    lock.unlock();
    waiter_.waitUntil(bootTime() + patience);
    lock.lock();
}

void Camera::cancelQueued(Lock &lock) {
    while (queueCount_ > 0) {
        Request &request = requests_[popRequest()];
        request.isQueued = false;
        request.completion->status = PRISM_COMPLETION_CANCELLED;
        request.completion->metadata.valid = 0;
        prism_completion *completion = request.completion;
        lock.unlock();
        client_.completed(client_.context, completion);
        lock.lock();
    }
}

void Camera::finishStop() noexcept {
    definition_->faults.stopped();
    isStopping_ = false;
    changed_.notify_all();
}

} // namespace prism::mock
