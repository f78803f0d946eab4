// SPDX-License-Identifier: MIT
// libpng's error path: every error jumps back to the call that armed it.
#pragma once

#include "prism_image.h"

#include <png.h>
#include <setjmp.h>

/// What libpng's error pointer refers to.
struct png_failure {
    jmp_buf escape;
    int code; ///< -errno to be returned after the jump
    prism_image_text *why;
};

void prism_png_failure_init(struct png_failure *failure, prism_image_text *why);

/// libpng's callbacks.
PNG_FUNCTION(void, prism_png_fail, (png_structp png, png_const_charp text), PNG_NORETURN);
void prism_png_ignore(png_structp png, png_const_charp text);
