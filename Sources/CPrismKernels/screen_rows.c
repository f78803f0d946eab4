// SPDX-License-Identifier: MIT
// Plain C that compilers vectorise; a quarter turn goes by blocks, as one of its sides strides through memory.
#include "include/prism_screen.h"

#include <string.h>

/// Where pixels of a turned picture lie: the first one, and steps in bytes along x and y of the source.
struct places {
    uint8_t *first;
    ptrdiff_t across, down;
};

static struct places find(uint8_t *dst, ptrdiff_t stride, int32_t bytes, const prism_raster *src,
                          prism_screen_turn turn) {
    const ptrdiff_t right = bytes, below = stride;
    const ptrdiff_t width = src->width - 1, height = src->height - 1;
    struct places places;
    switch (turn.quarters & 3) {
    case 0:
        places = (struct places){dst, right, below};
        break;
    case 1:
        places = (struct places){dst + height * right, below, -right};
        break;
    case 2:
        places = (struct places){dst + width * right + height * below, -right, -below};
        break;
    default:
        places = (struct places){dst + width * below, -below, right};
        break;
    }
    if (!turn.mirrored)
        return places;
    // Columns of the result count from its right edge.
    ptrdiff_t columns = turn.quarters & 1 ? height : width;
    ptrdiff_t offset = places.first - dst, row = offset / below, column = offset % below / right;
    places.first = dst + row * below + (columns - column) * right;
    if (turn.quarters & 1)
        places.down = -places.down;
    else
        places.across = -places.across;
    return places;
}

static inline uint16_t to_565(const uint8_t *pixel) {
    return (uint16_t)((pixel[2] >> 3) << 11 | (pixel[1] >> 2) << 5 | pixel[0] >> 3);
}

static void row_of_2(uint8_t *dst, const uint8_t *src, int32_t width) {
    for (int32_t x = 0; x < width; x++) {
        uint16_t value = to_565(src + 4 * x);
        memcpy(dst + 2 * x, &value, 2);
    }
}

static void block_of_4(const struct places *places, const prism_raster *src, int32_t x0, int32_t x1,
                       int32_t y0, int32_t y1) {
    for (int32_t x = x0; x < x1; x++) {
        uint8_t *out = places->first + x * places->across + y0 * places->down;
        const uint8_t *in = src->data + y0 * src->stride + 4 * x;
        for (int32_t y = y0; y < y1; y++, out += places->down, in += src->stride)
            memcpy(out, in, 4);
    }
}

static void block_of_2(const struct places *places, const prism_raster *src, int32_t x0, int32_t x1,
                       int32_t y0, int32_t y1) {
    for (int32_t x = x0; x < x1; x++) {
        uint8_t *out = places->first + x * places->across + y0 * places->down;
        const uint8_t *in = src->data + y0 * src->stride + 4 * x;
        for (int32_t y = y0; y < y1; y++, out += places->down, in += src->stride) {
            uint16_t value = to_565(in);
            memcpy(out, &value, 2);
        }
    }
}

void prism_screen_place(uint8_t *dst, ptrdiff_t dst_stride, int32_t bytes, const prism_raster *src,
                        int32_t begin, int32_t end, prism_screen_turn turn) {
    struct places places = find(dst, dst_stride, bytes, src, turn);
    if (places.across == bytes) {
        for (int32_t y = begin; y < end; y++) {
            uint8_t *out = places.first + y * places.down;
            const uint8_t *in = src->data + y * src->stride;
            if (bytes == 2)
                row_of_2(out, in, src->width);
            else
                memcpy(out, in, (size_t)src->width * 4);
        }
        return;
    }
    const int32_t side = 32;
    for (int32_t y = begin; y < end; y += side) {
        for (int32_t x = 0; x < src->width; x += side) {
            int32_t right = x + side < src->width ? x + side : src->width;
            int32_t bottom = y + side < end ? y + side : end;
            if (bytes == 2)
                block_of_2(&places, src, x, right, y, bottom);
            else
                block_of_4(&places, src, x, right, y, bottom);
        }
    }
}

void prism_screen_unpack(uint8_t *luma, ptrdiff_t luma_stride, uint8_t *chroma,
                         ptrdiff_t chroma_stride, const uint8_t *src, ptrdiff_t src_stride,
                         int32_t width, int32_t rows, int32_t luma_at) {
    for (int32_t y = 0; y < rows; y++) {
        const uint8_t *in = src + y * src_stride;
        uint8_t *out = luma + y * luma_stride;
        for (int32_t x = 0; x < width; x++)
            out[x] = in[2 * x + luma_at];
        if (y & 1)
            continue;
        out = chroma + y / 2 * chroma_stride;
        for (int32_t x = 0; x < width; x++)
            out[x] = in[2 * x + 1 - luma_at];
    }
}

/// under * (255 - alpha) / 255 to the nearest, exact for bytes (Blinn's rounding).
static inline uint32_t fade(uint32_t under, uint32_t alpha) {
    uint32_t product = under * (255 - alpha) + 128;
    return (product + (product >> 8)) >> 8;
}

static inline uint32_t mix(uint32_t over, uint32_t under, uint32_t alpha) {
    uint32_t sum = over + fade(under, alpha);
    return sum > 255 ? 255 : sum;
}

static void blend_row_4(uint8_t *dst, const uint8_t *over, int32_t width) {
    for (int32_t x = 0; x < width; x++) {
        uint32_t alpha = over[4 * x + 3];
        for (int32_t k = 0; k < 3; k++)
            dst[4 * x + k] = (uint8_t)mix(over[4 * x + k], dst[4 * x + k], alpha);
    }
}

static void blend_row_2(uint8_t *dst, const uint8_t *over, int32_t width) {
    for (int32_t x = 0; x < width; x++) {
        const uint8_t *pixel = over + 4 * x;
        if (pixel[3] == 0)
            continue;
        uint16_t value;
        memcpy(&value, dst + 2 * x, 2);
        uint32_t red = value >> 11, green = value >> 5 & 63, blue = value & 31;
        uint8_t mixed[4] = {(uint8_t)mix(pixel[0], blue << 3 | blue >> 2, pixel[3]),
                            (uint8_t)mix(pixel[1], green << 2 | green >> 4, pixel[3]),
                            (uint8_t)mix(pixel[2], red << 3 | red >> 2, pixel[3]), 255};
        value = to_565(mixed);
        memcpy(dst + 2 * x, &value, 2);
    }
}

void prism_screen_blend(uint8_t *dst, ptrdiff_t dst_stride, int32_t bytes, const uint8_t *over,
                        ptrdiff_t over_stride, int32_t width, int32_t begin, int32_t end) {
    for (int32_t y = begin; y < end; y++) {
        if (bytes == 2)
            blend_row_2(dst + y * dst_stride, over + y * over_stride, width);
        else
            blend_row_4(dst + y * dst_stride, over + y * over_stride, width);
    }
}
