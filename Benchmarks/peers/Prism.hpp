// SPDX-License-Identifier: MIT
// Prism's kernels on whole frames, for one path.
#pragma once

#include "Bench.hpp"

extern "C" {
#include "prism_kernels.h"
}

/// All tables, filled for one path.
struct Kernels {
    prism_blur_kernels blur;
    prism_bokeh_kernels bokeh;
    prism_color_kernels color;
    prism_convert_kernels convert;
    prism_edges_kernels edges;
    prism_streak_kernels streak;
    prism_tone_kernels tone;
    prism_warp_kernels warp;

    explicit Kernels(const Path &path);
};

constexpr int frameWidth = 1920, frameHeight = 1080;

/// A frame of the benchmark's size around bytes that the caller keeps.
prism_raster raster(Bytes &bytes, int step);

/// The separable Gaussian, with its scratch.
class Gaussian {
public:
    Gaussian(const Kernels &kernels, double sigma, int step);
    void run(Bytes &result, Bytes &source, const prism_row_hook *hook = nullptr);

private:
    const prism_blur_kernels kernels;
    prism_blur plan;
    int step;
    Bytes scratch;
};

/// The pyramid Gaussian, with its buffer.
class Pyramid {
public:
    Pyramid(const Kernels &kernels, double sigma, int step);
    void run(Bytes &result, Bytes &source);

private:
    const prism_blur_kernels kernels;
    prism_pyramid plan;
    int step;
    Bytes buffer, scratch;
};

/// Five colour filters of a chain: brightness, contrast, saturation, hue, sepia, as rows of 3x4 matrices on B, G, R.
const std::vector<std::vector<double>> &fiveFilters();

/// `filters` one after the other as one matrix.
std::vector<double> composed(const std::vector<std::vector<double>> &filters);
