// SPDX-License-Identifier: MIT
// The disc blur over a reduced image: weighted samples, running sums along rows, a disc of row pieces.
#include "bokeh.h"

#include <errno.h>
#include <math.h>
#include <string.h>

int prism_bokeh_prepare(prism_bokeh *bokeh, double radius, int32_t width, int32_t height,
                        int32_t step) {
    if (!(radius >= 2 && radius <= PRISM_BOKEH_MAX_RADIUS) || width < 1 || width > INT16_MAX ||
        height < 1 || height > INT16_MAX || (step != 1 && step != 4))
        return -EINVAL;
    *bokeh = (prism_bokeh){.width = width, .height = height, .step = step};
    // A disc of three pixels and more is round enough.
    bokeh->shift = radius < 12 ? 1 : 2;
    double low = ldexp(radius, -bokeh->shift);
    bokeh->low_width = (width + (1 << bokeh->shift) - 1) >> bokeh->shift;
    bokeh->low_height = (height + (1 << bokeh->shift) - 1) >> bokeh->shift;
    bokeh->reach = (int32_t)floor(low);
    for (int32_t dy = 0; dy <= bokeh->reach; dy++)
        bokeh->half[dy] = (int16_t)floor(sqrt(low * low - dy * dy) + 0.25);
    return 0;
}

/// Samples of a reduced pixel: those of the image, and the weight unless it takes the fourth's place.
static int samples(const prism_bokeh *bokeh) {
    return bokeh->step == 4 ? 4 : 2;
}

/// Samples of a row of running sums: from before the first pixel to after the last.
static size_t sums_stride(const prism_bokeh *bokeh) {
    return (size_t)(bokeh->low_width + 1) * (size_t)samples(bokeh);
}

/// 16-bit samples of a row of the blurred image, with a pixel to each side.
static size_t low_stride(const prism_bokeh *bokeh) {
    return (size_t)(bokeh->low_width + 2) * (size_t)bokeh->step;
}

size_t prism_bokeh_buffer_size(const prism_bokeh *bokeh) {
    return (size_t)bokeh->low_height *
           (sums_stride(bokeh) * sizeof(uint32_t) + low_stride(bokeh) * sizeof(uint16_t));
}

size_t prism_bokeh_scratch_size(const prism_bokeh *bokeh) {
    size_t sums = sums_stride(bokeh) * sizeof(uint32_t);
    size_t line = low_stride(bokeh) * sizeof(uint16_t);
    return sums > line ? sums : line;
}

static uint32_t *sums_row(const prism_bokeh *bokeh, void *buffer, int32_t row) {
    int32_t inside = row < 0 ? 0 : row < bokeh->low_height ? row : bokeh->low_height - 1;
    return (uint32_t *)buffer + (size_t)inside * sums_stride(bokeh);
}

static uint16_t *low_row(const prism_bokeh *bokeh, const void *buffer, int32_t row) {
    int32_t inside = row < 0 ? 0 : row < bokeh->low_height ? row : bokeh->low_height - 1;
    uint32_t *sums = (uint32_t *)(uintptr_t)buffer;
    uint16_t *low = (uint16_t *)(sums + (size_t)bokeh->low_height * sums_stride(bokeh));
    return low + (size_t)inside * low_stride(bokeh) + bokeh->step;
}

/// Adds one pixel's samples, weighted by what is out of focus, and the weight itself.
static inline void add_pixel(uint32_t *sum, const uint8_t *pixel, uint32_t weight, int step,
                             int last) {
    sum[0] += pixel[0] * weight;
    if (step == 4) {
        sum[1] += pixel[1] * weight;
        sum[2] += pixel[2] * weight;
    }
    sum[last] += weight;
}

/// One block's weighted sums: up to 16 pixels of 255 * 256, scaled so that 2^31 holds a whole row's.
static inline void add_block(uint32_t *sum, const prism_bokeh *bokeh, const prism_raster *src,
                             const prism_raster *matte, int32_t row, int32_t column) {
    int size = 1 << bokeh->shift, step = bokeh->step;
    for (int y = 0; y < size; y++) {
        const uint8_t *pixels = prism_plane_row(src, row * size + y);
        const uint8_t *keep = prism_plane_row(matte, row * size + y);
        for (int x = 0; x < size; x++) {
            int at = column * size + x;
            at = at < bokeh->width ? at : bokeh->width - 1;
            // At least one, so that a picture all in focus still has a mean.
            add_pixel(sum, pixels + at * step, 256U - keep[at], step, samples(bokeh) - 1);
        }
    }
}

