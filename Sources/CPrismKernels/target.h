// SPDX-License-Identifier: MIT
// Compiles the functions of one file for a CPU without compiler flags, and names rows.
#pragma once

#include "include/prism_planes.h"

// The package manager gives no file flags of its own; clang's attribute stack does the same.
#define PRISM_PRAGMA(text) _Pragma(#text)
#define PRISM_TARGET_BEGIN(name)                                                                   \
    PRISM_PRAGMA(clang attribute push(__attribute__((target(name))), apply_to = function))
#define PRISM_TARGET_END PRISM_PRAGMA(clang attribute pop)

#define PRISM_AVX2 "avx2"
#define PRISM_AVX512 "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vnni"

/// Row `y` of a plane to write.
static inline uint8_t *prism_dst_row(prism_dst plane, int y) {
    return (uint8_t *)plane.data + y * plane.stride;
}

/// Row `y` of a plane to read.
static inline const uint8_t *prism_src_row(prism_src plane, int y) {
    return (const uint8_t *)plane.data + y * plane.stride;
}

/// `value` held to 0 ... 255.
static inline uint8_t prism_clamp_u8(int value) {
    return (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
}

/// round(a * b / 2^15), as AVX2's pmulhrsw and NEON's sqrdmulh; never -32768 times -32768.
static inline int prism_mulhrs(int a, int b) {
    return (a * b + 0x4000) >> 15;
}
