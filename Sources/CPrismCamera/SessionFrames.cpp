// SPDX-License-Identifier: MIT
// The path of a frame: from the handler's callback to the client, and back by its token.
#include "CallbackScope.hpp"
#include "Session.hpp"

#include <cerrno>
#include <utility>

namespace prism {

void Session::onCompleted(void *context, prism_completion *completion) {
    const CallbackScope scope;
    static_cast<Session *>(context)->complete(completion);
}

void Session::complete(prism_completion *completion) {
    Buffers buffers;
    Slot *slot = nullptr;
    bool isHidden = false;
    {
        std::lock_guard lock(state_);
        slot = buffers_ ? buffers_->find(completion) : nullptr;
        // A handler that completes twice, or after stop, is not believed.
        if (!slot || slot->state != SlotState::queued)
            return;
        --inFlight_;
        slot->state = SlotState::idle;
        if (!isRunning_) {
            ++cancelled_;
            return;
        }
        ++callbacks_;
        isHidden = completion->status == PRISM_COMPLETION_STARTUP;
        if (isHidden) {
            ++hidden_;
            ++hiddenSinceDelivery_;
            buffers = buffers_;
        } else {
            deliver(*slot);
        }
    }
    if (isHidden)
        queueIdle(buffers, *slot);
    else
        client_.completed(client_.context, completion);
    leaveCallback();
}

/// Makes a completed slot the client's.
void Session::deliver(Slot &slot) {
    prism_completion &completion = slot.completion;
    buffers_->restoreDescriptors(slot);
    slot.state = SlotState::out;
    slot.isResting = completion.status == PRISM_COMPLETION_CANCELLED;
    // Run, delivery and slot: a token is never issued twice, so a second requeue cannot hit a later frame.
    ++deliveries_;
    slot.token = uint64_t{generation_} << 44 | (deliveries_ & 0xFFFFFFFFF) << 8 | (slot.index + 1);
    completion.token = slot.token;
    completion.control_serial = slot.serial;
    completion.hidden_frames = std::exchange(hiddenSinceDelivery_, 0);
    ++out_;
    ++completed_;
    if (slot.isResting)
        ++cancelled_;
}

void Session::leaveCallback() {
    std::lock_guard lock(state_);
    --callbacks_;
    if (callbacks_ == 0)
        callbacksDone_.notify_all();
}

void Session::onDisconnected(void *context) {
    const CallbackScope scope;
    auto *session = static_cast<Session *>(context);
    {
        std::lock_guard lock(session->state_);
        if (session->isDisconnected_)
            return;
        session->isDisconnected_ = true;
        ++session->callbacks_;
    }
    session->client_.disconnected(session->client_.context);
    session->leaveCallback();
}

int Session::requeue(uint64_t token) {
    // Keeps the set alive until the locks are gone: the last token of an old one takes it along.
    Buffers buffers;
    std::lock_guard order(queueing_);
    Slot *slot = nullptr;
    {
        std::lock_guard lock(state_);
        buffers = buffers_;
        slot = buffers ? buffers->find(token) : nullptr;
        if (slot) {
            slot->state = SlotState::idle;
            --out_;
        }
        for (size_t index = 0; !slot && index < retired_.size(); ++index) {
            Slot *old = retired_[index]->find(token);
            if (!old)
                continue;
            old->state = SlotState::idle;
            --out_;
            buffers = retired_[index];
            if (buffers->retire())
                retired_.erase(retired_.begin() + static_cast<std::ptrdiff_t>(index));
            return 0;
        }
    }
    if (!slot)
        return -EINVAL;
    queueOrdered(buffers, *slot);
    return 0;
}

} // namespace prism
