// SPDX-License-Identifier: MIT
// libjpeg errors to errno values and one line of text.
#include "jpeg_failure.h"

#include <errno.h>
#include <jerror.h>

static void explain(j_common_ptr info, struct jpeg_failure *failure) {
    char text[JMSG_LENGTH_MAX];
    info->err->format_message(info, text);
    if (failure->why)
        snprintf(failure->why->text, sizeof failure->why->text, "%s", text);
}

static void fail(j_common_ptr info) {
    struct jpeg_failure *failure = (struct jpeg_failure *)info->err;
    explain(info, failure);
    failure->code = info->err->msg_code == JERR_OUT_OF_MEMORY ? -ENOMEM : -EBADMSG;
    longjmp(failure->escape, 1);
}

/// Warnings that leave the pixels whole.
static bool is_harmless(int code) {
    return code == JWRN_EXTRANEOUS_DATA || code == JWRN_ADOBE_XFORM || code == JWRN_JFIF_MAJOR ||
           code == JWRN_TOO_MUCH_DATA;
}

static void note(j_common_ptr info, int level) {
    struct jpeg_failure *failure = (struct jpeg_failure *)info->err;
    if (level < 0 && failure->is_strict && !is_harmless(info->err->msg_code))
        fail(info);
}

static void stay_silent(j_common_ptr info) {
    (void)info;
}

struct jpeg_error_mgr *prism_jpeg_failure_init(struct jpeg_failure *failure, bool is_strict,
                                               prism_image_text *why) {
    struct jpeg_error_mgr *manager = jpeg_std_error(&failure->manager);
    manager->error_exit = fail;
    manager->emit_message = note;
    manager->output_message = stay_silent;
    failure->code = -EBADMSG;
    failure->is_strict = is_strict;
    failure->why = why;
    if (why)
        why->text[0] = 0;
    return manager;
}
