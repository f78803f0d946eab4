// SPDX-License-Identifier: MIT
// Colours to sRGB, brightness with a shoulder that keeps hues, and Y'CbCr of one row of quads.
#include "finish.h"

#pragma STDC FP_CONTRACT OFF

/// Where a quad lies between the centres of cells.
typedef struct between {
    int first, second;
    float part;
} between;

static between cells_at(int quad, int cells) {
    float at = ((float)quad + 0.5F) / (float)PRISM_FINISH_CELL - 0.5F;
    int first = at < 0 ? 0 : (int)at;
    between b = {finish_min(first, cells - 1), finish_min(first + 1, cells - 1),
                 at < 0 ? 0 : at - (float)first};
    return b;
}

/// The gain of every quad of a row from its own brightness.
static void local_gains(const prism_finish_tone *tone, const finish_colors *colors, int row,
                        int width, float *gain) {
    between down = cells_at(row, tone->cells_down);
    ptrdiff_t above = (ptrdiff_t)down.first * tone->cells_across;
    ptrdiff_t below = (ptrdiff_t)down.second * tone->cells_across;
    for (int x = 0; x < width; ++x) {
        between across = cells_at(x, tone->cells_across);
        float alpha[2], beta[2];
        for (int side = 0; side < 2; ++side) {
            ptrdiff_t cell = side == 0 ? across.first : across.second;
            alpha[side] = tone->alpha[above + cell] +
                          (tone->alpha[below + cell] - tone->alpha[above + cell]) * down.part;
            beta[side] = tone->beta[above + cell] +
                         (tone->beta[below + cell] - tone->beta[above + cell]) * down.part;
        }
        // One red, two greens and one blue, as the base was measured.
        float light = 0.25F * (colors->rgb[0][0][x] + colors->rgb[3][0][x]) * 0.5F +
                      0.25F * (colors->rgb[0][1][x] + colors->rgb[3][1][x]) +
                      0.25F * (colors->rgb[0][2][x] + colors->rgb[3][2][x]) * 0.5F;
        float value = (alpha[0] + (alpha[1] - alpha[0]) * across.part) * light + beta[0] +
                      (beta[1] - beta[0]) * across.part;
        gain[x] = value < tone->least ? tone->least : value > tone->most ? tone->most : value;
    }
}

/// The colour that quads keep: none at clipped samples and beside them, where what is left of it is that of the
/// channels that did not clip.
static void find_saturation(const float *const burnt[3], int width, float *kept) {
    for (int x = 0; x < width; ++x) {
        float most = 0;
        for (int row = 0; row < 3; ++row)
            for (int side = -1; side <= 1; ++side)
                most = burnt[row][x + side] > most ? burnt[row][x + side] : most;
        kept[x] = 1 - most;
    }
}

/// The shoulder, extended Reinhard above the knee: slope 1 at the knee, 1 at `top`.
/// Applied to the largest colour, all three are scaled alike, so that hues stay.
static void brighten(const prism_finish_tone *tone, float *const rgb[3], const float *restrict gain,
                     const float *restrict kept, int width) {
    float *restrict red = rgb[0], *restrict green = rgb[1], *restrict blue = rgb[2];
    float knee = tone->knee, rest = 1 - knee;
    float top = (tone->top - knee) / rest, inverse = 1 / (top * top);
    const float *m = tone->matrix;
    for (int x = 0; x < width; ++x) {
        float r = m[0] * red[x] + m[1] * green[x] + m[2] * blue[x];
        float g = m[3] * red[x] + m[4] * green[x] + m[5] * blue[x];
        float b = m[6] * red[x] + m[7] * green[x] + m[8] * blue[x];
        r = r > 0 ? r : 0;
        g = g > 0 ? g : 0;
        b = b > 0 ? b : 0;
        // Rec. 709's luma.
        float grey = 0.2126F * r + 0.7152F * g + 0.0722F * b;
        r = grey + (r - grey) * kept[x];
        g = grey + (g - grey) * kept[x];
        b = grey + (b - grey) * kept[x];
        float most = (r > g ? r : g) > b ? (r > g ? r : g) : b;
        float light = most * gain[x];
        float t = (light - knee) / rest;
        float curved = knee + rest * t * (1 + t * inverse) / (1 + t);
        curved = light > knee ? curved : light;
        curved = curved < 1 ? curved : 1;
        float factor = light > knee ? curved / most : gain[x];
        red[x] = r * factor;
        green[x] = g * factor;
        blue[x] = b * factor;
    }
}

/// Light 0 … 1 to code values × 256.
static inline int32_t code(const uint16_t *table, float light) {
    int index = (int)(light * (PRISM_FINISH_TABLE - 1) + 0.5F);
    return table[index < 0 ? 0 : index >= PRISM_FINISH_TABLE ? PRISM_FINISH_TABLE - 1 : index];
}

static inline uint8_t byte(int32_t value) {
    return (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
}

/// Rec. 601 with coefficients × 2^14; code values have 8 bits below the point.
static void encode(const prism_finish_tone *tone, const prism_finish_picture *picture,
                   const finish_colors *colors, int row, int width) {
    uint8_t *cb = picture->cb + row * picture->chroma_stride;
    uint8_t *cr = picture->cr + row * picture->chroma_stride;
    for (int x = 0; x < width; ++x) {
        int32_t sum[3] = {0, 0, 0};
        for (int position = 0; position < 4; ++position) {
            int32_t r = code(tone->table, colors->rgb[position][0][x]);
            int32_t g = code(tone->table, colors->rgb[position][1][x]);
            int32_t b = code(tone->table, colors->rgb[position][2][x]);
            ptrdiff_t line = 2 * row + position / 2;
            picture->luma[line * picture->luma_stride + 2 * x + position % 2] =
                byte((4899 * r + 9617 * g + 1868 * b + (1 << 21)) >> 22);
            sum[0] += r;
            sum[1] += g;
            sum[2] += b;
        }
        for (int color = 0; color < 3; ++color)
            sum[color] = (sum[color] + 2) >> 2;
        cb[x] = byte(128 + ((-2765 * sum[0] - 5427 * sum[1] + 8192 * sum[2] + (1 << 21)) >> 22));
        cr[x] = byte(128 + ((8192 * sum[0] - 6860 * sum[1] - 1332 * sum[2] + (1 << 21)) >> 22));
    }
}

void finish_tone(const prism_finish_tone *tone, const prism_finish_picture *picture,
                 const finish_colors *colors, int row, int width, const float *const burnt[3],
                 float *gain) {
    float *kept = gain + width;
    local_gains(tone, colors, row, width, gain);
    find_saturation(burnt, width, kept);
    for (int position = 0; position < 4; ++position)
        brighten(tone, colors->rgb[position], gain, kept, width);
    encode(tone, picture, colors, row, width);
}
