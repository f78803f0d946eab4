// SPDX-License-Identifier: MIT
// The standard Huffman tables as segments, taken from libjpeg's own defaults.
#include "jpeg_failure.h"
#include "prism_jpeg.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct job {
    struct jpeg_compress_struct info;
    struct jpeg_failure failure;
    uint8_t *end;
};

static void append(struct job *job, const JHUFF_TBL *table, uint8_t class_and_number) {
    size_t values = 0;
    for (int length = 1; length <= 16; length++)
        values += table->bits[length];
    size_t size = 2 + 1 + 16 + values;
    const uint8_t head[] = {0xFF, 0xC4, (uint8_t)(size >> 8), (uint8_t)size, class_and_number};
    memcpy(job->end, head, sizeof head);
    memcpy(job->end + sizeof head, table->bits + 1, 16);
    memcpy(job->end + sizeof head + 16, table->huffval, values);
    job->end += 2 + size;
}

static int run(struct job *job) {
    j_compress_ptr info = &job->info;
    info->err = prism_jpeg_failure_init(&job->failure, false, NULL);
    if (setjmp(job->failure.escape)) {
        jpeg_destroy_compress(info);
        return job->failure.code;
    }
    jpeg_create_compress(info);
    info->in_color_space = JCS_YCbCr;
    info->input_components = 3;
    jpeg_set_defaults(info);
    for (uint8_t number = 0; number < 2; number++) {
        append(job, info->dc_huff_tbl_ptrs[number], number);
        append(job, info->ac_huff_tbl_ptrs[number], (uint8_t)(0x10 | number));
    }
    jpeg_destroy_compress(info);
    return 0;
}

int prism_jpeg_standard_tables(uint8_t *bytes) {
    struct job *job = calloc(1, sizeof *job);
    if (!job)
        return -ENOMEM;
    job->end = bytes;
    int result = run(job);
    int size = (int)(job->end - bytes);
    free(job);
    return result < 0 ? result : size;
}
