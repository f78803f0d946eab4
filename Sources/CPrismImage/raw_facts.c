// SPDX-License-Identifier: MIT
// Levels, colours and exposure as libraw has them, by position and without its special cases.
#include "raw_facts.h"

#include <math.h>
#include <stdio.h>

/// libraw's colour of a position: 0 R, 1 G, 2 B, 3 the second G.
static int color_at(libraw_data_t *data, int position) {
    return libraw_COLOR(data, position / 2, position % 2);
}

bool prism_raw_is_bayer(libraw_data_t *data) {
    // Below 1000 are patterns of other sizes: 9 is X-Trans, 1 Leaf's 16×16.
    if (data->idata.filters < 1000 || data->idata.colors != 3)
        return false;
    int seen[4] = {0};
    for (int position = 0; position < 4; ++position)
        seen[color_at(data, position) & 3]++;
    int first = color_at(data, 0) & 1, second = color_at(data, 1) & 1;
    return seen[0] == 1 && seen[2] == 1 && first != second;
}

/// libraw keeps a common part, a part by colour, and a pattern of a size of its own.
static float black_at(libraw_data_t *data, int position) {
    const libraw_colordata_t *color = &data->color;
    unsigned level = color->black + color->cblack[color_at(data, position) & 3];
    unsigned down = color->cblack[4], across = color->cblack[5];
    if (down > 0 && across > 0 && down <= 64 && across <= 64)
        level += color->cblack[6 + (unsigned)position / 2 % down * across +
                               (unsigned)position % 2 % across];
    return (float)level;
}

static void describe_levels(libraw_data_t *data, prism_raw_facts *facts) {
    for (int position = 0; position < 4; ++position) {
        int color = color_at(data, position);
        facts->colors[position] = (uint8_t)(color == 3 ? 1 : color);
        facts->black[position] = black_at(data, position);
    }
    facts->white = (float)data->color.maximum;
}

/// libraw 0.20 does not always mark what it parsed, so that the numbers themselves decide.
static bool has_matrix(const libraw_dng_color_t *color) {
    for (int index = 0; index < 9; ++index)
        if (color->colormatrix[index / 3][index % 3] != 0)
            return true;
    return false;
}

/// Of a DNG's two matrices, the one for daylight.
static const libraw_dng_color_t *dng_matrix(const libraw_colordata_t *color) {
    const libraw_dng_color_t *best = NULL;
    for (int index = 0; index < 2; ++index) {
        const libraw_dng_color_t *one = &color->dng_color[index];
        if (has_matrix(one) && (!best || one->illuminant == LIBRAW_WBI_D65))
            best = one;
    }
    return best;
}

static void describe_colors(libraw_data_t *data, prism_raw_facts *facts) {
    const libraw_colordata_t *color = &data->color;
    for (int index = 0; index < 3; ++index)
        facts->multipliers[index] = color->cam_mul[index];
    const libraw_dng_color_t *dng = dng_matrix(color);
    facts->illuminant = dng ? dng->illuminant : LIBRAW_WBI_D65;
    for (int index = 0; index < 9; ++index)
        facts->matrix[index] =
            dng ? dng->colormatrix[index / 3][index % 3] : color->cam_xyz[index / 3][index % 3];
    // libraw marks what a DNG does not say with -999.
    float stops = color->dng_levels.baseline_exposure;
    facts->baseline_exposure = fabsf(stops) < 100 ? stops : 0;
}

static void copy_name(char name[PRISM_RAW_NAME], const char *source) {
    snprintf(name, PRISM_RAW_NAME, "%.*s", PRISM_RAW_NAME - 1, source);
}

void prism_raw_describe(libraw_data_t *data, prism_raw_facts *facts) {
    facts->width = data->sizes.width;
    facts->height = data->sizes.height;
    facts->flip = (uint32_t)data->sizes.flip;
    describe_levels(data, facts);
    describe_colors(data, facts);
    facts->exposure_time = data->other.shutter;
    facts->iso = data->other.iso_speed;
    facts->aperture = data->other.aperture;
    facts->focal_length = data->other.focal_len;
    facts->timestamp = data->other.timestamp;
    copy_name(facts->make, data->idata.make);
    copy_name(facts->model, data->idata.model);
    copy_name(facts->software, data->idata.software);
}
