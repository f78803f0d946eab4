// SPDX-License-Identifier: MIT
// One row at a time, Y'CbCr turned into RGB on the way; chroma is blended as libjpeg does.
#include "rgb_rows.h"

#include <errno.h>
#include <stdlib.h>

int prism_rgb_rows_init(prism_rgb_rows *rows, const prism_image_source *source) {
    size_t width = source->width;
    uint8_t *memory = malloc(width * 5);
    *rows = (prism_rgb_rows){.source = source};
    if (!memory)
        return -ENOMEM;
    for (size_t i = 0; i < 3; i++)
        rows->planes[i] = memory + width * i;
    rows->near = memory + width * 3;
    rows->far = memory + width * 4;
    prism_ycc_map_init(&rows->map, source->matrix, source->limited_range != 0);
    return 0;
}

void prism_rgb_rows_free(prism_rgb_rows *rows) {
    free(rows->planes[0]);
    rows->planes[0] = NULL;
}

/// One row of chroma as wide as the picture; `far` is the row that is blended in.
static void make_chroma(prism_rgb_rows *rows, int index, uint32_t near, uint32_t far) {
    const prism_image_source *source = rows->source;
    const prism_image_component *component = &source->components[index];
    const uint8_t *from = component->base + (ptrdiff_t)near * component->stride;
    if (source->h_shift == 0) {
        prism_gather(rows->planes[index], from, component->step, source->width);
        return;
    }
    uint32_t width = prism_source_width(source, index);
    prism_gather(rows->near, from, component->step, width);
    from = component->base + (ptrdiff_t)far * component->stride;
    prism_gather(rows->far, from, component->step, width);
    prism_upsample(rows->planes[index], rows->near, rows->far, source->width);
}

static void make_ycc_row(prism_rgb_rows *rows, uint32_t y, uint8_t *to) {
    const prism_image_source *source = rows->source;
    const prism_image_component *luma = &source->components[0];
    uint32_t near = y >> source->v_shift, far = near;
    if (source->v_shift && (y & 1) && near + 1 < prism_source_height(source, 1))
        far = near + 1;
    else if (source->v_shift && !(y & 1) && near > 0)
        far = near - 1;
    make_chroma(rows, 1, near, far);
    make_chroma(rows, 2, near, far);
    prism_gather(rows->planes[0], luma->base + (ptrdiff_t)y * luma->stride, luma->step,
                 source->width);
    prism_ycc_to_rgb(&rows->map, to, rows->planes[0], rows->planes[1], rows->planes[2],
                     source->width);
}

static void make_grey_row(prism_rgb_rows *rows, uint32_t y, uint8_t *to) {
    const prism_image_component *luma = &rows->source->components[0];
    uint32_t width = rows->source->width;
    prism_gather(to, luma->base + (ptrdiff_t)y * luma->stride, luma->step, width);
    if (rows->map.is_identity)
        return;
    for (uint32_t x = 0; x < width; x++) {
        int32_t value = (rows->map.luma_gain * to[x] + rows->map.luma_bias) >> PRISM_YCC_SHIFT;
        to[x] = (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
    }
}

static void make_rgb_row(prism_rgb_rows *rows, uint32_t y, uint8_t *to) {
    const prism_image_component *parts = rows->source->components;
    ptrdiff_t row = (ptrdiff_t)y;
    const uint8_t *red = parts[0].base + row * parts[0].stride;
    const uint8_t *green = parts[1].base + row * parts[1].stride;
    const uint8_t *blue = parts[2].base + row * parts[2].stride;
    for (uint32_t x = 0, step = parts[0].step; x < rows->source->width; x++, to += 3) {
        to[0] = red[(size_t)x * step];
        to[1] = green[(size_t)x * step];
        to[2] = blue[(size_t)x * step];
    }
}

void prism_rgb_rows_make(prism_rgb_rows *rows, uint32_t y, uint8_t *to) {
    if (rows->source->kind == PRISM_IMAGE_YCC)
        make_ycc_row(rows, y, to);
    else if (rows->source->kind == PRISM_IMAGE_RGB)
        make_rgb_row(rows, y, to);
    else
        make_grey_row(rows, y, to);
}
