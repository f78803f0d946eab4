// SPDX-License-Identifier: MIT
// Starting, stopping, and queueing requests with the controls held for them.
#include "CallbackScope.hpp"
#include "Session.hpp"

#include <cerrno>
#include <utility>

namespace prism {

int Session::start() {
    if (CallbackScope::inside())
        return -EDEADLK;
    std::lock_guard calls(lifecycle_);
    if (const int error = beginRun())
        return error;
    Buffers buffers;
    const prism_control_entry *controls = nullptr;
    size_t count = 0;
    uint64_t before = 0;
    {
        std::lock_guard lock(state_);
        buffers = buffers_;
        sending_->clear();
        std::swap(held_, sending_);
        controls = sending_->entries();
        count = sending_->count();
        before = std::exchange(sentSerial_, acceptedSerial_);
    }
    int error = handler_.camera_start(camera_, controls, count);
    if (error) {
        std::lock_guard lock(state_);
        if (merged_->merge(*sending_, *held_))
            std::swap(held_, merged_);
        sentSerial_ = before;
        return error;
    }
    error = queueAll(buffers);
    if (error)
        endRun();
    return error;
}

/// Whether a run may begin now.
int Session::beginRun() {
    std::lock_guard lock(state_);
    if (isDisconnected_)
        return -ENODEV;
    if (isClosed_ || !buffers_)
        return -EINVAL;
    return isRunning_ ? -EALREADY : 0;
}

/// Opens the gate and queues every slot that is not out. Fails only where not a single one could be queued.
int Session::queueAll(const Buffers &buffers) {
    std::lock_guard order(queueing_);
    {
        std::lock_guard lock(state_);
        ++generation_;
        isRunning_ = true;
        hiddenSinceDelivery_ = 0;
        for (uint32_t index = 0; index < buffers->count(); ++index)
            (*buffers)[index].isResting = false;
    }
    int failure = 0;
    bool isAnyQueued = false;
    for (uint32_t index = 0; index < buffers->count(); ++index) {
        const int error = queueOrdered(buffers, (*buffers)[index]);
        isAnyQueued = isAnyQueued || error == 0;
        failure = error ? error : failure;
    }
    return isAnyQueued ? 0 : failure;
}

int Session::stop() {
    if (CallbackScope::inside())
        return -EDEADLK;
    std::lock_guard calls(lifecycle_);
    if (isRunning())
        endRun();
    return 0;
}

bool Session::isRunning() {
    std::lock_guard lock(state_);
    return isRunning_;
}

void Session::endRun() {
    {
        std::lock_guard lock(state_);
        isRunning_ = false;
    }
    {
        // Lets a camera_queue that began before finish, so that none runs beside camera_stop.
        std::lock_guard drained(queueing_);
    }
    handler_.camera_stop(camera_);
    std::unique_lock lock(state_);
    callbacksDone_.wait(lock, [this] { return callbacks_ == 0; });
    // What the handler never completed, as after an unplug.
    for (uint32_t index = 0; index < buffers_->count(); ++index) {
        Slot &slot = (*buffers_)[index];
        if (slot.state != SlotState::queued)
            continue;
        slot.state = SlotState::idle;
        --inFlight_;
        ++cancelled_;
    }
}

int Session::queueIdle(const Buffers &buffers, Slot &slot) {
    std::lock_guard order(queueing_);
    return queueOrdered(buffers, slot);
}

/// Queues one slot if it is idle. queueing_ is held.
int Session::queueOrdered(const Buffers &buffers, Slot &slot) {
    uint64_t before = 0;
    {
        std::lock_guard lock(state_);
        before = sentSerial_;
        if (!takeForQueue(buffers, slot))
            return 0;
    }
    const int error =
        handler_.camera_queue(camera_, slot.index, &slot.completion, BufferSet::blobCapacity,
                              sending_->entries(), sending_->count());
    if (error) {
        std::lock_guard lock(state_);
        takeBack(slot, before);
    }
    return error;
}

/// Moves the held controls to the slot's request. False where it may not be queued.
bool Session::takeForQueue(const Buffers &buffers, Slot &slot) {
    if (!isRunning_ || buffers != buffers_ || slot.state != SlotState::idle || slot.isResting)
        return false;
    sending_->clear();
    std::swap(held_, sending_);
    sentSerial_ = acceptedSerial_;
    slot.serial = sentSerial_;
    slot.state = SlotState::queued;
    ++inFlight_;
    buffers_->prepare(slot);
    return true;
}

/// Undoes takeForQueue() after the handler refused.
void Session::takeBack(Slot &slot, uint64_t serial) {
    if (slot.state == SlotState::queued) {
        slot.state = SlotState::idle;
        --inFlight_;
    }
    if (merged_->merge(*sending_, *held_))
        std::swap(held_, merged_);
    sentSerial_ = serial;
}

} // namespace prism
