// SPDX-License-Identifier: MIT
// Devices and sockets whose requests and addresses Swift cannot spell: V4L2 controls, the journal.
#define _GNU_SOURCE
#include "prism_linux.h"

#include <errno.h>
#include <linux/videodev2.h>
#include <stddef.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

int prism_linux_datagram_send(const char *name, const void *data, size_t size) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    size_t length = strlen(name);
    if (length >= sizeof address.sun_path)
        return -ENAMETOOLONG;
    memcpy(address.sun_path, name, length);
    // An abstract name begins with a zero, and every byte of the address is part of it.
    if (name[0] == '@')
        address.sun_path[0] = 0;
    socklen_t used = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length);
    if (name[0] != '@')
        used++;
    int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return -errno;
    ssize_t sent = sendto(fd, data, size, MSG_DONTWAIT | MSG_NOSIGNAL,
                          (const struct sockaddr *)&address, used);
    int result = sent < 0 ? -errno : 0;
    close(fd);
    return result;
}

// A signal may interrupt any ioctl; the request is the same the next time.
static int retried(int fd, unsigned long request, struct v4l2_control *control) {
    while (ioctl(fd, request, control) != 0) {
        if (errno != EINTR)
            return -errno;
    }
    return 0;
}

int prism_linux_v4l2_get(int fd, uint32_t control, int32_t *value) {
    struct v4l2_control request = {.id = control};
    int result = retried(fd, VIDIOC_G_CTRL, &request);
    if (result == 0)
        *value = request.value;
    return result;
}

int prism_linux_v4l2_set(int fd, uint32_t control, int32_t value) {
    struct v4l2_control request = {.id = control, .value = value};
    return retried(fd, VIDIOC_S_CTRL, &request);
}

uint32_t prism_linux_v4l2_wide_dynamic_range(void) {
    return V4L2_CID_WIDE_DYNAMIC_RANGE;
}
