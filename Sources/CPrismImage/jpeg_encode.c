// SPDX-License-Identifier: MIT
// The JPEG encoder: a few rows at a time from the source's planes to a bounded buffer.
#include "jpeg_failure.h"
#include "prism_jpeg.h"
#include "rows.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { OUTPUT_BUFFER = 64 * 1024, MOST_ROWS = 2 * DCTSIZE };

struct job {
    struct jpeg_compress_struct info;
    struct jpeg_failure failure;
    struct jpeg_destination_mgr destination;
    prism_image_output *output;
    const prism_image_source *source;
    const prism_jpeg_options *options;

    prism_ycc_map map;
    uint8_t *rows[3];      ///< scratch rows of each component
    uint32_t row_bytes[3]; ///< samples that libjpeg reads of a row: whole blocks
    int32_t *offsets;      ///< one row of luma offsets
    bool is_direct[3];     ///< rows can be read where they are
    JSAMPROW pointers[3][MOST_ROWS];

    uint8_t buffer[OUTPUT_BUFFER];
};

static struct job *job_of(j_compress_ptr info) {
    return (struct job *)info->client_data;
}

static void start_output(j_compress_ptr info) {
    struct job *job = job_of(info);
    job->destination.next_output_byte = job->buffer;
    job->destination.free_in_buffer = OUTPUT_BUFFER;
}

static void put(struct job *job, size_t size) {
    int result = prism_image_write(job->output, job->buffer, size);
    if (result < 0) {
        job->failure.code = result;
        longjmp(job->failure.escape, 1);
    }
}

static boolean empty_output(j_compress_ptr info) {
    put(job_of(info), OUTPUT_BUFFER);
    start_output(info);
    return TRUE;
}

static void end_output(j_compress_ptr info) {
    struct job *job = job_of(info);
    put(job, OUTPUT_BUFFER - job->destination.free_in_buffer);
}

/// libjpeg's name for the order of the bytes, from where R and B are.
static J_COLOR_SPACE rgb_order(const prism_image_source *source) {
    bool red_first = source->components[0].base < source->components[2].base;
    if (source->components[0].step == 3)
        return red_first ? JCS_EXT_RGB : JCS_EXT_BGR;
    return red_first ? JCS_EXT_RGBX : JCS_EXT_BGRX;
}

static void set_sampling(struct job *job) {
    j_compress_ptr info = &job->info;
    info->comp_info[0].h_samp_factor = 1 << job->source->h_shift;
    info->comp_info[0].v_samp_factor = 1 << job->source->v_shift;
    for (int i = 1; i < info->num_components; i++)
        info->comp_info[i].h_samp_factor = info->comp_info[i].v_samp_factor = 1;
    info->raw_data_in = TRUE;
}

static void set_parameters(struct job *job) {
    j_compress_ptr info = &job->info;
    const prism_image_source *source = job->source;
    info->image_width = source->width;
    info->image_height = source->height;
    info->input_components = source->kind == PRISM_IMAGE_GREY ? 1 : 3;
    info->in_color_space = source->kind == PRISM_IMAGE_GREY ? JCS_GRAYSCALE : JCS_YCbCr;
    if (source->kind == PRISM_IMAGE_RGB) {
        info->in_color_space = rgb_order(source);
        info->input_components = (int)source->components[0].step;
    }
    jpeg_set_defaults(info);
    jpeg_set_quality(info, (int)job->options->quality, TRUE);
    info->restart_interval = job->options->restart_interval;
    info->dct_method = JDCT_ISLOW;
    // EXIF wants its APP1 first, where JFIF wants its APP0.
    info->write_JFIF_header = job->options->app1 == NULL;
    if (source->kind != PRISM_IMAGE_RGB)
        set_sampling(job);
}

/// Scratch rows come from libjpeg's pool, so that any exit frees them.
static void make_rows(struct job *job) {
    j_compress_ptr info = &job->info;
    prism_ycc_map_init(&job->map, job->source->matrix, job->source->limited_range != 0);
    for (int i = 0; i < info->num_components; i++) {
        jpeg_component_info *component = &info->comp_info[i];
        uint32_t width = component->width_in_blocks * DCTSIZE;
        size_t bytes = (size_t)width * (size_t)(component->v_samp_factor * DCTSIZE);
        job->row_bytes[i] = width;
        job->is_direct[i] = job->map.is_identity && job->source->components[i].step == 1 &&
                            width == prism_source_width(job->source, i);
        if (!job->is_direct[i])
            job->rows[i] = info->mem->alloc_large((j_common_ptr)info, JPOOL_IMAGE, bytes);
    }
    if (!job->map.is_identity)
        job->offsets = info->mem->alloc_large((j_common_ptr)info, JPOOL_IMAGE,
                                              job->source->width * sizeof(int32_t));
}

