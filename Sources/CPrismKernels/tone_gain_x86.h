// SPDX-License-Identifier: MIT
// Gains over the picture for AVX2 and AVX-512; see x86_vector.h.
#pragma once

#include "tone.h"
#include "x86_pixels.h"

PRISM_TARGET_BEGIN(PRISM_X86)

/// A grid point's gain, or two of them: one for each eight columns.
static inline __m256i two_points(const int16_t *points, int second) {
    return _mm256_set_m128i(_mm_set1_epi16(points[second]), _mm_set1_epi16(points[0]));
}

/// The gains of `columns` columns, a multiple of 16, from x on, a multiple of 16; each once, or twice for two words.
static void expand_gains(int16_t *gains, const prism_gain_row *row, int x, int columns, int twice) {
    int16_t points[PRISM_GAIN_POINTS];
    prism_gain_points(points, row, x, columns);
    // Sixteen columns are one cell, or two.
    const int cells = row->bits == 3 ? 2 : 1;
    int16_t way[16];
    for (int i = 0; i < 16; i++)
        way[i] = (int16_t)prism_gain_along(row, i);
    const __m256i along = _mm256_loadu_si256((const __m256i *)way);
    for (const int16_t *p = points; columns > 0; columns -= 16, p += cells) {
        const __m256i left = two_points(p, cells - 1), right = two_points(p + 1, cells - 1);
        const __m256i rise = _mm256_mulhrs_epi16(_mm256_sub_epi16(right, left), along);
        const __m256i gain = _mm256_add_epi16(left, rise);
        if (!twice) {
            _mm256_storeu_si256((__m256i *)gains, gain);
            gains += 16;
            continue;
        }
        const __m256i halves = _mm256_permute4x64_epi64(gain, _MM_SHUFFLE(3, 1, 2, 0));
        _mm256_storeu_si256((__m256i *)gains, _mm256_unpacklo_epi16(halves, halves));
        _mm256_storeu_si256((__m256i *)(gains + 16), _mm256_unpackhi_epi16(halves, halves));
        gains += 32;
    }
}

/// Words that hold bytes, with a gain each.
static inline vec gain_words(vec bytes, vec gains, vec black) {
    const vec x = V(slli_epi16)(V(sub_epi16)(bytes, black), 7);
    const vec out = V(mulhrs_epi16)(V(mulhrs_epi16)(x, gains), shift_unit(6));
    return V(add_epi16)(out, black);
}

/// `n` bytes, a multiple of BYTES, with a gain each.
static void gain_bytes(uint8_t *d, const uint8_t *s, int n, const int16_t *gains, vec black) {
    for (int x = 0; x < n; x += BYTES) {
        const vec a = V(cvtepu8_epi16)(load_half(s + x));
        const vec b = V(cvtepu8_epi16)(load_half(s + x + WORDS));
        const vec out = V(packus_epi16)(gain_words(a, load(gains + x), black),
                                        gain_words(b, load(gains + x + WORDS), black));
        store(d + x, packed_in_order(out));
    }
}

/// `n` pixels of 4 bytes, a multiple of DWORDS, with a gain twice each.
static void gain_pixels(uint8_t *d, const uint8_t *s, int n, const int16_t *gains) {
    const vec join =
        byte_order(_mm_setr_epi8(0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15));
    const vec low = word(0x00ff), last = V(set1_epi32)((int)0xff000000), zero = word(0);
    for (int x = 0; x < n; x += DWORDS) {
        const vec pixels = load(s + 4 * x), gain = load(gains + 2 * x);
        const vec even = gain_words(VS(and)(pixels, low), gain, zero);
        const vec odd = gain_words(V(srli_epi16)(pixels, 8), gain, zero);
        const vec out = V(shuffle_epi8)(V(packus_epi16)(even, odd), join);
        store(d + 4 * x, VS(or)(VS(and)(pixels, last), VS(andnot)(last, out)));
    }
}

/// A row of samples of 1, 2 or 4 bytes.
static void gain_row(uint8_t *d, const uint8_t *s, int width, int size, const prism_gain_row *row) {
    int16_t gains[2 * PRISM_GAIN_COLUMNS];
    const int whole = width / BYTES * BYTES;
    for (int x = 0; x < whole; x += PRISM_GAIN_COLUMNS) {
        const int columns = whole - x < PRISM_GAIN_COLUMNS ? whole - x : PRISM_GAIN_COLUMNS;
        expand_gains(gains, row, x, columns, size > 1);
        if (size == 4)
            gain_pixels(d + 4 * x, s + 4 * x, columns, gains);
        else
            gain_bytes(d + size * x, s + size * x, size * columns, gains, word(row->black));
    }
    prism_gain_columns(d, s, whole, width, size, size == 4 ? 3 : size, row);
}

static void gain_rows(prism_dst dst, prism_src src, int width, int y0, int y1, int size,
                      const prism_gain_grid *grid) {
    for (int y = y0; y < y1; y++) {
        prism_gain_row row = prism_gain_row_at(grid, y);
        row.black = size == 4 ? 0 : row.black;
        gain_row(prism_dst_row(dst, y), prism_src_row(src, y), width, size, &row);
    }
}

static void gain_xrgb(prism_dst dst, prism_src src, int width, int y0, int y1,
                      const prism_gain_grid *grid) {
    gain_rows(dst, src, width, y0, y1, 4, grid);
}

static void gain_u8(prism_dst dst, prism_src src, int width, int y0, int y1,
                    const prism_gain_grid *grid) {
    gain_rows(dst, src, width, y0, y1, 1, grid);
}

static void gain_pairs(prism_dst dst, prism_src src, int width, int y0, int y1,
                       const prism_gain_grid *grid) {
    gain_rows(dst, src, width, y0, y1, 2, grid);
}

PRISM_TARGET_END
