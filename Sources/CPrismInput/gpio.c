// SPDX-License-Identifier: MIT
// Requests, values and edges of GPIO lines: ioctl(2) of linux/gpio.h, version 2.
#include "prism_gpio.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/gpio.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static int open_chip(const char *path) {
    int fd = open(path, O_RDWR | O_CLOEXEC);
    return fd >= 0 ? fd : -errno;
}

/// 1 where the chip at `path` is called so, 0 where not.
static int is_called(const char *path, const char *label) {
    int fd = open_chip(path);
    if (fd < 0)
        return fd;
    struct gpiochip_info info = {0};
    int result = ioctl(fd, GPIO_GET_CHIPINFO_IOCTL, &info) == 0 ? 0 : -errno;
    if (result == 0)
        result = strncmp(info.label, label, sizeof info.label) == 0 ||
                 strncmp(info.name, label, sizeof info.name) == 0;
    close(fd);
    return result;
}

int prism_gpio_find(const char *directory, const char *label, char *path, size_t capacity) {
    DIR *files = opendir(directory);
    if (!files)
        return -errno;
    int found = -ENODEV;
    const struct dirent *file;
    while (found < 0 && (file = readdir(files))) {
        if (strncmp(file->d_name, "gpiochip", 8) != 0)
            continue;
        int length = snprintf(path, capacity, "%s/%s", directory, file->d_name);
        if (length < 0 || (size_t)length >= capacity) {
            found = -ERANGE;
            break;
        }
        int result = is_called(path, label);
        if (result > 0)
            found = 0;
        else if (result == -EACCES || result == -EPERM)
            found = -EACCES;
    }
    closedir(files);
    return found;
}

static uint64_t line_flags(uint32_t flags) {
    uint64_t wanted =
        GPIO_V2_LINE_FLAG_INPUT | GPIO_V2_LINE_FLAG_EDGE_RISING | GPIO_V2_LINE_FLAG_EDGE_FALLING;
    if (flags & PRISM_GPIO_ACTIVE_LOW)
        wanted |= GPIO_V2_LINE_FLAG_ACTIVE_LOW;
    if (flags & PRISM_GPIO_PULL_UP)
        wanted |= GPIO_V2_LINE_FLAG_BIAS_PULL_UP;
    if (flags & PRISM_GPIO_PULL_DOWN)
        wanted |= GPIO_V2_LINE_FLAG_BIAS_PULL_DOWN;
    return wanted;
}

int prism_gpio_request(const char *path, const uint32_t *lines, size_t count, uint32_t flags,
                       const char *consumer) {
    if (count == 0 || count > PRISM_GPIO_MAX_LINES)
        return -EINVAL;
    struct gpio_v2_line_request request = {.num_lines = (uint32_t)count};
    memcpy(request.offsets, lines, count * sizeof *lines);
    snprintf(request.consumer, sizeof request.consumer, "%s", consumer);
    request.config.flags = line_flags(flags);
    int chip = open_chip(path);
    if (chip < 0)
        return chip;
    int result = ioctl(chip, GPIO_V2_GET_LINE_IOCTL, &request) == 0 ? request.fd : -errno;
    close(chip);
    return result;
}

int prism_gpio_values(int fd, size_t count, uint64_t *bits) {
    struct gpio_v2_line_values values = {.mask = count < 64 ? (1ULL << count) - 1 : ~0ULL};
    if (ioctl(fd, GPIO_V2_LINE_GET_VALUES_IOCTL, &values) != 0)
        return -errno;
    *bits = values.bits;
    return 0;
}

int prism_gpio_read(int fd, prism_gpio_edge *edges, size_t capacity) {
    size_t count = 0;
    struct pollfd ready = {.fd = fd, .events = POLLIN};
    // The kernel's descriptor blocks, so it is asked before each read.
    while (count < capacity && poll(&ready, 1, 0) == 1) {
        struct gpio_v2_line_event event;
        ssize_t size = read(fd, &event, sizeof event);
        if (size < 0 && errno == EINTR)
            continue;
        if (size < 0)
            return errno == EAGAIN ? (int)count : -errno;
        if ((size_t)size != sizeof event)
            return -ENODEV;
        edges[count++] = (prism_gpio_edge){
            .line = event.offset,
            .is_active = event.id == GPIO_V2_LINE_EVENT_RISING_EDGE,
            .time_ns = (int64_t)event.timestamp_ns,
        };
    }
    return (int)count;
}
