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
        if (isStopping_)
            cancelQueued(lock);
        else if (canMakeFrame())
            makeFrame(lock);
        else
            changed_.wait(lock);
    }
}

/// Virtual time stands still while the client has more frames than it is allowed.
bool Camera::canMakeFrame() const noexcept {
    if (!isRunning_ || isStalled_ || isUnplugged_ || queueCount_ == 0)
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
    isStalled_ = event.isStalled;
    if (isStalled_)
        return std::nullopt;

    dropMissedFrames(requests_[queue_[queueHead_]].queuedAt);
    Frame frame{};
    frame.slot = popRequest();
    frame.isStartup = startupLeft_ > 0;
    startupLeft_ -= frame.isStartup ? 1 : 0;
    frame.state = sensor_.next(&requests_[frame.slot].update);
    frame.start = nextStart_;
    nextStart_ += frame.state.duration;
    lastDuration_ = frame.state.duration;
    frame.end = nextStart_ + static_cast<int64_t>(event.lateness) * 1'000'000;
    frame.sequence = sequence_++;
    frame.number = definition_->framesDrawn++;
    frame.isCancelled = event.isCancelled;
    return frame;
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
    while (nextStart_ + lastDuration_ / 8 < earliest || nextStart_ + lastDuration_ < now) {
        const FrameState missed = sensor_.next(nullptr);
        lastDuration_ = missed.duration;
        nextStart_ += missed.duration;
        ++sequence_;
    }
}

uint32_t Camera::popRequest() noexcept {
    const uint32_t slot = queue_[queueHead_];
    queueHead_ = static_cast<uint32_t>((queueHead_ + 1) % queue_.size());
    --queueCount_;
    return slot;
}

void Camera::draw(const Frame &frame) {
    const FrameMark mark = {frame.number, definition_->seed, definition_->scene.pixels.empty()};
    for (size_t stream = 0; stream < renderers_.size(); ++stream) {
        const Buffer &buffer = buffers_[frame.slot * layouts_.size() + stream];
        renderers_[stream]->draw(buffer.base(), frame.state, mark, isInterrupted_);
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
                                          : PRISM_COMPLETION_OK;
    completion.metadata.valid = PRISM_HAS_TIMESTAMP;
    completion.metadata.sequence = frame.sequence;
    completion.metadata.clock = definition_->isVirtual ? PRISM_CLOCK_VIRTUAL : PRISM_CLOCK_BOOTTIME;
    completion.metadata.timestamp_ns = frame.start;
    describeFrame(model_, frame.state, crop_, request.blobCapacity, completion);
    request.isQueued = false;
    request.isOut = completion.status == PRISM_COMPLETION_OK;
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

void Camera::cancelQueued(Lock &lock) {
    while (queueCount_ > 0) {
        Request &request = requests_[popRequest()];
        request.isQueued = false;
        request.completion->status = PRISM_COMPLETION_CANCELLED;
        prism_completion *completion = request.completion;
        lock.unlock();
        client_.completed(client_.context, completion);
        lock.lock();
    }
    definition_->faults.stopped();
    isStopping_ = false;
    changed_.notify_all();
}

} // namespace prism::mock
