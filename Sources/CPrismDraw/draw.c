// SPDX-License-Identifier: MIT
// The canvas: a cairo context. Text is one line in one font, which cairo does without pango.
#include "include/prism_draw.h"

#include <cairo.h>
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>

struct prism_canvas {
    cairo_surface_t *surface;
    cairo_t *cairo;
};

int prism_canvas_create(uint8_t *pixels, int32_t width, int32_t height, int32_t stride,
                        prism_canvas **out) {
    *out = NULL;
    prism_canvas *canvas = calloc(1, sizeof *canvas);
    if (!canvas)
        return -ENOMEM;
    canvas->surface =
        cairo_image_surface_create_for_data(pixels, CAIRO_FORMAT_ARGB32, width, height, stride);
    canvas->cairo = cairo_create(canvas->surface);
    if (cairo_status(canvas->cairo) != CAIRO_STATUS_SUCCESS) {
        prism_canvas_destroy(canvas);
        return -EINVAL;
    }
    *out = canvas;
    return 0;
}

void prism_canvas_destroy(prism_canvas *canvas) {
    if (!canvas)
        return;
    cairo_destroy(canvas->cairo);
    cairo_surface_flush(canvas->surface);
    cairo_surface_destroy(canvas->surface);
    free(canvas);
}

void prism_canvas_clear(prism_canvas *canvas, double x, double y, double width, double height) {
    cairo_save(canvas->cairo);
    cairo_set_operator(canvas->cairo, CAIRO_OPERATOR_CLEAR);
    cairo_rectangle(canvas->cairo, x, y, width, height);
    cairo_fill(canvas->cairo);
    cairo_restore(canvas->cairo);
}

void prism_canvas_clip(prism_canvas *canvas, double x, double y, double width, double height) {
    cairo_rectangle(canvas->cairo, x, y, width, height);
    cairo_clip(canvas->cairo);
}

void prism_canvas_begin(prism_canvas *canvas) {
    cairo_new_path(canvas->cairo);
}

void prism_canvas_point(prism_canvas *canvas, double x, double y, int draws) {
    if (draws)
        cairo_line_to(canvas->cairo, x, y);
    else
        cairo_move_to(canvas->cairo, x, y);
}

void prism_canvas_arc(prism_canvas *canvas, double x, double y, double radius, double from,
                      double to) {
    cairo_new_sub_path(canvas->cairo);
    cairo_arc(canvas->cairo, x, y, radius, from, to);
}

void prism_canvas_rectangle(prism_canvas *canvas, double x, double y, double width, double height) {
    cairo_rectangle(canvas->cairo, x, y, width, height);
}

static void set_color(prism_canvas *canvas, prism_color color) {
    cairo_set_source_rgba(canvas->cairo, color.red, color.green, color.blue, color.alpha);
}

void prism_canvas_stroke(prism_canvas *canvas, prism_color color, double width) {
    set_color(canvas, color);
    cairo_set_line_width(canvas->cairo, width);
    cairo_stroke(canvas->cairo);
}

void prism_canvas_fill(prism_canvas *canvas, prism_color color) {
    set_color(canvas, color);
    cairo_fill(canvas->cairo);
}

/// Bytes of a UTF-8 sequence by its first byte, 0 where it begins none.
static int sequence_length(unsigned char first) {
    return first < 0x80   ? 1
           : first < 0xC2 ? 0
           : first < 0xE0 ? 2
           : first < 0xF0 ? 3
           : first < 0xF5 ? 4
                          : 0;
}

/// cairo stops for good at text that is no UTF-8.
static bool is_utf8(const char *text) {
    for (const unsigned char *at = (const unsigned char *)text; *at;) {
        int length = sequence_length(*at++);
        if (length == 0)
            return false;
        for (; length > 1; length--)
            if ((*at++ & 0xC0) != 0x80)
                return false;
    }
    return true;
}

static bool set_font(prism_canvas *canvas, double size, int is_bold, const char *text) {
    cairo_select_font_face(canvas->cairo, "sans-serif", CAIRO_FONT_SLANT_NORMAL,
                           is_bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(canvas->cairo, size);
    return is_utf8(text);
}

void prism_canvas_text(prism_canvas *canvas, double x, double y, double size, int is_bold,
                       prism_color color, const char *text) {
    cairo_font_extents_t font;
    if (!set_font(canvas, size, is_bold, text))
        return;
    cairo_font_extents(canvas->cairo, &font);
    set_color(canvas, color);
    cairo_move_to(canvas->cairo, x, y + font.ascent);
    cairo_show_text(canvas->cairo, text);
}

void prism_canvas_measure(prism_canvas *canvas, double size, int is_bold, const char *text,
                          double *width, double *height) {
    cairo_font_extents_t font;
    cairo_text_extents_t extents = {0};
    bool is_text = set_font(canvas, size, is_bold, text);
    cairo_font_extents(canvas->cairo, &font);
    if (is_text)
        cairo_text_extents(canvas->cairo, text, &extents);
    *width = extents.x_advance;
    *height = font.ascent + font.descent;
}
