// SPDX-License-Identifier: MIT
// Framebuffers: memory of our own that the CPU draws into, and pictures of others, imported and remembered.
#pragma once

#include "prism_topology.h"

#include <stddef.h>
#include <stdint.h>

/// Most planes of a picture.
#define PRISM_DISPLAY_PLANES 4

/// A picture in memory of the card that the CPU can draw into.
typedef struct prism_dumb {
    uint32_t handle, framebuffer;
    uint32_t width, height, stride;
    uint64_t size;
    uint8_t *pixels;
} prism_dumb;

/// Makes a picture of 32 or 16 bits per pixel and maps it; its pixels are zero.
/// Freed with prism_dumb_destroy(). Thread: the display's.  Errors: -errno.
int prism_dumb_create(prism_display *display, uint32_t width, uint32_t height, uint32_t fourcc,
                      uint32_t bits, prism_dumb *out);

/// Unmaps and frees a picture. Thread: the display's.  Errors: none.
void prism_dumb_destroy(prism_display *display, prism_dumb *dumb);

/// A picture in somebody else's memory; the descriptors stay the caller's.
typedef struct prism_picture {
    uint32_t width, height, fourcc;
    uint32_t plane_count; ///< 1 … PRISM_DISPLAY_PLANES
    uint64_t modifier;
    int32_t fds[PRISM_DISPLAY_PLANES];
    uint32_t offsets[PRISM_DISPLAY_PLANES];
    uint32_t strides[PRISM_DISPLAY_PLANES];
} prism_picture;

/// The framebuffer of a picture: made on first sight, then found again by its memory.
///
/// Memory is a dma-buf, or a sealed memfd where the kernel has udmabuf. At most 64 are remembered, the longest
/// unused goes first; a picture that is on the screen must have been among the last 64.
/// Thread: the display's.  Errors: -errno (-EINVAL, -ENODEV: cannot be imported by this card).
int prism_framebuffer_import(prism_display *display, const prism_picture *picture, uint32_t *id);

/// Frees the remembered framebuffers but for `kept` ones, and with them the buffers' memory.
/// `kept` may be NULL where `count` is 0. Thread: the display's.  Errors: none.
void prism_framebuffer_forget(prism_display *display, const uint32_t *kept, size_t count);

/// What a display holds, for tests of leaks.
typedef struct prism_display_counts {
    uint32_t framebuffers; ///< remembered imports
    uint32_t handles;      ///< GEM handles of imports
    uint64_t imports;      ///< made since the display was opened
    uint64_t hits;         ///< found again
} prism_display_counts;

/// Counts. Thread: the display's.  Errors: none.
void prism_display_count(const prism_display *display, prism_display_counts *out);
