// SPDX-License-Identifier: MIT
// Atomic commits and flip events, straight to the kernel: libdrm's request allocates for each property.
#include "display.h"

#include <errno.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>
#include <xf86drm.h>

struct request {
    uint32_t objects[PRISM_MAX_ASSIGNMENTS], counts[PRISM_MAX_ASSIGNMENTS];
    uint32_t properties[PRISM_MAX_ASSIGNMENTS];
    uint64_t values[PRISM_MAX_ASSIGNMENTS];
    uint32_t object_count, property_count;
};

static int add(struct request *request, uint32_t object, uint32_t property, uint64_t value) {
    if (request->property_count == PRISM_MAX_ASSIGNMENTS)
        return -E2BIG;
    uint32_t last = request->object_count;
    if (last == 0 || request->objects[last - 1] != object) {
        request->objects[last] = object;
        request->counts[last] = 0;
        request->object_count = ++last;
    }
    request->counts[last - 1]++;
    request->properties[request->property_count] = property;
    request->values[request->property_count++] = value;
    return 0;
}

static uint32_t kernel_flags(uint32_t flags) {
    uint32_t result = 0;
    if (flags & PRISM_COMMIT_TEST)
        result |= DRM_MODE_ATOMIC_TEST_ONLY;
    if (flags & PRISM_COMMIT_NONBLOCKING)
        result |= DRM_MODE_ATOMIC_NONBLOCK;
    if (flags & PRISM_COMMIT_EVENT)
        result |= DRM_MODE_PAGE_FLIP_EVENT;
    if (flags & PRISM_COMMIT_MODESET)
        result |= DRM_MODE_ATOMIC_ALLOW_MODESET;
    return result;
}

int prism_display_commit(prism_display *display, const prism_assignment *assignments, size_t count,
                         uint32_t flags, uint64_t tag, prism_fence *fence) {
    struct request request;
    request.object_count = request.property_count = 0;
    int result = 0;
    for (size_t i = 0; i < count && result == 0; i++)
        result =
            add(&request, assignments[i].object, assignments[i].property, assignments[i].value);
    if (fence)
        fence->fd = -1;
    if (fence && fence->property && result == 0)
        result = add(&request, fence->object, fence->property, (uintptr_t)&fence->fd);
    if (result < 0)
        return result;
    struct drm_mode_atomic atomic = {
        .flags = kernel_flags(flags),
        .count_objs = request.object_count,
        .objs_ptr = (uintptr_t)request.objects,
        .count_props_ptr = (uintptr_t)request.counts,
        .props_ptr = (uintptr_t)request.properties,
        .prop_values_ptr = (uintptr_t)request.values,
        .user_data = tag,
    };
    return drmIoctl(display->fd, DRM_IOCTL_MODE_ATOMIC, &atomic) == 0 ? 0 : -errno;
}

static prism_flip flip_of(const struct drm_event_vblank *event) {
    return (prism_flip){
        .crtc = event->crtc_id,
        .sequence = event->sequence,
        .time_ns = (int64_t)event->tv_sec * 1000000000 + (int64_t)event->tv_usec * 1000,
        .tag = event->user_data,
    };
}

int prism_display_read_flips(prism_display *display, prism_flip *flips, size_t capacity) {
    // A read takes whole events only, so the buffer is no larger than what the caller can hold.
    char buffer[16 * sizeof(struct drm_event_vblank)];
    size_t most = capacity < 16 ? capacity : 16;
    ssize_t size;
    do {
        size = read(display->fd, buffer, most * sizeof(struct drm_event_vblank));
    } while (size < 0 && errno == EINTR);
    if (size < 0)
        return errno == EAGAIN ? 0 : -errno;
    int count = 0;
    for (size_t at = 0; at + sizeof(struct drm_event) <= (size_t)size;) {
        struct drm_event head;
        memcpy(&head, buffer + at, sizeof head);
        if (head.length < sizeof head || at + head.length > (size_t)size)
            break;
        struct drm_event_vblank event;
        if (head.type == DRM_EVENT_FLIP_COMPLETE && head.length >= sizeof event) {
            memcpy(&event, buffer + at, sizeof event);
            flips[count++] = flip_of(&event);
        }
        at += head.length;
    }
    return count;
}
