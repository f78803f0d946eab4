// SPDX-License-Identifier: MIT
// Lines of a board's header as inputs, through version 2 of the kernel's GPIO interface.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// Most lines of one request.
#define PRISM_GPIO_MAX_LINES 8

/// How the lines are wired.
enum prism_gpio_flag {
    PRISM_GPIO_ACTIVE_LOW = 1, ///< closed while the line is low, as a button to ground is
    PRISM_GPIO_PULL_UP = 2,    ///< the chip's own resistor to the supply
    PRISM_GPIO_PULL_DOWN = 4   ///< the chip's own resistor to ground
};

/// A line that changed.
typedef struct prism_gpio_edge {
    uint32_t line;     ///< of the chip
    int32_t is_active; ///< 1: the contact closed
    int64_t time_ns;   ///< CLOCK_MONOTONIC
} prism_gpio_edge;

/// Finds a chip by its label or name ("pinctrl-bcm2835", "gpiochip0") among the files of `directory` ("/dev").
///
/// Thread: any; opens and closes files.  Writes the path into `path`.
/// Errors: -errno (-ENODEV: none has that name; -EACCES: it may be one that cannot be opened; -ERANGE).
int prism_gpio_find(const char *directory, const char *label, char *path, size_t capacity);

/// Asks for edges of both directions of some lines of a chip.
///
/// Returns a descriptor that is the caller's, readable when an edge waits.
/// Thread: any.  Errors: -errno (-EBUSY: another has a line; -EACCES; -EINVAL: no such line).
int prism_gpio_request(const char *path, const uint32_t *lines, size_t count, uint32_t flags,
                       const char *consumer);

/// Whether each line is active now, a bit per line in the order of the request.
/// Thread: any.  Errors: -errno.
int prism_gpio_values(int fd, size_t count, uint64_t *bits);

/// Reads the edges that wait, without blocking; at most `capacity`.
/// Thread: any.  Returns their number.  Errors: -errno (-ENODEV: the chip is gone).
int prism_gpio_read(int fd, prism_gpio_edge *edges, size_t capacity);
