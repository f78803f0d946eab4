// SPDX-License-Identifier: MIT
// Configuring a session, and checking the controls that its next request will carry.
#include "CallbackScope.hpp"
#include "Session.hpp"

#include <cerrno>

namespace prism {

/// What forbids configuring now; 0 where nothing does.
int Session::enterIdle() {
    std::lock_guard lock(state_);
    if (isClosed_)
        return -ESHUTDOWN;
    if (isDisconnected_)
        return -ENODEV;
    return isRunning_ ? -EBUSY : 0;
}

int Session::configure(prism_configuration &configuration, bool apply) {
    if (CallbackScope::inside())
        return -EDEADLK;
    if (configuration.stream_count == 0 || configuration.stream_count > PRISM_MAX_STREAMS)
        return -EINVAL;
    std::lock_guard calls(lifecycle_);
    if (const int error = enterIdle())
        return error;
    if (!apply)
        return handler_.camera_configure(camera_, &configuration, 0);
    // Contiguous memory is scarce: what is not out is freed before the handler asks for more.
    retireBuffers();
    const int result = handler_.camera_configure(camera_, &configuration, 1);
    if (result < 0)
        return result;
    const int error = allocate(configuration);
    return error ? error : result;
}

int Session::allocate(const prism_configuration &configuration) {
    if (configuration.buffer_count == 0 || configuration.buffer_count > PRISM_MAX_BUFFERS)
        return -EPROTO;
    auto buffers = std::make_shared<BufferSet>(configuration.buffer_count, mappedBytes_);
    for (uint32_t index = 0; index < buffers->count(); ++index) {
        Slot &slot = (*buffers)[index];
        if (const int error = handler_.camera_slot(camera_, index, &slot.completion))
            return error;
        if (const int error = buffers->adopt(slot))
            return error;
    }
    ControlTable table = readTable();
    std::lock_guard lock(state_);
    buffers_ = std::move(buffers);
    table_ = std::move(table);
    dropUnknownControls();
    return 0;
}

void Session::retireBuffers() {
    std::lock_guard lock(state_);
    if (buffers_ && !buffers_->retire())
        retired_.push_back(buffers_);
    buffers_.reset();
}

ControlTable Session::readTable() {
    ControlTable table;
    const auto add = [](void *context, const prism_control_info *info) {
        static_cast<ControlTable *>(context)->add(*info);
    };
    handler_.camera_controls(camera_, add, &table);
    return table;
}

/// Controls held over a reconfigure must still mean the same.
void Session::dropUnknownControls() {
    for (size_t index = held_->count(); index-- > 0;) {
        const prism_control_entry &entry = held_->entries()[index];
        const ControlSpec *spec = table_.find(entry.id);
        if (!spec || spec->type != entry.value.type || spec->check(entry.value) != 0)
            held_->remove(entry.id);
    }
}

/// Checks one request and puts it, converted, among the incoming ones.
int Session::stage(const prism_control_request &request) {
    const ControlSpec *spec = table_.find(request.name, request.vendor);
    if (!spec)
        return -ENOENT;
    if (const int error = spec->check(request.value))
        return error;
    const prism_value shape = {spec->type, spec->fixedCount != 0 ? 1u : 0u, request.value.count,
                               nullptr};
    if (request.value.count > 65536)
        return -ERANGE;
    void *room = incoming_->put(spec->id, shape, request.value.count * elementSize(spec->type));
    return room ? convertElements(request.value, spec->type, room) : -ERANGE;
}

int Session::setControls(const prism_control_request *requests, size_t count, size_t *failed,
                         uint64_t *serial) {
    std::lock_guard lock(state_);
    if (isDisconnected_)
        return -ENODEV;
    if (isClosed_ || !buffers_)
        return -EINVAL;
    incoming_->clear();
    for (size_t index = 0; index < count; ++index) {
        const int error = stage(requests[index]);
        if (error && failed)
            *failed = index;
        if (error)
            return error;
    }
    if (!merged_->merge(*held_, *incoming_)) {
        if (failed)
            *failed = 0;
        return -ERANGE;
    }
    std::swap(held_, merged_);
    ++acceptedSerial_;
    if (serial)
        *serial = acceptedSerial_;
    return 0;
}

} // namespace prism
