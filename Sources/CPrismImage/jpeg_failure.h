// SPDX-License-Identifier: MIT
// libjpeg's error manager: every error jumps back to the call that armed it.
#pragma once

#include "prism_image.h"

#include <setjmp.h>
#include <stdbool.h>

// In this order, as jpeglib.h uses FILE without declaring it.
// clang-format off
#include <stdio.h>
#include <jpeglib.h>
// clang-format on

/// Error manager plus the way out; the first member, so that libjpeg's pointer is this one's.
struct jpeg_failure {
    struct jpeg_error_mgr manager;
    jmp_buf escape;
    int code;       ///< -errno to be returned after the jump
    bool is_strict; ///< warnings that mean damaged pixels are errors
    prism_image_text *why;
};

/// Prepares the manager and returns it for cinfo.err; the caller then calls setjmp on `escape`.
struct jpeg_error_mgr *prism_jpeg_failure_init(struct jpeg_failure *failure, bool is_strict,
                                               prism_image_text *why);
