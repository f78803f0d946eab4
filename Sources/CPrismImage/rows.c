// SPDX-License-Identifier: MIT
// Row kernels: exact integers, written so that a compiler turns them into vector code.
#include "rows.h"

#include <math.h>
#include <string.h>

enum { ROUND = 1 << (PRISM_YCC_SHIFT - 1) };

static int32_t fixed(double value) {
    return (int32_t)lround(value * (1 << PRISM_YCC_SHIFT));
}

static uint8_t clip(int32_t value) {
    value = value < 0 ? 0 : value;
    return (uint8_t)(value > 255 ? 255 : value);
}

// Weights of red and blue in luma: ITU-R BT.601-7 2.5.1, BT.709-6 3.2, BT.2020-2 table 4.
static const double weights[3][2] = {{0.299, 0.114}, {0.2126, 0.0722}, {0.2627, 0.0593}};

// With Y = Kr R + Kg G + Kb B, Cb = (B - Y) / 2(1 - Kb), Cr = (R - Y) / 2(1 - Kr) the source's
// luma stays luma with gain 1 and only chroma leaks into it, so seven coefficients are enough.
void prism_ycc_map_init(prism_ycc_map *map, uint32_t matrix, bool limited_range) {
    double kr = weights[matrix][0], kb = weights[matrix][1], kg = 1 - kr - kb;
    double luma = limited_range ? 255.0 / 219 : 1, chroma = limited_range ? 255.0 / 224 : 1;
    // What one unit of Cb and Cr adds to R, G and B.
    double red = 2 * (1 - kr) * chroma, blue = 2 * (1 - kb) * chroma;
    double green_cb = -blue * kb / kg, green_cr = -red * kr / kg;
    map->is_identity = matrix == PRISM_IMAGE_REC601 && !limited_range;
    map->red_from_cr = fixed(red);
    map->green_from_cb = fixed(green_cb);
    map->green_from_cr = fixed(green_cr);
    map->blue_from_cb = fixed(blue);

    double tr = weights[0][0], tb = weights[0][1], tg = 1 - tr - tb;
    double y_cb = tg * green_cb + tb * blue, y_cr = tg * green_cr + tr * red;
    map->luma_gain = fixed(luma);
    map->luma_bias = (limited_range ? -16 * map->luma_gain : 0) + ROUND;
    map->luma_from_cb = fixed(y_cb);
    map->luma_from_cr = fixed(y_cr);
    map->cb_from_cb = fixed((blue - y_cb) / (2 * (1 - tb)));
    map->cb_from_cr = fixed(-y_cr / (2 * (1 - tb)));
    map->cr_from_cb = fixed(-y_cb / (2 * (1 - tr)));
    map->cr_from_cr = fixed((red - y_cr) / (2 * (1 - tr)));
}

bool prism_source_is_valid(const prism_image_source *source) {
    if (source->width < 1 || source->height < 1 || source->kind > PRISM_IMAGE_RGB ||
        source->h_shift > 1 || source->v_shift > 1 || source->matrix > PRISM_IMAGE_REC2020)
        return false;
    for (int i = 0; i < (source->kind == PRISM_IMAGE_GREY ? 1 : 3); i++)
        if (!source->components[i].base || source->components[i].step < 1 ||
            source->components[i].step > 4)
            return false;
    return true;
}

uint32_t prism_source_width(const prism_image_source *source, int index) {
    uint32_t shift = index > 0 && source->kind == PRISM_IMAGE_YCC ? source->h_shift : 0;
    return (source->width + shift) >> shift;
}

uint32_t prism_source_height(const prism_image_source *source, int index) {
    uint32_t shift = index > 0 && source->kind == PRISM_IMAGE_YCC ? source->v_shift : 0;
    return (source->height + shift) >> shift;
}

// The steps are spelt out because a constant step is what lets the loop become vector code.
void prism_gather(uint8_t *restrict to, const uint8_t *restrict from, uint32_t step, size_t count) {
    switch (step) {
    case 1:
        memcpy(to, from, count);
        break;
    case 2:
        for (size_t i = 0; i < count; i++)
            to[i] = from[2 * i];
        break;
    case 3:
        for (size_t i = 0; i < count; i++)
            to[i] = from[3 * i];
        break;
    default:
        for (size_t i = 0; i < count; i++)
            to[i] = from[4 * i];
        break;
    }
}

static int32_t offset(const prism_ycc_map *map, uint8_t cb, uint8_t cr) {
    return map->luma_from_cb * (cb - 128) + map->luma_from_cr * (cr - 128) + map->luma_bias;
}

