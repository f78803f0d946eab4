// SPDX-License-Identifier: MIT
// Writing to a descriptor or to memory, with a running checksum.
#include "prism_image.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

static int wait_writable(int fd) {
    struct pollfd wait = {.fd = fd, .events = POLLOUT};
    return poll(&wait, 1, -1) < 0 && errno != EINTR ? -errno : 0;
}

/// Writes once; returns the bytes taken (0: try again) or -errno.
static ssize_t write_some(prism_image_output *output, const uint8_t *bytes, size_t size) {
    if (output->fd < 0) {
        if (size > output->capacity - (size_t)output->bytes)
            return -ENOBUFS;
        memcpy(output->memory + output->bytes, bytes, size);
        return (ssize_t)size;
    }
    ssize_t written = write(output->fd, bytes, size);
    if (written > 0)
        return written;
    if (written == 0)
        return -EIO;
    if (errno == EAGAIN)
        return wait_writable(output->fd);
    return errno == EINTR ? 0 : -errno;
}

int prism_image_write(prism_image_output *output, const void *data, size_t size) {
    const uint8_t *bytes = data;
    while (size > 0) {
        ssize_t written = write_some(output, bytes, size);
        if (written < 0)
            return (int)written;
        if (output->checksum)
            output->crc = output->checksum(output->crc, bytes, (size_t)written);
        output->bytes += (uint64_t)written;
        bytes += written;
        size -= (size_t)written;
    }
    return 0;
}
