// SPDX-License-Identifier: MIT
// The PNG encoder: one row at a time, Y'CbCr turned into RGB on the way.
#include "png_failure.h"
#include "prism_png.h"
#include "rgb_rows.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { OUTPUT_BUFFER = 64 * 1024 };

struct job {
    png_structp png;
    png_infop info;
    struct png_failure failure;
    prism_image_output *output;
    const prism_image_source *source;
    const prism_png_options *options;

    prism_rgb_rows rows;
    uint8_t *row; ///< one row of the file

    size_t used;
    uint8_t buffer[OUTPUT_BUFFER];
};

static void flush(struct job *job) {
    int result = prism_image_write(job->output, job->buffer, job->used);
    job->used = 0;
    if (result < 0) {
        job->failure.code = result;
        longjmp(job->failure.escape, 1);
    }
}

static void put(png_structp png, png_bytep bytes, size_t size) {
    struct job *job = png_get_io_ptr(png);
    while (size > 0) {
        size_t room = OUTPUT_BUFFER - job->used, count = size < room ? size : room;
        memcpy(job->buffer + job->used, bytes, count);
        job->used += count;
        bytes += count;
        size -= count;
        if (job->used == OUTPUT_BUFFER)
            flush(job);
    }
}

static void flush_nothing(png_structp png) {
    (void)png;
}

static void write_header(struct job *job) {
    const prism_image_source *source = job->source;
    png_set_write_fn(job->png, job, put, flush_nothing);
    png_set_compression_level(job->png, (int)job->options->compression);
    // One cheap filter: choosing among all five takes longer than the deflate of level 1.
    png_set_filter(job->png, PNG_FILTER_TYPE_BASE, PNG_FILTER_SUB);
    png_set_user_limits(job->png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
    png_set_IHDR(job->png, job->info, source->width, source->height, 8,
                 source->kind == PRISM_IMAGE_GREY ? PNG_COLOR_TYPE_GRAY : PNG_COLOR_TYPE_RGB,
                 PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_set_sRGB(job->png, job->info, PNG_sRGB_INTENT_PERCEPTUAL);
    if (job->options->exif)
        png_set_eXIf_1(job->png, job->info, (png_uint_32)job->options->exif_size,
                       (png_bytep)(uintptr_t)job->options->exif);
    png_write_info(job->png, job->info);
}

static void write_rows(struct job *job) {
    for (uint32_t y = 0; y < job->source->height; y++) {
        prism_rgb_rows_make(&job->rows, y, job->row);
        png_write_row(job->png, job->row);
    }
}

/// The part that libpng may leave by longjmp.
static int run(struct job *job) {
    if (setjmp(job->failure.escape))
        return job->failure.code;
    job->png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &job->failure, prism_png_fail,
                                       prism_png_ignore);
    job->info = job->png ? png_create_info_struct(job->png) : NULL;
    if (!job->info)
        return -ENOMEM;
    write_header(job);
    write_rows(job);
    png_write_end(job->png, NULL);
    flush(job);
    return 0;
}

int prism_png_encode(const prism_image_source *source, const prism_png_options *options,
                     prism_image_output *output, prism_image_text *why) {
    if (why)
        why->text[0] = 0;
    if (!prism_source_is_valid(source) || options->compression > 9 ||
        source->width > PNG_UINT_31_MAX / 8 || source->height > PNG_UINT_31_MAX)
        return -EINVAL;
    // On the heap: locals changed after setjmp would be lost by the jump.
    struct job *job = calloc(1, sizeof *job);
    uint8_t *row = malloc((size_t)source->width * 3);
    int result = job && row ? prism_rgb_rows_init(&job->rows, source) : -ENOMEM;
    if (result == 0) {
        prism_png_failure_init(&job->failure, why);
        job->source = source;
        job->options = options;
        job->output = output;
        job->row = row;
        result = run(job);
        png_destroy_write_struct(&job->png, &job->info);
        prism_rgb_rows_free(&job->rows);
    }
    free(row);
    free(job);
    return result;
}
