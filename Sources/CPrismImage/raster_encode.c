// SPDX-License-Identifier: MIT
// The uncompressed formats: a header where there is one, then row by row.
#include "prism_raster.h"
#include "rgb_rows.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { BITMAP_HEADER = 54, BITMAP_INFO = 40, DOTS_PER_METRE = 2835 };

/// Rows that are collected for one write.
enum { BLOCK = 64 * 1024 };

static void put16(uint8_t *to, uint32_t value) {
    to[0] = (uint8_t)value;
    to[1] = (uint8_t)(value >> 8);
}

static void put32(uint8_t *to, uint32_t value) {
    put16(to, value);
    put16(to + 2, value >> 16);
}

// Layout: Microsoft's BITMAPFILEHEADER and BITMAPINFOHEADER; a positive height counts upwards.
static int write_bitmap_header(const prism_image_source *source, uint64_t bytes,
                               prism_image_output *output) {
    uint8_t header[BITMAP_HEADER] = {'B', 'M'};
    put32(header + 2, (uint32_t)(bytes + BITMAP_HEADER));
    put32(header + 10, BITMAP_HEADER);
    put32(header + 14, BITMAP_INFO);
    put32(header + 18, source->width);
    put32(header + 22, source->height);
    put16(header + 26, 1);
    put16(header + 28, 24);
    put32(header + 34, (uint32_t)bytes);
    put32(header + 38, DOTS_PER_METRE);
    put32(header + 42, DOTS_PER_METRE);
    return prism_image_write(output, header, sizeof header);
}

/// From grey to three equal bytes, from the last to the first, in place.
static void spread(uint8_t *row, uint32_t width) {
    for (uint32_t x = width; x-- > 0;)
        row[3 * (size_t)x] = row[3 * (size_t)x + 1] = row[3 * (size_t)x + 2] = row[x];
}

static void swap_red_and_blue(uint8_t *row, uint32_t width) {
    for (uint32_t x = 0; x < width; x++, row += 3) {
        uint8_t red = row[0];
        row[0] = row[2];
        row[2] = red;
    }
}

static int write_pixels(const prism_image_source *source, size_t row_bytes, bool is_bitmap,
                        prism_image_output *output) {
    prism_rgb_rows rows = {0};
    size_t capacity = row_bytes > BLOCK ? 1 : BLOCK / row_bytes, used = 0;
    uint8_t *block = calloc(capacity, row_bytes);
    int result = block ? prism_rgb_rows_init(&rows, source) : -ENOMEM;
    for (uint32_t i = 0; i < source->height && result == 0; i++) {
        uint8_t *row = block + used * row_bytes;
        prism_rgb_rows_make(&rows, is_bitmap ? source->height - 1 - i : i, row);
        if (source->kind == PRISM_IMAGE_GREY)
            spread(row, source->width);
        if (is_bitmap)
            swap_red_and_blue(row, source->width);
        if (++used == capacity || i + 1 == source->height) {
            result = prism_image_write(output, block, used * row_bytes);
            used = 0;
        }
    }
    prism_rgb_rows_free(&rows);
    free(block);
    return result;
}

static int write_plane(const prism_image_source *source, int index, prism_image_output *output) {
    const prism_image_component *component = &source->components[index];
    uint32_t width = prism_source_width(source, index), height = prism_source_height(source, index);
    bool is_finer = index > 0 && (source->h_shift == 0 || source->v_shift == 0);
    uint32_t to_width = index > 0 ? (source->width + 1) / 2 : width;
    uint32_t to_height = index > 0 ? (source->height + 1) / 2 : height;
    uint8_t *block = malloc(is_finer ? (size_t)to_width * to_height : to_width);
    if (!block)
        return -ENOMEM;
    int result = 0;
    if (is_finer) {
        prism_image_shrink(block, 1, to_width, to_height, component, width, height);
        result = prism_image_write(output, block, (size_t)to_width * to_height);
    }
    for (uint32_t y = 0; y < height && !is_finer && result == 0; y++) {
        prism_gather(block, component->base + (ptrdiff_t)y * component->stride, component->step,
                     width);
        result = prism_image_write(output, block, width);
    }
    free(block);
    return result;
}

static int write_planes(const prism_image_source *source, prism_image_output *output) {
    if (source->kind != PRISM_IMAGE_YCC)
        return -ENOTSUP;
    int result = 0;
    for (int i = 0; i < 3 && result == 0; i++)
        result = write_plane(source, i, output);
    return result;
}

int prism_raster_encode(const prism_image_source *source, uint32_t kind,
                        prism_image_output *output) {
    if (!prism_source_is_valid(source) || kind > PRISM_RASTER_YUV420)
        return -EINVAL;
    if (kind == PRISM_RASTER_YUV420)
        return write_planes(source, output);
    bool is_bitmap = kind == PRISM_RASTER_BMP;
    size_t row_bytes = (size_t)source->width * 3;
    // Rows of a bitmap begin at multiples of four bytes.
    if (is_bitmap)
        row_bytes = (row_bytes + 3) & ~(size_t)3;
    uint64_t bytes = (uint64_t)row_bytes * source->height;
    if (is_bitmap && bytes > UINT32_MAX - BITMAP_HEADER)
        return -EINVAL;
    int result = is_bitmap ? write_bitmap_header(source, bytes, output) : 0;
    return result == 0 ? write_pixels(source, row_bytes, is_bitmap, output) : result;
}
