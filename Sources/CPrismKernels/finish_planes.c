// SPDX-License-Identifier: MIT
// From samples to floats and back, balance, and the base that local brightness is decided on.
#include "finish.h"

#include <math.h>

#pragma STDC FP_CONTRACT OFF

void finish_unpack(const prism_finish_mosaic *mosaic, const finish_strip *strip) {
    for (int row = strip->first; row < strip->last; ++row)
        for (int position = 0; position < 4; ++position) {
            const uint16_t *from =
                mosaic->samples + (2 * row + position / 2) * mosaic->stride + position % 2;
            float *to = finish_row(strip, position, row);
            float black = mosaic->black[position], scale = mosaic->scale;
            for (int x = 0; x < strip->width; ++x)
                to[x] = ((float)from[2 * x] - black) * scale;
        }
}

/// Mirrors a row of one position about the mosaic's edges: column -1 is the sample that lies as far
/// to the right of the edge sample, which for the right position is its own column 0.
static void pad(float *row, int width, int is_right) {
    for (int x = 1; x <= FINISH_PAD; ++x) {
        row[-x] = row[finish_min(x - is_right, width - 1)];
        row[width - 1 + x] = row[finish_max(width - 1 - x + (is_right ? 0 : 1), 0)];
    }
}

/// 0 up to three quarters of white, 1 near white: what a clipped sample's neighbours look like.
static void find_burnt(const finish_strip *strip, int row, float *burnt) {
    const float *p[4];
    for (int position = 0; position < 4; ++position)
        p[position] = finish_row(strip, position, row);
    for (int x = 0; x < strip->width; ++x) {
        float above = p[0][x] > p[1][x] ? p[0][x] : p[1][x];
        float below = p[2][x] > p[3][x] ? p[2][x] : p[3][x];
        float part = ((above > below ? above : below) - 0.75F) * 5;
        part = part < 0 ? 0 : part > 1 ? 1 : part;
        burnt[x] = part * part * (3 - 2 * part);
    }
    burnt[-1] = burnt[0];
    burnt[strip->width] = burnt[strip->width - 1];
}

void finish_balance(const uint8_t colors[4], const float gains[3], const finish_strip *strip,
                    int o0, int o1, float *burnt) {
    for (int row = o0; row < o1; ++row)
        find_burnt(strip, row, burnt + (row - strip->first) * strip->stride + FINISH_PAD);
    for (int position = 0; position < 4; ++position) {
        float gain = gains[colors[position]];
        for (int row = o0; row < o1; ++row) {
            float *values = finish_row(strip, position, row);
            for (int x = 0; x < strip->width; ++x) {
                float value = values[x] * gain;
                values[x] = value < 1 ? value : 1;
            }
            pad(values, strip->width, position % 2);
        }
    }
}

static float clipped(const prism_finish_mosaic *mosaic, const float gains[3], int position,
                     uint16_t sample) {
    float value =
        ((float)sample - mosaic->black[position]) * mosaic->scale * gains[mosaic->colors[position]];
    return value < 1 ? value : 1;
}

static float cell_mean(const prism_finish_mosaic *mosaic, const float gains[3], int cx, int cy) {
    int x1 = finish_min((cx + 1) * PRISM_FINISH_CELL, mosaic->width);
    int y1 = finish_min((cy + 1) * PRISM_FINISH_CELL, mosaic->height);
    float sum = 0;
    int count = 0;
    for (int y = cy * PRISM_FINISH_CELL; y < y1; ++y)
        for (int x = cx * PRISM_FINISH_CELL; x < x1; ++x, ++count)
            for (int position = 0; position < 4; ++position) {
                const uint16_t *row =
                    mosaic->samples + (2 * y + position / 2) * mosaic->stride + position % 2;
                sum += clipped(mosaic, gains, position, row[2 * x]);
            }
    return count > 0 ? sum / (4 * (float)count) : 0;
}

void prism_finish_base(const prism_finish_mosaic *mosaic, const float gains[3], float *cells,
                       int32_t across, int32_t c0, int32_t c1) {
    for (int cy = c0; cy < c1; ++cy)
        for (int cx = 0; cx < across; ++cx)
            cells[(size_t)cy * (size_t)across + (size_t)cx] = cell_mean(mosaic, gains, cx, cy);
}