void prism_luma_offsets(const prism_ycc_map *map, int32_t *restrict offsets,
                        const uint8_t *restrict cb, const uint8_t *restrict cr, uint32_t h_shift,
                        size_t count) {
    if (h_shift == 0) {
        for (size_t i = 0; i < count; i++)
            offsets[i] = offset(map, cb[i], cr[i]);
        return;
    }
    for (size_t i = 0; i < count / 2; i++)
        offsets[2 * i] = offsets[2 * i + 1] = offset(map, cb[i], cr[i]);
    if (count & 1)
        offsets[count - 1] = offset(map, cb[count / 2], cr[count / 2]);
}

void prism_convert_luma(const prism_ycc_map *map, uint8_t *restrict luma,
                        const int32_t *restrict offsets, size_t count) {
    int32_t gain = map->luma_gain;
    for (size_t i = 0; i < count; i++)
        luma[i] = clip((gain * luma[i] + offsets[i]) >> PRISM_YCC_SHIFT);
}

void prism_convert_chroma(const prism_ycc_map *map, uint8_t *restrict cb, uint8_t *restrict cr,
                          size_t count) {
    int32_t bb = map->cb_from_cb, br = map->cb_from_cr, rb = map->cr_from_cb, rr = map->cr_from_cr;
    for (size_t i = 0; i < count; i++) {
        int32_t blue = cb[i] - 128, red = cr[i] - 128;
        cb[i] = clip(((bb * blue + br * red + ROUND) >> PRISM_YCC_SHIFT) + 128);
        cr[i] = clip(((rb * blue + rr * red + ROUND) >> PRISM_YCC_SHIFT) + 128);
    }
}

static uint8_t blend(const uint8_t *near, const uint8_t *far, size_t x, size_t beside, int round) {
    int here = 3 * near[x] + far[x], there = 3 * near[beside] + far[beside];
    return (uint8_t)((3 * here + there + round) >> 4);
}

void prism_upsample(uint8_t *restrict to, const uint8_t *near, const uint8_t *far, size_t count) {
    size_t last = (count + 1) / 2 - 1;
    to[0] = blend(near, far, 0, 0, 8);
    for (size_t x = 0; x < last; x++) {
        to[2 * x + 1] = blend(near, far, x, x + 1, 7);
        to[2 * x + 2] = blend(near, far, x + 1, x, 8);
    }
    if (count % 2 == 0)
        to[count - 1] = blend(near, far, last, last, 7);
}

void prism_ycc_to_rgb(const prism_ycc_map *map, uint8_t *restrict rgb, const uint8_t *restrict luma,
                      const uint8_t *restrict cb, const uint8_t *restrict cr, size_t count) {
    int32_t gain = map->luma_gain, bias = map->luma_bias, to_red = map->red_from_cr;
    int32_t green_cb = map->green_from_cb, green_cr = map->green_from_cr;
    int32_t to_blue = map->blue_from_cb;
    for (size_t i = 0; i < count; i++) {
        int32_t y = gain * luma[i] + bias, blue = cb[i] - 128, red = cr[i] - 128;
        rgb[3 * i] = clip((y + to_red * red) >> PRISM_YCC_SHIFT);
        rgb[3 * i + 1] = clip((y + green_cb * blue + green_cr * red) >> PRISM_YCC_SHIFT);
        rgb[3 * i + 2] = clip((y + to_blue * blue) >> PRISM_YCC_SHIFT);
    }
}

/// Mean of at most 4 by 4 samples spread over a cell.
static uint8_t cell_mean(const prism_image_component *source, uint32_t x0, uint32_t x1, uint32_t y0,
                         uint32_t y1) {
    uint32_t dx = (x1 - x0 + 3) / 4, dy = (y1 - y0 + 3) / 4, sum = 0, count = 0;
    for (uint32_t y = y0 + dy / 2; y < y1; y += dy)
        for (uint32_t x = x0 + dx / 2; x < x1; x += dx, count++)
            sum += source->base[(ptrdiff_t)y * source->stride + (ptrdiff_t)x * source->step];
    return (uint8_t)((sum + count / 2) / count);
}

static uint32_t edge(uint32_t index, uint32_t from, uint32_t to) {
    return (uint32_t)((uint64_t)index * from / to);
}

void prism_image_shrink(uint8_t *destination, uint32_t destination_step, uint32_t dw, uint32_t dh,
                        const prism_image_component *source, uint32_t sw, uint32_t sh) {
    for (uint32_t y = 0; y < dh; y++)
        for (uint32_t x = 0; x < dw; x++, destination += destination_step) {
            uint32_t x0 = edge(x, sw, dw), x1 = edge(x + 1, sw, dw);
            uint32_t y0 = edge(y, sh, dh), y1 = edge(y + 1, sh, dh);
            *destination = cell_mean(source, x0, x1 > x0 ? x1 : x0 + 1, y0, y1 > y0 ? y1 : y0 + 1);
        }
}
