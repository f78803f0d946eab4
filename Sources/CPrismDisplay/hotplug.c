// SPDX-License-Identifier: MIT
// News of connectors, from the kernel itself: a board without udevd has them too.
#include "display.h"

#include <errno.h>
#include <linux/netlink.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

static int listen_to_kernel(void) {
    struct sockaddr_nl address = {.nl_family = AF_NETLINK, .nl_groups = 1};
    int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_KOBJECT_UEVENT);
    if (fd < 0)
        return -errno;
    if (bind(fd, (const struct sockaddr *)&address, sizeof address) == 0)
        return fd;
    int error = -errno;
    close(fd);
    return error;
}

static int add(int epoll, int fd) {
    struct epoll_event event = {.events = EPOLLIN, .data.fd = fd};
    return epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event) == 0 ? 0 : -errno;
}

int prism_display_watch(prism_display *display) {
    if (display->epoll > 0)
        return display->epoll;
    int epoll = epoll_create1(EPOLL_CLOEXEC);
    if (epoll < 0)
        return -errno;
    int result = add(epoll, display->fd);
    if (result < 0) {
        close(epoll);
        return result;
    }
    // Where the kernel's news cannot be had (a container), a screen is only not found again.
    int uevents = listen_to_kernel();
    if (uevents >= 0 && add(epoll, uevents) == 0)
        display->uevents = uevents;
    else if (uevents >= 0)
        close(uevents);
    display->epoll = epoll;
    return epoll;
}

/// A message is "change@/devices/...", then NAME=VALUE strings, each with its final 0.
static bool tells_of_connectors(const char *message, size_t size) {
    bool is_drm = false, is_hotplug = false;
    for (size_t at = 0; at < size; at += strnlen(message + at, size - at) + 1) {
        is_drm = is_drm || strcmp(message + at, "SUBSYSTEM=drm") == 0;
        is_hotplug = is_hotplug || strcmp(message + at, "HOTPLUG=1") == 0;
    }
    return is_drm && is_hotplug;
}

int prism_display_take_hotplug(prism_display *display) {
    char message[4096 + 1];
    int found = 0;
    while (display->uevents > 0) {
        ssize_t size = recv(display->uevents, message, sizeof message - 1, 0);
        if (size < 0 && errno == EINTR)
            continue;
        // Messages were lost: look, to be sure.
        if (size < 0 && errno == ENOBUFS) {
            found = 1;
            continue;
        }
        if (size <= 0)
            break;
        message[size] = 0;
        found = found || tells_of_connectors(message, (size_t)size);
    }
    return found;
}