void prism_bokeh_reduce_rows(const prism_bokeh *bokeh, void *buffer, const prism_raster *src,
                             const prism_raster *matte, int32_t begin, int32_t end) {
    int n = samples(bokeh);
    for (int32_t y = begin; y < end; y++) {
        uint32_t *sums = sums_row(bokeh, buffer, y), total[4] = {0};
        for (int32_t x = 0; x <= bokeh->low_width; x++) {
            // Sums wrap around; their differences do not.
            memcpy(sums + x * n, total, (size_t)n * sizeof *total);
            if (x == bokeh->low_width)
                break;
            uint32_t block[4] = {0};
            add_block(block, bokeh, src, matte, y, x);
            for (int c = 0; c < n; c++)
                total[c] += c == n - 1 ? block[c] : block[c] >> (2 * bokeh->shift);
        }
    }
}

static int32_t clamp(int32_t value, int32_t most) {
    return value < 0 ? 0 : value > most ? most : value;
}

/// Adds the piece of a row of running sums that the disc covers to the discs of all pixels.
static void add_row(uint32_t *discs, const uint32_t *sums, const prism_bokeh *bokeh, int half) {
    int n = samples(bokeh), width = bokeh->low_width;
    int32_t first = clamp(half, width), last = clamp(width - half - 1, width);
    const uint32_t *from = sums - half * n, *to = sums + (half + 1) * n;
    for (int32_t i = first * n; i < last * n; i++)
        discs[i] += to[i] - from[i];
    // Near the ends the disc is cut: its mean is over what lies in the image.
    for (int32_t x = 0; x < width; x++) {
        if (x == first && last > first)
            x = last;
        for (int c = 0; x < width && c < n; c++)
            discs[x * n + c] +=
                sums[clamp(x + half + 1, width) * n + c] - sums[clamp(x - half, width) * n + c];
    }
}

/// Divides a disc's sums by that of its weights, to 1/64 of a level.
static inline void store_mean(uint16_t *out, const uint32_t *disc, const prism_bokeh *bokeh) {
    // Fused, a product and a sum round once instead of twice, and CPUs would differ.
#pragma STDC FP_CONTRACT OFF
    int n = samples(bokeh), colors = bokeh->step == 4 ? 3 : 1;
    // Sums of samples lack the pixels of a block as a factor, and gain 64.
    float scale = 64.0F * (float)(1 << (2 * bokeh->shift)) / (float)disc[n - 1];
    for (int c = 0; c < colors; c++) {
        float value = (float)disc[c] * scale + 0.5F;
        out[c] = (uint16_t)(value < 16320 ? value : 16320);
    }
    if (colors == 3)
        out[3] = 16320;
}

void prism_bokeh_blur_rows(const prism_bokeh *bokeh, void *buffer, int32_t begin, int32_t end,
                           void *scratch) {
    int n = samples(bokeh), step = bokeh->step;
    uint32_t *discs = scratch;
    for (int32_t y = begin; y < end; y++) {
        memset(discs, 0, (size_t)(bokeh->low_width * n) * sizeof *discs);
        for (int32_t dy = -bokeh->reach; dy <= bokeh->reach; dy++)
            if (y + dy >= 0 && y + dy < bokeh->low_height)
                add_row(discs, sums_row(bokeh, buffer, y + dy), bokeh,
                        bokeh->half[dy < 0 ? -dy : dy]);
        uint16_t *out = low_row(bokeh, buffer, y);
        for (int32_t x = 0; x < bokeh->low_width; x++)
            store_mean(out + x * step, discs + x * n, bokeh);
        memcpy(out - step, out, (size_t)step * sizeof *out);
        memcpy(out + bokeh->low_width * step, out + (bokeh->low_width - 1) * step,
               (size_t)step * sizeof *out);
    }
}

void prism_bokeh_expand_rows(const prism_bokeh_kernels *kernels, const prism_blur_kernels *blurs,
                             const prism_bokeh *bokeh, const void *buffer, const prism_raster *dst,
                             const prism_raster *src, const prism_raster *matte, int32_t begin,
                             int32_t end, const prism_row_hook *hook, void *scratch) {
    int shift = bokeh->shift, size = 1 << shift, step = bokeh->step, width = bokeh->width;
    uint16_t *line = scratch;
    for (int32_t y = begin; y < end; y++) {
        // In halves of an output row, from the centre of the row before the first.
        int from = 2 * y + size + 1, above = (from >> (shift + 1)) - 1;
        int weight = (from & (2 * size - 1)) << (14 - shift);
        blurs->mix16(line, low_row(bokeh, buffer, above) - step,
                     low_row(bokeh, buffer, above + 1) - step, weight, (int)low_stride(bokeh));
        uint8_t *out = prism_plane_row(dst, y);
        blurs->expand(out, line + step, shift, step, width);
        kernels->keep(out, prism_plane_row(src, y), out, prism_plane_row(matte, y), step,
                      width * step);
        prism_row_finish(hook, out, width);
    }
}
