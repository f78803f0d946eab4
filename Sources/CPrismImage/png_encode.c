// SPDX-License-Identifier: MIT
// The PNG encoder: one row at a time, Y'CbCr turned into RGB on the way.
#include "png_failure.h"
#include "prism_png.h"
#include "rows.h"

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

    prism_ycc_map map;
    uint8_t *row;       ///< one row of the file
    uint8_t *planes[3]; ///< one row of each component, at full width
    uint8_t *near;      ///< one row of chroma as it was gathered
    uint8_t *far;       ///< its neighbour

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

/// One row of chroma as wide as the picture; `far` is the row that is blended in.
static void make_chroma(struct job *job, int index, uint32_t near, uint32_t far) {
    const prism_image_source *source = job->source;
    const prism_image_component *component = &source->components[index];
    const uint8_t *from = component->base + (ptrdiff_t)near * component->stride;
    if (source->h_shift == 0) {
        prism_gather(job->planes[index], from, component->step, source->width);
        return;
    }
    uint32_t width = prism_source_width(source, index);
    prism_gather(job->near, from, component->step, width);
    from = component->base + (ptrdiff_t)far * component->stride;
    prism_gather(job->far, from, component->step, width);
    prism_upsample(job->planes[index], job->near, job->far, source->width);
}

static void make_ycc_row(struct job *job, uint32_t y) {
    const prism_image_source *source = job->source;
    const prism_image_component *luma = &source->components[0];
    uint32_t near = y >> source->v_shift, far = near;
    if (source->v_shift && (y & 1) && near + 1 < prism_source_height(source, 1))
        far = near + 1;
    else if (source->v_shift && !(y & 1) && near > 0)
        far = near - 1;
    make_chroma(job, 1, near, far);
    make_chroma(job, 2, near, far);
    prism_gather(job->planes[0], luma->base + (ptrdiff_t)y * luma->stride, luma->step,
                 source->width);
    prism_ycc_to_rgb(&job->map, job->row, job->planes[0], job->planes[1], job->planes[2],
                     source->width);
}

static void make_grey_row(struct job *job, uint32_t y) {
    const prism_image_component *luma = &job->source->components[0];
    prism_gather(job->row, luma->base + (ptrdiff_t)y * luma->stride, luma->step,
                 job->source->width);
    if (job->map.is_identity)
        return;
    for (uint32_t x = 0; x < job->source->width; x++) {
        int32_t value = (job->map.luma_gain * job->row[x] + job->map.luma_bias) >> PRISM_YCC_SHIFT;
        job->row[x] = (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
    }
}

static void make_rgb_row(struct job *job, uint32_t y) {
    const prism_image_component *parts = job->source->components;
    ptrdiff_t row = (ptrdiff_t)y;
    const uint8_t *red = parts[0].base + row * parts[0].stride;
    const uint8_t *green = parts[1].base + row * parts[1].stride;
    const uint8_t *blue = parts[2].base + row * parts[2].stride;
    uint8_t *to = job->row;
    for (uint32_t x = 0, step = parts[0].step; x < job->source->width; x++, to += 3) {
        to[0] = red[(size_t)x * step];
        to[1] = green[(size_t)x * step];
        to[2] = blue[(size_t)x * step];
    }
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
        if (job->source->kind == PRISM_IMAGE_YCC)
            make_ycc_row(job, y);
        else if (job->source->kind == PRISM_IMAGE_RGB)
            make_rgb_row(job, y);
        else
            make_grey_row(job, y);
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
    uint8_t *rows = malloc((size_t)source->width * 8);
    int result = -ENOMEM;
    if (job && rows) {
        prism_png_failure_init(&job->failure, why);
        job->source = source;
        job->options = options;
        job->output = output;
        job->row = rows;
        for (int i = 0; i < 3; i++)
            job->planes[i] = rows + (size_t)source->width * (3 + (size_t)i);
        job->near = rows + (size_t)source->width * 6;
        job->far = rows + (size_t)source->width * 7;
        prism_ycc_map_init(&job->map, source->matrix, source->limited_range != 0);
        result = run(job);
        png_destroy_write_struct(&job->png, &job->info);
    }
    free(rows);
    free(job);
    return result;
}
