// SPDX-License-Identifier: MIT
// Ranges of rows of the comic look: three smoothed rows and their luma in a ring, then ink.
#include "edges.h"

#include <errno.h>
#include <math.h>

int prism_comic_prepare(prism_comic *comic, double sigma, int levels, double ink, int threshold) {
    if (levels < 2 || levels > 64 || !(ink >= 0 && ink <= 31) || threshold < 0 || threshold > 255)
        return -EINVAL;
    comic->levels = (int16_t)(levels - 1);
    comic->spacing = (uint16_t)(255 * 256 / (levels - 1));
    comic->gain = (int16_t)lrint(1024 * ink);
    comic->threshold = (uint8_t)threshold;
    return prism_blur_prepare(&comic->blur, sigma);
}

/// One thread's rings: three rows of pixels and three of luma with a byte of margin, and gradients.
typedef struct rings {
    uint8_t *pixels[3], *luma[3], *edges;
    void *blur;
} rings;

size_t prism_comic_scratch_size(const prism_comic *comic, int32_t width, int32_t step) {
    size_t row = (size_t)width * (size_t)step, luma = (size_t)width + 2;
    return prism_blur_scratch_size(&comic->blur, width, step) + 3 * row + 4 * luma;
}

static rings lay_out(const prism_comic *comic, const prism_raster *src, void *scratch) {
    rings r = {.blur = scratch};
    uint8_t *next =
        (uint8_t *)scratch + prism_blur_scratch_size(&comic->blur, src->width, src->step);
    for (int k = 0; k < 3; k++, next += src->width * src->step)
        r.pixels[k] = next;
    for (int k = 0; k < 3; k++, next += src->width + 2)
        r.luma[k] = next + 1;
    r.edges = next + 1;
    return r;
}

/// Smooths row `y`, which may lie outside by one, into its place in the ring.
static void fill_row(const prism_edges_kernels *kernels, const prism_blur_kernels *blurs,
                     const prism_comic *comic, const prism_raster *src, int y, const rings *r) {
    int slot = (y + 1) % 3, inside = y < 0 ? 0 : y < src->height ? y : src->height - 1;
    // A plane of which only this row is the ring's: the blur writes row `inside` and no other.
    prism_raster line = *src;
    line.stride = 0;
    line.data = r->pixels[slot];
    prism_blur_rows(blurs, &comic->blur, &line, src, inside, inside + 1, NULL, r->blur);
    uint8_t *luma = r->luma[slot];
    if (src->step == 4)
        kernels->luma(luma, r->pixels[slot], src->width);
    else
        __builtin_memcpy(luma, r->pixels[slot], (size_t)src->width);
    luma[-1] = luma[0];
    luma[src->width] = luma[src->width - 1];
}

void prism_comic_rows(const prism_edges_kernels *kernels, const prism_blur_kernels *blurs,
                      const prism_comic *comic, const prism_raster *dst, const prism_raster *src,
                      int32_t begin, int32_t end, const prism_row_hook *hook, void *scratch) {
    rings r = lay_out(comic, src, scratch);
    for (int32_t y = begin - 1; y <= end && begin < end; y++) {
        fill_row(kernels, blurs, comic, src, y, &r);
        if (y <= begin)
            continue;
        // Row y - 1 is finished once row y below it is there.
        kernels->sobel(r.edges, r.luma[(y - 1) % 3], r.luma[y % 3], r.luma[(y + 1) % 3],
                       comic->gain, 1, src->width);
        uint8_t *out = prism_plane_row(dst, y - 1);
        kernels->comic(out, r.pixels[y % 3], r.edges, comic, src->step, src->width * src->step);
        prism_row_finish(hook, out, dst->width);
    }
}
