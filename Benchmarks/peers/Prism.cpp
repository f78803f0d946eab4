// SPDX-License-Identifier: MIT
// Prism's kernels on whole frames, for one path.
#include "Prism.hpp"

#include <cmath>
#include <stdexcept>

Kernels::Kernels(const Path &path) {
    prism_blur_kernels_init(&blur, path.flags);
    prism_bokeh_kernels_init(&bokeh, path.flags);
    prism_color_kernels_init(&color, path.flags);
    prism_convert_kernels_init(&convert, path.flags);
    prism_edges_kernels_init(&edges, path.flags);
    prism_streak_kernels_init(&streak, path.flags);
    prism_tone_kernels_init(&tone, path.flags);
    prism_warp_kernels_init(&warp, path.flags);
}

prism_raster raster(Bytes &bytes, int step) {
    return {bytes.data(), frameWidth * step, frameWidth, frameHeight, step};
}

Gaussian::Gaussian(const Kernels &kernels, double sigma, int step)
    : kernels(kernels.blur), step(step) {
    if (prism_blur_prepare(&plan, sigma))
        throw std::invalid_argument("sigma");
    scratch.resize(prism_blur_scratch_size(&plan, frameWidth, step));
}

void Gaussian::run(Bytes &result, Bytes &source, const prism_row_hook *hook) {
    prism_raster to = raster(result, step), from = raster(source, step);
    prism_blur_rows(&kernels, &plan, &to, &from, 0, frameHeight, hook, scratch.data());
}

Pyramid::Pyramid(const Kernels &kernels, double sigma, int step)
    : kernels(kernels.blur), step(step) {
    if (prism_pyramid_prepare(&plan, sigma, frameWidth, frameHeight, step))
        throw std::invalid_argument("sigma");
    buffer.resize(prism_pyramid_buffer_size(&plan));
    scratch.resize(prism_pyramid_scratch_size(&plan));
}

void Pyramid::run(Bytes &result, Bytes &source) {
    prism_raster to = raster(result, step), from = raster(source, step);
    prism_pyramid_reduce_rows(&kernels, &plan, buffer.data(), &from, 0, plan.height,
                              scratch.data());
    prism_pyramid_blur_rows(&kernels, &plan, buffer.data(), 0, plan.height, scratch.data());
    prism_pyramid_expand_rows(&kernels, &plan, buffer.data(), &to, 0, frameHeight, nullptr,
                              scratch.data());
}

const std::vector<std::vector<double>> &fiveFilters() {
    static const std::vector<std::vector<double>> filters = {
        {1, 0, 0, 10, 0, 1, 0, 10, 0, 0, 1, 10},
        {1.1, 0, 0, -12.8, 0, 1.1, 0, -12.8, 0, 0, 1.1, -12.8},
        {1.18, -0.14, -0.04, 0, -0.02, 1.06, -0.04, 0, -0.02, -0.14, 1.16, 0},
        {0.95, 0.1, -0.05, 0, -0.05, 0.95, 0.1, 0, 0.1, -0.05, 0.95, 0},
        {0.6, 0.3, 0.1, 0, 0.1, 0.7, 0.2, 0, 0.1, 0.3, 0.6, 0},
    };
    return filters;
}

std::vector<double> composed(const std::vector<std::vector<double>> &filters) {
    std::vector<double> all = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
    for (const std::vector<double> &next : filters) {
        std::vector<double> product(12);
        for (size_t row = 0; row < 3; row++)
            for (size_t column = 0; column < 4; column++) {
                product[4 * row + column] = column == 3 ? next[4 * row + 3] : 0;
                for (size_t k = 0; k < 3; k++)
                    product[4 * row + column] += next[4 * row + k] * all[4 * k + column];
            }
        all = product;
    }
    return all;
}
