// SPDX-License-Identifier: MIT
// YUV to RGB for AVX2 and AVX-512; see x86_vector.h.
#pragma once

#include "convert.h"
#include "x86_vector.h"

PRISM_TARGET_BEGIN(PRISM_X86)

// Words are kept in the order in which interleaving four planes leaves whole pixels in a row: lane i holds pixels
// 4i ... 4i + 3 and, after them, those of the same place in the second half.

/// Byte orders that spread samples to words in that order.
typedef struct yuv_orders {
    vec luma, u, v;
} yuv_orders;

/// Two bytes per word, the sample above a zero.
static inline vec sample_order(int step, int scale, int first) {
    uint8_t order[BYTES];
    for (int i = 0; i < WORDS; i++) {
        const int pixel = i / 8 * 4 + i % 4 + (i % 8 < 4 ? 0 : WORDS / 2);
        order[2 * i] = 0x80;
        order[2 * i + 1] = (uint8_t)(pixel / scale * step + first);
    }
    return unknown(load(order));
}

/// 2^7 times the samples that the order names, of WORDS bytes.
static inline vec spread_samples(vec bytes, vec order) {
#if PRISM_VECTOR_BYTES == 64
    bytes = _mm512_maskz_permutexvar_epi8(0xaaaaaaaaaaaaaaaa, order, bytes);
#else
    bytes = V(shuffle_epi8)(bytes, order);
#endif
    return V(srli_epi16)(bytes, 1);
}

/// WORDS bytes where every lane can reach them.
static inline vec load_samples(const uint8_t *p) {
#if PRISM_VECTOR_BYTES == 64
    return _mm512_castsi256_si512(_mm256_loadu_si256((const __m256i *)p));
#else
    return _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)p));
#endif
}

/// WORDS / 2 bytes where every lane can reach them.
static inline vec load_few_samples(const uint8_t *p) {
#if PRISM_VECTOR_BYTES == 64
    return _mm512_castsi128_si512(_mm_loadu_si128((const __m128i *)p));
#else
    return _mm256_broadcastsi128_si256(_mm_loadl_epi64((const __m128i *)p));
#endif
}

/// A matrix, word by word, and whether luma adds the same to each output, as it does unless colours are changed too.
typedef struct yuv_words {
    vec c[3][3], offset[3], unit;
    int same_luma;
} yuv_words;

static inline yuv_words spread_yuv(const prism_matrix *m) {
    yuv_words k = {.unit = shift_unit(m->shift),
                   .same_luma = m->c[0][0] == m->c[1][0] && m->c[0][0] == m->c[2][0]};
    for (int i = 0; i < 3; i++) {
        k.offset[i] = word(m->offset[i]);
        for (int j = 0; j < 3; j++)
            k.c[i][j] = word(m->c[i][j]);
    }
    return k;
}

/// What the chroma of WORDS pixels adds to each output; two rows share it.
static inline void chroma_sums(vec sums[3], vec u, vec v, const yuv_words *k) {
    for (int i = 0; i < 3; i++)
        sums[i] = add_product(add_product(k->offset[i], u, k->c[i][1]), v, k->c[i][2]);
}

/// WORDS pixels of one row.
static inline __attribute__((always_inline)) void
store_pixels(uint8_t *dst, vec luma, const vec sums[3], const yuv_words *k, int same_luma) {
    const vec first_luma = V(mulhrs_epi16)(luma, k->c[0][0]);
    vec out[3];
    for (int i = 0; i < 3; i++) {
        const vec own = same_luma ? first_luma : V(mulhrs_epi16)(luma, k->c[i][0]);
        out[i] = V(mulhrs_epi16)(V(add_epi16)(sums[i], own), k->unit);
    }
    // Four unpacks; left to itself the compiler makes six shuffles of them.
    const vec even = V(packus_epi16)(out[0], out[2]);
    const vec odd = V(packus_epi16)(out[1], word(255));
    const vec first = unknown(V(unpacklo_epi8)(even, odd));
    const vec second = unknown(V(unpackhi_epi8)(even, odd));
    store(dst, V(unpacklo_epi16)(first, second));
    store(dst + BYTES, V(unpackhi_epi16)(first, second));
}

