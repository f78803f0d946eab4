// SPDX-License-Identifier: MIT
// Lines, shapes and text into a premultiplied ARGB8888 picture, by cairo.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// A canvas over somebody's pixels.
typedef struct prism_canvas prism_canvas;

/// A colour, not premultiplied; each part 0 to 1.
typedef struct prism_color {
    double red, green, blue, alpha;
} prism_color;

/// Makes a canvas over `pixels`, which must live until it is destroyed; `stride` is a multiple of 4.
/// `*out` is the caller's. Thread: any, one at a time.  Errors: -EINVAL, -ENOMEM.
int prism_canvas_create(uint8_t *pixels, int32_t width, int32_t height, int32_t stride,
                        prism_canvas **out);

/// Finishes drawing and frees the canvas, not the pixels. Thread: the canvas's.  Errors: none.
void prism_canvas_destroy(prism_canvas *canvas);

/// Makes a part of the picture transparent. Thread: the canvas's.  Errors: none.
void prism_canvas_clear(prism_canvas *canvas, double x, double y, double width, double height);

/// Lets nothing be drawn outside of a rectangle from now on. Thread: the canvas's.  Errors: none.
void prism_canvas_clip(prism_canvas *canvas, double x, double y, double width, double height);

/// Begins a path. Thread: the canvas's.  Errors: none.
void prism_canvas_begin(prism_canvas *canvas);

/// Moves to a point (`draws` 0) or draws a line there (1). Thread: the canvas's.  Errors: none.
void prism_canvas_point(prism_canvas *canvas, double x, double y, int draws);

/// Adds an arc, angles in radians clockwise from the right. Thread: the canvas's.  Errors: none.
void prism_canvas_arc(prism_canvas *canvas, double x, double y, double radius, double from,
                      double to);

/// Adds a rectangle. Thread: the canvas's.  Errors: none.
void prism_canvas_rectangle(prism_canvas *canvas, double x, double y, double width, double height);

/// Draws the path's line, `width` pixels wide. Thread: the canvas's.  Errors: none.
void prism_canvas_stroke(prism_canvas *canvas, prism_color color, double width);

/// Fills the path. Thread: the canvas's.  Errors: none.
void prism_canvas_fill(prism_canvas *canvas, prism_color color);

/// Draws one line of UTF-8 text with its upper left corner at `x`, `y`, in `size` pixels.
/// Thread: the canvas's.  Errors: none; text that is no UTF-8 is left out.
void prism_canvas_text(prism_canvas *canvas, double x, double y, double size, int is_bold,
                       prism_color color, const char *text);

/// Width and height of a line of text in pixels. Thread: the canvas's.  Errors: none.
void prism_canvas_measure(prism_canvas *canvas, double size, int is_bold, const char *text,
                          double *width, double *height);
