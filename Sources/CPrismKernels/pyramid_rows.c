// SPDX-License-Identifier: MIT
// The Gaussian for large radii: reduce by a power of two, blur, enlarge.
#include "blur.h"

#include <errno.h>
#include <math.h>
#include <string.h>

/// Pixels of padding on each side of a reduced row: as far as the widest blur reads.
#define PADDING PRISM_BLUR_MAX_RADIUS
#define MAX_SHIFT 7

/// The variance that is left for the blur of the reduced image, in its own pixels.
///
/// Averaging n pixels has the variance (n^2 - 1) / 12. Interpolating between samples n apart has, at a
/// phase w, the variance w (1 - w) n^2: over the phases of whole pixels (2 n^2 + 1) / 12 on average.
static double reduced_variance(double sigma, int shift) {
    double spent = ldexp(1, 2 * shift) / 4;
    return ldexp(sigma * sigma - spent, -2 * shift);
}

int prism_pyramid_prepare(prism_pyramid *pyramid, double sigma, int32_t width, int32_t height,
                          int32_t step) {
    if (!(sigma >= 2 && sigma <= PRISM_PYRAMID_MAX_SIGMA) || width < 1 || width > INT16_MAX ||
        height < 1 || height > INT16_MAX || (step != 1 && step != 2 && step != 4))
        return -EINVAL;
    // The coarsest image in which the blur still spans about two pixels, but at least halves.
    int shift = 1;
    while (shift < MAX_SHIFT && (4 << shift) <= sigma)
        shift++;
    double variance = reduced_variance(sigma, shift);
    int radius = (int)ceil(3 * sqrt(variance));
    pyramid->blur.radius = radius < PADDING ? radius : PADDING;
    prism_blur_weights(pyramid->blur.weights, pyramid->blur.radius, variance);
    pyramid->shift = shift;
    pyramid->step = step;
    pyramid->source_width = width;
    // A border of one block of continued edge all round keeps the edge from smearing inwards.
    pyramid->width = ((width + (1 << shift) - 1) >> shift) + 2;
    pyramid->height = ((height + (1 << shift) - 1) >> shift) + 2;
    pyramid->stride = (pyramid->width + 2 * PADDING) * step;
    return 0;
}

static size_t image_samples(const prism_pyramid *pyramid) {
    return (size_t)pyramid->stride * (size_t)pyramid->height;
}

size_t prism_pyramid_buffer_size(const prism_pyramid *pyramid) {
    return 2 * image_samples(pyramid) * sizeof(uint16_t);
}

/// A padded reduced row, or a row reduced by four and its 32-bit sums; both start on 4 bytes.
size_t prism_pyramid_scratch_size(const prism_pyramid *pyramid) {
    size_t widest = ((size_t)pyramid->source_width + 1) / 2 + 2 * PADDING;
    return 2 * widest * (size_t)pyramid->step * sizeof(uint16_t) + 2 * sizeof(uint32_t);
}

/// A row of the reduced image (`image` 0) or of the blurred one (1), rows outside continued.
static uint16_t *reduced_row(const prism_pyramid *pyramid, const void *buffer, int image, int row) {
    int inside = row < 0 ? 0 : row >= pyramid->height ? pyramid->height - 1 : row;
    uint16_t *base = (uint16_t *)(uintptr_t)buffer + (size_t)image * image_samples(pyramid);
    return base + (size_t)inside * (size_t)pyramid->stride + PADDING * pyramid->step;
}

static uint16_t *aligned_row(const prism_pyramid *pyramid, void *scratch) {
    uintptr_t aligned = ((uintptr_t)scratch + 3) & ~(uintptr_t)3;
    return (uint16_t *)aligned + PADDING * pyramid->step;
}

/// A sum over `1 << (2 * shift)` samples to their average in 1/64 of a level.
static uint16_t average(uint32_t sum, int shift) {
    return (uint16_t)(((sum << 7 >> (2 * shift)) + 1) / 2);
}

/// The average of a block of block row `row` that begins with column `first`, edges continued; a block
/// that lies beyond the image is one column, as often as the block is wide.
static void reduce_block(uint16_t *dst, const prism_raster *src, int shift, int row, int first) {
    int size = 1 << shift, last = src->width - 1, beyond = first < 0 || first > last;
    uint32_t sums[4] = {0};
    for (int y = 0; y < size; y++) {
        const uint8_t *pixels = prism_plane_row(src, row * size + y);
        for (int x = 0; x < (beyond ? 1 : size); x++) {
            int at = first < 0 ? 0 : first + x < last ? first + x : last;
            for (int c = 0; c < src->step; c++)
                sums[c] += pixels[at * src->step + c];
        }
    }
    for (int c = 0; c < src->step; c++)
        dst[c] = average(beyond ? sums[c] << shift : sums[c], shift);
}

