// SPDX-License-Identifier: MIT
// Opening and closing a card, mastery, leases and blobs.
#include "display.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xf86drm.h>
#include <xf86drmMode.h>

static int ask_for_capabilities(int fd) {
    if (drmSetClientCap(fd, DRM_CLIENT_CAP_UNIVERSAL_PLANES, 1) != 0)
        return -EOPNOTSUPP;
    if (drmSetClientCap(fd, DRM_CLIENT_CAP_ATOMIC, 1) != 0)
        return -EOPNOTSUPP;
    // A card without writeback connectors refuses; its frames are then only not read back.
    drmSetClientCap(fd, DRM_CLIENT_CAP_WRITEBACK_CONNECTORS, 1);
    return 0;
}

int prism_display_adopt(int fd, prism_display **out) {
    *out = NULL;
    int result = ask_for_capabilities(fd);
    if (result < 0)
        return result;
    prism_display *display = calloc(1, sizeof *display);
    if (!display)
        return -ENOMEM;
    uint64_t value = 0;
    display->fd = fd;
    display->has_modifiers = drmGetCap(fd, DRM_CAP_ADDFB2_MODIFIERS, &value) == 0 && value;
    *out = display;
    return 0;
}

int prism_display_open(const char *path, prism_display **out) {
    *out = NULL;
    int fd = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0)
        return -errno;
    int result = prism_display_adopt(fd, out);
    if (result < 0)
        close(fd);
    return result;
}

void prism_display_close(prism_display *display) {
    if (!display)
        return;
    prism_framebuffer_forget(display, NULL, 0);
    if (display->epoll > 0)
        close(display->epoll);
    if (display->uevents > 0)
        close(display->uevents);
    close(display->fd);
    free(display);
}

int prism_display_fd(const prism_display *display) {
    return display->fd;
}

int prism_display_is_master(const prism_display *display) {
    return drmIsMaster(display->fd);
}

int prism_display_set_master(prism_display *display, int wanted) {
    int result = wanted ? drmSetMaster(display->fd) : drmDropMaster(display->fd);
    return result == 0 ? 0 : -errno;
}

int prism_display_lease(prism_display *display, const uint32_t *objects, size_t count,
                        uint32_t *lessee) {
    return drmModeCreateLease(display->fd, objects, (int)count, O_CLOEXEC, lessee);
}

int prism_display_revoke(prism_display *display, uint32_t lessee) {
    return drmModeRevokeLease(display->fd, lessee);
}

int prism_display_create_blob(prism_display *display, const void *data, size_t size, uint32_t *id) {
    return drmModeCreatePropertyBlob(display->fd, data, size, id) == 0 ? 0 : -errno;
}

int prism_display_create_mode(prism_display *display, const prism_mode *mode, uint32_t *id) {
    struct drm_mode_modeinfo info = {
        .clock = mode->clock,
        .hdisplay = mode->hdisplay,
        .hsync_start = mode->hsync_start,
        .hsync_end = mode->hsync_end,
        .htotal = mode->htotal,
        .hskew = mode->hskew,
        .vdisplay = mode->vdisplay,
        .vsync_start = mode->vsync_start,
        .vsync_end = mode->vsync_end,
        .vtotal = mode->vtotal,
        .vscan = mode->vscan,
        .vrefresh = mode->vrefresh,
        .flags = mode->flags,
        .type = mode->type,
    };
    memcpy(info.name, mode->name, sizeof info.name - 1);
    return prism_display_create_blob(display, &info, sizeof info, id);
}

int prism_display_destroy_blob(prism_display *display, uint32_t id) {
    return drmModeDestroyPropertyBlob(display->fd, id) == 0 ? 0 : -errno;
}

int prism_display_wait_fence(int fd, int timeout_ms) {
    struct pollfd ready = {.fd = fd, .events = POLLIN};
    int result;
    do {
        result = poll(&ready, 1, timeout_ms);
    } while (result < 0 && errno == EINTR);
    int error = result < 0 ? -errno : result == 0 ? -ETIMEDOUT : 0;
    close(fd);
    return error;
}
