// SPDX-License-Identifier: MIT
// What the parts of the room share: the open card with its remembered imports.
#pragma once

#include "include/prism_display.h"

#include <stdbool.h>
#include <sys/types.h>

enum { DISPLAY_IMPORTS = 64, DISPLAY_HANDLES = DISPLAY_IMPORTS * PRISM_DISPLAY_PLANES };

/// A dma-buf that was imported: the kernel gives the same handle each time, so it is closed with its last user.
struct display_handle {
    uint32_t handle, users;
};

/// Whose memory a plane is; the inode identifies it as long as `fd`, a duplicate of ours, is open.
struct display_memory {
    dev_t device;
    ino_t inode;
    int fd;
};

struct display_import {
    bool used;
    uint64_t last_used;
    uint32_t framebuffer;
    prism_picture picture; ///< its descriptors are not ours and only compared by memory
    struct display_memory memory[PRISM_DISPLAY_PLANES];
    uint32_t handles[PRISM_DISPLAY_PLANES];
};

struct prism_display {
    int fd;
    int epoll, uevents; ///< 0: not made
    bool has_modifiers;
    uint64_t clock, imports, hits;
    struct display_import table[DISPLAY_IMPORTS];
    struct display_handle handles[DISPLAY_HANDLES];
};
