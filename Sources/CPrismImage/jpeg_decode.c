// SPDX-License-Identifier: MIT
// The JPEG decoder, for files of unknown origin: strict, and bounded in time.
#include "jpeg_failure.h"
#include "prism_jpeg.h"

#include <errno.h>
#include <stdlib.h>

/// A progressive file may repeat scans without end; real encoders write about ten.
enum { MOST_SCANS = 100 };

struct job {
    struct jpeg_decompress_struct info;
    struct jpeg_failure failure;
    struct jpeg_progress_mgr progress;
    const uint8_t *data;
    size_t size;
};

static void refuse_endless_scans(j_common_ptr common) {
    j_decompress_ptr info = (j_decompress_ptr)common;
    if (info->input_scan_number <= MOST_SCANS)
        return;
    struct jpeg_failure *failure = (struct jpeg_failure *)common->err;
    if (failure->why)
        snprintf(failure->why->text, sizeof failure->why->text, "More than %d scans", MOST_SCANS);
    longjmp(failure->escape, 1);
}

static void open_data(struct job *job) {
    jpeg_create_decompress(&job->info);
    job->progress.progress_monitor = refuse_endless_scans;
    job->info.progress = &job->progress;
    jpeg_mem_src(&job->info, job->data, (unsigned long)job->size);
    jpeg_read_header(&job->info, TRUE);
}

/// Reads the size, or where there is a picture, its pixels.
static int run(struct job *job, uint32_t *width, uint32_t *height,
               const prism_image_picture *picture) {
    j_decompress_ptr info = &job->info;
    if (setjmp(job->failure.escape))
        return job->failure.code;
    open_data(job);
    if (!picture) {
        *width = info->image_width;
        *height = info->image_height;
        return 0;
    }
    if (info->image_width != picture->width || info->image_height != picture->height)
        return -EINVAL;
    info->out_color_space = JCS_RGB;
    info->dct_method = JDCT_ISLOW;
    jpeg_start_decompress(info);
    while (info->output_scanline < info->output_height) {
        JSAMPROW row = picture->pixels + (size_t)info->output_scanline * picture->width * 3;
        jpeg_read_scanlines(info, &row, 1);
    }
    jpeg_finish_decompress(info);
    return 0;
}

static int read_file(const uint8_t *data, size_t size, uint32_t *width, uint32_t *height,
                     const prism_image_picture *picture, prism_image_text *why) {
    struct job *job = calloc(1, sizeof *job);
    if (!job)
        return -ENOMEM;
    job->data = data;
    job->size = size;
    job->info.err = prism_jpeg_failure_init(&job->failure, true, why);
    int result = run(job, width, height, picture);
    jpeg_destroy_decompress(&job->info);
    free(job);
    return result;
}

int prism_jpeg_read_size(const uint8_t *data, size_t size, uint32_t *width, uint32_t *height,
                         prism_image_text *why) {
    return read_file(data, size, width, height, NULL, why);
}

int prism_jpeg_decode(const uint8_t *data, size_t size, const prism_image_picture *picture,
                      prism_image_text *why) {
    return read_file(data, size, NULL, NULL, picture, why);
}