/// Points at, or gathers, the rows of one component from `first`; returns how many exist.
static uint32_t fetch(struct job *job, int index, uint32_t first) {
    const prism_image_component *component = &job->source->components[index];
    uint32_t width = prism_source_width(job->source, index);
    uint32_t wanted = (uint32_t)job->info.comp_info[index].v_samp_factor * DCTSIZE;
    uint32_t left = prism_source_height(job->source, index) - first;
    uint32_t count = left < wanted ? left : wanted;
    for (uint32_t row = 0; row < wanted; row++) {
        const uint8_t *from = component->base + (ptrdiff_t)(first + row) * component->stride;
        if (row >= count) {
            job->pointers[index][row] = job->pointers[index][count - 1];
        } else if (job->is_direct[index]) {
            job->pointers[index][row] = (JSAMPROW)(uintptr_t)from;
        } else {
            uint8_t *to = job->rows[index] + (size_t)row * job->row_bytes[index];
            prism_gather(to, from, component->step, width);
            job->pointers[index][row] = to;
        }
    }
    return count;
}

/// Brings fetched rows to full-range Rec. 601: luma first, as it needs the chroma as it was.
static void convert(struct job *job, uint32_t luma_rows, uint32_t chroma_rows) {
    uint32_t width = job->source->width, v_shift = job->source->v_shift;
    if (chroma_rows == 0)
        for (uint32_t i = 0; i < width; i++)
            job->offsets[i] = job->map.luma_bias;
    for (uint32_t row = 0; row < luma_rows; row++) {
        uint32_t chroma = row >> v_shift;
        if (chroma_rows > 0 && (row == 0 || chroma != (row - 1) >> v_shift))
            prism_luma_offsets(&job->map, job->offsets, job->pointers[1][chroma],
                               job->pointers[2][chroma], job->source->h_shift, width);
        prism_convert_luma(&job->map, job->pointers[0][row], job->offsets, width);
    }
    for (uint32_t row = 0; row < chroma_rows; row++)
        prism_convert_chroma(&job->map, job->pointers[1][row], job->pointers[2][row],
                             prism_source_width(job->source, 1));
}

/// Repeats the last sample up to the end of the last block.
static void pad(struct job *job, int index, uint32_t count) {
    uint32_t width = prism_source_width(job->source, index);
    if (job->is_direct[index] || job->row_bytes[index] == width)
        return;
    for (uint32_t row = 0; row < count; row++) {
        uint8_t *samples = job->pointers[index][row];
        memset(samples + width, samples[width - 1], job->row_bytes[index] - width);
    }
}

static void write_planes(struct job *job) {
    j_compress_ptr info = &job->info;
    JSAMPARRAY planes[3] = {job->pointers[0], job->pointers[1], job->pointers[2]};
    uint32_t step = (uint32_t)info->max_v_samp_factor * DCTSIZE;
    while (info->next_scanline < info->image_height) {
        uint32_t counts[3] = {0};
        uint32_t first = info->next_scanline;
        for (int i = 0; i < info->num_components; i++)
            counts[i] = fetch(job, i, i == 0 ? first : first >> job->source->v_shift);
        if (!job->map.is_identity)
            convert(job, counts[0], counts[1]);
        for (int i = 0; i < info->num_components; i++)
            pad(job, i, counts[i]);
        jpeg_write_raw_data(info, planes, step);
    }
}

static void write_pixels(struct job *job) {
    const prism_image_component *red = &job->source->components[0];
    const uint8_t *blue = job->source->components[2].base;
    const uint8_t *base = red->base < blue ? red->base : blue;
    while (job->info.next_scanline < job->info.image_height) {
        ptrdiff_t row = (ptrdiff_t)job->info.next_scanline;
        JSAMPROW pixels = (JSAMPROW)(uintptr_t)(base + row * red->stride);
        jpeg_write_scanlines(&job->info, &pixels, 1);
    }
}

/// The part that libjpeg may leave by longjmp.
static int run(struct job *job, prism_image_text *why) {
    j_compress_ptr info = &job->info;
    info->err = prism_jpeg_failure_init(&job->failure, false, why);
    if (setjmp(job->failure.escape)) {
        jpeg_destroy_compress(info);
        return job->failure.code;
    }
    jpeg_create_compress(info);
    info->client_data = job;
    job->destination.init_destination = start_output;
    job->destination.empty_output_buffer = empty_output;
    job->destination.term_destination = end_output;
    info->dest = &job->destination;
    set_parameters(job);
    jpeg_start_compress(info, TRUE);
    if (job->options->app1)
        jpeg_write_marker(info, JPEG_APP0 + 1, job->options->app1,
                          (unsigned)job->options->app1_size);
    if (job->source->kind == PRISM_IMAGE_RGB) {
        write_pixels(job);
    } else {
        make_rows(job);
        write_planes(job);
    }
    jpeg_finish_compress(info);
    jpeg_destroy_compress(info);
    return 0;
}

int prism_jpeg_encode(const prism_image_source *source, const prism_jpeg_options *options,
                      prism_image_output *output, prism_image_text *why) {
    if (why)
        why->text[0] = 0;
    if (!prism_source_is_valid(source) || source->width > JPEG_MAX_DIMENSION ||
        source->height > JPEG_MAX_DIMENSION || options->quality < 1 || options->quality > 100 ||
        options->restart_interval > 65535 || options->app1_size > 65533 ||
        (source->kind == PRISM_IMAGE_RGB && source->components[0].step < 3))
        return -EINVAL;
    // On the heap: locals changed after setjmp would be lost by the jump.
    struct job *job = calloc(1, sizeof *job);
    if (!job)
        return -ENOMEM;
    job->source = source;
    job->options = options;
    job->output = output;
    int result = run(job, why);
    free(job);
    return result;
}
