// SPDX-License-Identifier: MIT
// libpng errors to errno values and one line of text.
#include "png_failure.h"

#include <errno.h>
#include <stdio.h>

void prism_png_failure_init(struct png_failure *failure, prism_image_text *why) {
    failure->code = -EBADMSG;
    failure->why = why;
    if (why)
        why->text[0] = 0;
}

// libpng has no codes; running out of memory is told by the callers' allocation checks alone.
void prism_png_fail(png_structp png, png_const_charp text) {
    struct png_failure *failure = png_get_error_ptr(png);
    if (failure->why)
        snprintf(failure->why->text, sizeof failure->why->text, "%s", text);
    longjmp(failure->escape, 1);
}

void prism_png_ignore(png_structp png, png_const_charp text) {
    (void)png;
    (void)text;
}