/// Two rows to write, their luma, and the chroma they share.
typedef struct yuv_rows {
    uint8_t *dst[2];
    const uint8_t *luma[2];
    prism_chroma_row chroma;
} yuv_rows;

/// The whole vectors of two rows; returns the column after them. What is constant decides what is compiled.
static inline __attribute__((always_inline)) int yuv_to_xrgb_vectors(const yuv_rows *r, int width,
                                                                     const yuv_words *k,
                                                                     const yuv_orders *orders,
                                                                     int step, int same_luma) {
    int x = 0;
    for (; x + WORDS <= width; x += WORDS) {
        vec u, v, sums[3];
        if (step == 2) {
            u = v = load_samples(r->chroma.u + x);
        } else {
            u = load_few_samples(r->chroma.u + x / 2);
            v = load_few_samples(r->chroma.v + x / 2);
        }
        chroma_sums(sums, spread_samples(u, orders->u), spread_samples(v, orders->v), k);
        for (int i = 0; i < 2; i++) {
            const vec luma = spread_samples(load_samples(r->luma[i] + x), orders->luma);
            store_pixels(r->dst[i] + 4 * x, luma, sums, k, same_luma);
        }
    }
    return x;
}

static void yuv_to_xrgb_rows(const yuv_rows *r, int width, const prism_matrix *matrix,
                             const yuv_words *k, const yuv_orders *orders) {
    int x;
    if (r->chroma.step == 2)
        x = k->same_luma ? yuv_to_xrgb_vectors(r, width, k, orders, 2, 1)
                         : yuv_to_xrgb_vectors(r, width, k, orders, 2, 0);
    else
        x = k->same_luma ? yuv_to_xrgb_vectors(r, width, k, orders, 1, 1)
                         : yuv_to_xrgb_vectors(r, width, k, orders, 1, 0);
    for (int i = 0; i < 2; i++)
        prism_yuv_to_xrgb_row(r->dst[i], r->luma[i], r->chroma, x, width, matrix);
}

/// Rows y and y + 1; the last row of an odd picture is done twice.
static inline yuv_rows rows_at(prism_dst dst, prism_src luma, prism_chroma_row chroma, int y,
                               int y1) {
    const int next = y + 1 < y1 ? y + 1 : y;
    return (yuv_rows){{prism_dst_row(dst, y), prism_dst_row(dst, next)},
                      {prism_src_row(luma, y), prism_src_row(luma, next)},
                      chroma};
}

static void nv12_to_xrgb(prism_dst dst, prism_src luma, prism_src chroma, int width, int y0, int y1,
                         const prism_matrix *matrix) {
    const yuv_words k = spread_yuv(matrix);
    const yuv_orders orders = {sample_order(1, 1, 0), sample_order(2, 2, 0), sample_order(2, 2, 1)};
    for (int y = y0; y < y1; y += 2) {
        const uint8_t *uv = prism_src_row(chroma, y / 2);
        const yuv_rows rows = rows_at(dst, luma, (prism_chroma_row){uv, uv + 1, 2}, y, y1);
        yuv_to_xrgb_rows(&rows, width, matrix, &k, &orders);
    }
}

static void yuv420_to_xrgb(prism_dst dst, prism_src luma, prism_src u, prism_src v, int width,
                           int y0, int y1, const prism_matrix *matrix) {
    const yuv_words k = spread_yuv(matrix);
    const yuv_orders orders = {sample_order(1, 1, 0), sample_order(1, 2, 0), sample_order(1, 2, 0)};
    for (int y = y0; y < y1; y += 2) {
        const prism_chroma_row chroma = {prism_src_row(u, y / 2), prism_src_row(v, y / 2), 1};
        const yuv_rows rows = rows_at(dst, luma, chroma, y, y1);
        yuv_to_xrgb_rows(&rows, width, matrix, &k, &orders);
    }
}

PRISM_TARGET_END