/// The whole blocks of a row of averages over 2x2 or 4x4 pixels.
static void reduce_near(const prism_blur_kernels *kernels, uint16_t *dst, const prism_raster *src,
                        int shift, int row) {
    const uint8_t *rows[4];
    for (int k = 0; k < 1 << shift; k++)
        rows[k] = prism_plane_row(src, row * (1 << shift) + k);
    if (shift == 1)
        kernels->reduce2(dst, rows, src->step, src->width >> shift);
    else
        kernels->reduce4(dst, rows, src->step, src->width >> shift);
}

/// The whole blocks of a row of averages over `1 << shift` pixels each way, from 4x4 averages.
static void reduce_far(const prism_blur_kernels *kernels, uint16_t *dst, const prism_raster *src,
                       int shift, int row, uint16_t *line) {
    int step = src->step, blocks = src->width >> shift, count = 1 << (shift - 2);
    int samples = blocks * count * step;
    uint32_t *sums = (uint32_t *)(line + ((src->width >> 2) * step + 1) / 2 * 2);
    memset(sums, 0, (size_t)samples * sizeof *sums);
    for (int k = 0; k < count; k++) {
        reduce_near(kernels, line, src, 2, row * (1 << (shift - 2)) + k);
        for (int i = 0; i < samples; i++)
            sums[i] += line[i];
    }
    for (int x = 0; x < blocks; x++)
        for (int c = 0; c < step; c++) {
            uint32_t total = (uint32_t)(count * count) / 2;
            for (int k = 0; k < count; k++)
                total += sums[(x * count + k) * step + c];
            dst[x * step + c] = (uint16_t)(total >> (2 * (shift - 2)));
        }
}

void prism_pyramid_reduce_rows(const prism_blur_kernels *kernels, const prism_pyramid *pyramid,
                               void *buffer, const prism_raster *src, int32_t begin, int32_t end,
                               void *scratch) {
    int shift = pyramid->shift, step = src->step, whole = src->width >> shift;
    for (int32_t y = begin; y < end; y++) {
        uint16_t *row = reduced_row(pyramid, buffer, 0, y);
        if (shift <= 2)
            reduce_near(kernels, row + step, src, shift, y - 1);
        else
            reduce_far(kernels, row + step, src, shift, y - 1, aligned_row(pyramid, scratch));
        reduce_block(row, src, shift, y - 1, -1);
        for (int x = whole; x < pyramid->width - 1; x++)
            reduce_block(row + (x + 1) * step, src, shift, y - 1, x * (1 << shift));
    }
}

void prism_pyramid_blur_rows(const prism_blur_kernels *kernels, const prism_pyramid *pyramid,
                             void *buffer, int32_t begin, int32_t end, void *scratch) {
    const prism_blur *blur = &pyramid->blur;
    const uint16_t *rows[2 * PRISM_BLUR_MAX_RADIUS + 1];
    uint16_t *line = aligned_row(pyramid, scratch);
    int count = pyramid->width * pyramid->step;
    for (int32_t y = begin; y < end; y++) {
        for (int k = 0; k <= 2 * blur->radius; k++)
            rows[k] = reduced_row(pyramid, buffer, 0, y - blur->radius + k);
        kernels->columns16(line, rows, blur->weights, blur->radius, count);
        prism_pad_row16(line, pyramid->width, pyramid->step, blur->radius);
        uint16_t *out = reduced_row(pyramid, buffer, 1, y);
        kernels->row16(out, line, blur->weights, blur->radius, pyramid->step, count);
    }
}

void prism_pyramid_expand_rows(const prism_blur_kernels *kernels, const prism_pyramid *pyramid,
                               const void *buffer, const prism_raster *dst, int32_t begin,
                               int32_t end, const prism_row_hook *hook, void *scratch) {
    int shift = pyramid->shift, size = 1 << shift, step = pyramid->step;
    uint16_t *line = aligned_row(pyramid, scratch);
    for (int32_t y = begin; y < end; y++) {
        // In halves of an output row, from the centre of the border row, as in a row.
        int from = 2 * y + size + 1, above = from >> (shift + 1);
        int weight = (from & (2 * size - 1)) << (14 - shift);
        kernels->mix16(line, reduced_row(pyramid, buffer, 1, above),
                       reduced_row(pyramid, buffer, 1, above + 1), weight, pyramid->width * step);
        uint8_t *out = prism_plane_row(dst, y);
        kernels->expand(out, line + step, shift, step, dst->width);
        prism_row_finish(hook, out, dst->width);
    }
}
