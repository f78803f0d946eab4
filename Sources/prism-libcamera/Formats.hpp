// SPDX-License-Identifier: MIT
// Pixel formats: what a role offers, rows of each plane, colour spaces.
#pragma once

#include "prism_pipeline.h"

#include <libcamera/camera.h>
#include <optional>

namespace prism {

/// False for a number that is no role.
bool roleOf(uint32_t role, libcamera::StreamRole &out);

/// Visits the formats and sizes of a stream. Returns their number.
int visitFormats(const libcamera::StreamFormats &formats, prism_handler_format_fn visit,
                 void *context);

/// Bytes per row of a plane, when plane 0 has `stride`.
uint32_t planeStride(uint32_t fourcc, uint32_t stride, uint32_t plane);

prism_color_space colorSpaceOf(const std::optional<libcamera::ColorSpace> &space);
/// `base` with the parts that `wish` states.
libcamera::ColorSpace withWish(libcamera::ColorSpace base, const prism_color_space &wish);
/// True when `actual` has every part that `wish` states.
bool satisfies(const prism_color_space &actual, const prism_color_space &wish);

} // namespace prism
