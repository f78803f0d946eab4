// SPDX-License-Identifier: MIT
// The demosaic on planes: each position's two missing colours from its own and its neighbours' rows.
#include "finish.h"

#pragma STDC FP_CONTRACT OFF

/// The rows around one position: its own plane, and those of its neighbours across, down, diagonal.
typedef struct around {
    const float *own[3];      ///< the row of quads above, this, below
    const float *across;      ///< first of the two neighbours across is at x, second at x + 1
    const float *down[2];     ///< above and below
    const float *diagonal[2]; ///< as across, above and below
} around;

static around look(const finish_strip *strip, int position, int row) {
    int px = position % 2, py = position / 2, height = strip->height;
    around a;
    // About the mosaic's edge samples, as finish_balance() pads columns.
    int above = row > 0 ? row - 1 : finish_min(1 - py, height - 1);
    int below = row < height - 1 ? row + 1 : finish_max(height - 1 - py, 0);
    a.own[0] = finish_row(strip, position, above);
    a.own[1] = finish_row(strip, position, row);
    a.own[2] = finish_row(strip, position, below);
    a.across = finish_row(strip, position ^ 1, row) + px - 1;
    for (int index = 0; index < 2; ++index) {
        int line = row + py - 1 + index;
        // Mirroring about the edge sample moves to the neighbour on the other side of it.
        line = line < 0 ? 0 : line >= height ? height - 1 : line;
        a.down[index] = finish_row(strip, position ^ 2, line);
        a.diagonal[index] = finish_row(strip, position ^ 3, line) + px - 1;
    }
    return a;
}

/// At red or blue: green, and the opposite colour.
static void at_primary(const around *a, int width, float *restrict green, float *restrict other) {
    for (int x = 0; x < width; ++x) {
        float own = a->own[1][x];
        float far = a->own[0][x] + a->own[2][x] + a->own[1][x - 1] + a->own[1][x + 1];
        float cross = a->across[x] + a->across[x + 1] + a->down[0][x] + a->down[1][x];
        float diagonal =
            a->diagonal[0][x] + a->diagonal[0][x + 1] + a->diagonal[1][x] + a->diagonal[1][x + 1];
        green[x] = (4 * own + 2 * cross - far) * 0.125F;
        other[x] = (6 * own + 2 * diagonal - 1.5F * far) * 0.125F;
    }
}

/// At green: the colour of its row, and that of its column.
static void at_green(const around *a, int width, float *restrict across, float *restrict down) {
    for (int x = 0; x < width; ++x) {
        float own = 5 * a->own[1][x];
        float far_across = a->own[1][x - 1] + a->own[1][x + 1];
        float far_down = a->own[0][x] + a->own[2][x];
        float diagonal =
            a->diagonal[0][x] + a->diagonal[0][x + 1] + a->diagonal[1][x] + a->diagonal[1][x + 1];
        float row = a->across[x] + a->across[x + 1], column = a->down[0][x] + a->down[1][x];
        across[x] = (own + 4 * row - diagonal - far_across + 0.5F * far_down) * 0.125F;
        down[x] = (own + 4 * column - diagonal - far_down + 0.5F * far_across) * 0.125F;
    }
}

void finish_demosaic(const uint8_t colors[4], const finish_strip *strip, int row,
                     const finish_colors *out) {
    for (int position = 0; position < 4; ++position) {
        around a = look(strip, position, row);
        int own = colors[position];
        float *copy = out->rgb[position][own];
        for (int x = 0; x < strip->width; ++x)
            copy[x] = a.own[1][x];
        if (own == 1)
            at_green(&a, strip->width, out->rgb[position][colors[position ^ 1]],
                     out->rgb[position][colors[position ^ 2]]);
        else
            at_primary(&a, strip->width, out->rgb[position][1], out->rgb[position][2 - own]);
    }
}
