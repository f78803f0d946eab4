// SPDX-License-Identifier: MIT
// Opens raw files and loads their mosaic; libraw catches its own C++ exceptions.
#include "raw_facts.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

struct prism_raw {
    libraw_data_t *data;
    int is_damaged; ///< set by libraw's data callback
};

static void note_damage(void *raw, const char *file, const int offset) {
    (void)file, (void)offset;
    ((prism_raw *)raw)->is_damaged = 1;
}

static void note_damage_wide(void *raw, const char *file, const INT64 offset) {
    (void)file, (void)offset;
    ((prism_raw *)raw)->is_damaged = 1;
}

typedef void narrow_callback(void *, const char *, const int);

/// libraw widened the offset of its callback after 0.20.
static void listen(prism_raw *raw) {
    libraw_set_dataerror_handler(raw->data,
                                 _Generic((data_callback)NULL, narrow_callback *
                                          : note_damage, default
                                          : note_damage_wide),
                                 raw);
}

static int explain(int code, const char *text, prism_image_text *why) {
    snprintf(why->text, sizeof why->text, "%s", text);
    return code;
}

/// libraw's code as an errno.
static int refuse(int code, prism_image_text *why) {
    switch (code) {
    case LIBRAW_SUCCESS:
        return 0;
    case LIBRAW_UNSUFFICIENT_MEMORY:
        return -ENOMEM;
    case LIBRAW_TOO_BIG:
        return -E2BIG;
    case LIBRAW_FILE_UNSUPPORTED:
        return explain(-EBADMSG, "it is not a raw picture", why);
    case LIBRAW_IO_ERROR:
        // libraw's word for a read past the end.
        return explain(-EBADMSG, "it ends before its samples do", why);
    case LIBRAW_NOT_IMPLEMENTED:
        return explain(-ENOTSUP, "libraw cannot read this kind", why);
    default:
        return code > 0 ? -code : explain(-EBADMSG, libraw_strerror(code), why);
    }
}

static int examine(prism_raw *raw, uint64_t most, prism_raw_facts *facts, prism_image_text *why) {
    const libraw_image_sizes_t *sizes = &raw->data->sizes;
    if (!prism_raw_is_bayer(raw->data))
        return explain(-ENOTSUP, "it holds no Bayer mosaic", why);
    if (sizes->width == 0 || sizes->height == 0 ||
        sizes->left_margin + sizes->width > sizes->raw_width ||
        sizes->top_margin + sizes->height > sizes->raw_height)
        return explain(-EBADMSG, "its sizes contradict each other", why);
    if ((uint64_t)sizes->raw_width * sizes->raw_height > most)
        return -E2BIG;
    prism_raw_describe(raw->data, facts);
    return 0;
}

int prism_raw_open(const char *path, uint64_t most_samples, prism_raw **raw, prism_raw_facts *facts,
                   prism_image_text *why) {
    *facts = (prism_raw_facts){0};
    why->text[0] = 0;
    *raw = calloc(1, sizeof **raw);
    if (!*raw)
        return -ENOMEM;
    (*raw)->data = libraw_init(0);
    if ((*raw)->data) {
        listen(*raw);
        int result = refuse(libraw_open_file((*raw)->data, path), why);
        if (result == 0)
            result = examine(*raw, most_samples, facts, why);
        if (result == 0)
            return 0;
        prism_raw_close(*raw);
        *raw = NULL;
        return result;
    }
    free(*raw);
    *raw = NULL;
    return -ENOMEM;
}

int prism_raw_load(prism_raw *raw, prism_raw_facts *facts, prism_image_text *why) {
    int result = refuse(libraw_unpack(raw->data), why);
    if (result != 0)
        return result;
    if (raw->is_damaged)
        return explain(-EBADMSG, "its data end early or are damaged", why);
    const libraw_image_sizes_t *sizes = &raw->data->rawdata.sizes;
    size_t stride = sizes->raw_pitch / 2;
    if (!raw->data->rawdata.raw_image || stride < sizes->raw_width)
        return explain(-ENOTSUP, "it holds no Bayer mosaic", why);
    prism_raw_describe(raw->data, facts);
    facts->samples = raw->data->rawdata.raw_image;
    facts->count = stride * sizes->raw_height;
    facts->stride = (uint32_t)stride;
    facts->offset = sizes->top_margin * stride + sizes->left_margin;
    return 0;
}

void prism_raw_close(prism_raw *raw) {
    if (!raw)
        return;
    libraw_close(raw->data);
    free(raw);
}
