// SPDX-License-Identifier: MIT
// How a kernel is handed the planes it reads and writes.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// A plane to write: its first byte and the distance from a row to the next, in bytes.
typedef struct prism_dst {
    void *data;
    ptrdiff_t stride;
} prism_dst;

/// A plane to read.
typedef struct prism_src {
    const void *data;
    ptrdiff_t stride;
} prism_src;
