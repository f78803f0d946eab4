// SPDX-License-Identifier: MIT
// The PNG decoder, for files of unknown origin.
#include "png_failure.h"
#include "prism_png.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/// Most memory for one ancillary chunk (profiles, text), which is unpacked before it is dropped.
enum { MOST_CHUNK_BYTES = 8 * 1024 * 1024 };

struct job {
    png_structp png;
    png_infop info;
    struct png_failure failure;
    const uint8_t *data;
    size_t left;
};

static void get(png_structp png, png_bytep bytes, size_t size) {
    struct job *job = png_get_io_ptr(png);
    if (size > job->left)
        png_error(png, "the file ends early");
    memcpy(bytes, job->data, size);
    job->data += size;
    job->left -= size;
}

/// Creates libpng's structures and reads up to the first pixels.
static int open_data(struct job *job) {
    job->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &job->failure, prism_png_fail,
                                      prism_png_ignore);
    job->info = job->png ? png_create_info_struct(job->png) : NULL;
    if (!job->info)
        return -ENOMEM;
    png_set_read_fn(job->png, job, get);
    png_set_chunk_malloc_max(job->png, MOST_CHUNK_BYTES);
    png_read_info(job->png, job->info);
    return 0;
}

/// Asks libpng for packed 8-bit R, G, B whatever the file holds.
static void want_rgb(struct job *job) {
    png_set_expand(job->png);
    png_set_scale_16(job->png);
    png_set_gray_to_rgb(job->png);
    png_color_16 black = {0};
    png_set_background(job->png, &black, PNG_BACKGROUND_GAMMA_SCREEN, 0, 1.0);
    png_set_strip_alpha(job->png);
}

/// Reads the size, or where there is a picture, its pixels.
static int run(struct job *job, uint32_t *width, uint32_t *height,
               const prism_image_picture *picture) {
    if (setjmp(job->failure.escape))
        return job->failure.code;
    int result = open_data(job);
    if (result < 0)
        return result;
    const uint32_t columns = png_get_image_width(job->png, job->info);
    const uint32_t rows = png_get_image_height(job->png, job->info);
    if (!picture) {
        *width = columns;
        *height = rows;
        return 0;
    }
    if (columns != picture->width || rows != picture->height)
        return -EINVAL;
    want_rgb(job);
    int passes = png_set_interlace_handling(job->png);
    png_read_update_info(job->png, job->info);
    size_t row_bytes = (size_t)picture->width * 3;
    if (png_get_rowbytes(job->png, job->info) != row_bytes)
        png_error(job->png, "a pixel layout that libpng cannot bring to RGB");
    for (int pass = 0; pass < passes; pass++)
        for (uint32_t y = 0; y < rows; y++)
            png_read_row(job->png, picture->pixels + y * row_bytes, NULL);
    png_read_end(job->png, NULL);
    return 0;
}

static int read_file(const uint8_t *data, size_t size, uint32_t *width, uint32_t *height,
                     const prism_image_picture *picture, prism_image_text *why) {
    struct job *job = calloc(1, sizeof *job);
    if (!job)
        return -ENOMEM;
    job->data = data;
    job->left = size;
    prism_png_failure_init(&job->failure, why);
    int result = run(job, width, height, picture);
    png_destroy_read_struct(&job->png, &job->info, NULL);
    free(job);
    return result;
}

int prism_png_read_size(const uint8_t *data, size_t size, uint32_t *width, uint32_t *height,
                        prism_image_text *why) {
    return read_file(data, size, width, height, NULL, why);
}

int prism_png_decode(const uint8_t *data, size_t size, const prism_image_picture *picture,
                     prism_image_text *why) {
    return read_file(data, size, NULL, NULL, picture, why);
}
