// SPDX-License-Identifier: MIT
// Warps against OpenCV's remap, edges against its Sobel filters.
#include "Prism.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <opencv2/imgproc.hpp>
#include <stdexcept>

namespace {

constexpr double centerX = 960, centerY = 540;

struct Warp {
    const char *name;
    prism_turn_fn *profile;
    double amount;
};

const Warp warps[] = {
    {"twirl", prism_twirl, 3.14},
    {"bump", prism_bump, 0.5},
    {"pinch", prism_pinch, 0.5},
    {"vortex", prism_vortex, 56.5},
};

/// Where each pixel comes from, as OpenCV wants it.
void fillMaps(const Warp &warp, double radius, cv::Mat &x, cv::Mat &y) {
    x.create(frameHeight, frameWidth, CV_32F);
    y.create(frameHeight, frameWidth, CV_32F);
    for (int row = 0; row < frameHeight; row++)
        for (int column = 0; column < frameWidth; column++) {
            double dx = column + 0.5 - centerX, dy = row + 0.5 - centerY;
            double length = std::hypot(dx, dy) / radius;
            prism_turn turn = length < 1 ? warp.profile(length, warp.amount) : prism_turn{1, 0};
            double re = turn.scale * std::cos(turn.angle), im = turn.scale * std::sin(turn.angle);
            x.at<float>(row, column) = float(centerX - 0.5 + re * dx - im * dy);
            y.at<float>(row, column) = float(centerY - 0.5 + im * dx + re * dy);
        }
}

void warp(Bench &bench, const Path &path, const Warp &warp, double radius) {
    const Kernels kernels(path);
    Bytes source = scene(frameWidth, frameHeight, 4), result = source, other = source;
    prism_raster from = raster(source, 4), to = raster(result, 4);
    auto map = std::make_unique<prism_radial>();
    if (prism_radial_prepare(map.get(), centerX, centerY, radius, warp.profile, warp.amount))
        throw std::invalid_argument(warp.name);
    cv::Mat x, y, places, fractions;
    fillMaps(warp, radius, x, y);
    cv::convertMaps(x, y, places, fractions, CV_16SC2);
    cv::Mat in(frameHeight, frameWidth, CV_8UC4, source.data());
    cv::Mat out(frameHeight, frameWidth, CV_8UC4, other.data());
    std::vector<Contender> contenders = {
        {"Prism",
         [&] { prism_warp_rows(&kernels.warp, map.get(), &to, &from, 0, frameHeight, nullptr); }},
        {"OpenCV remap, float maps",
         [&] { cv::remap(in, out, x, y, cv::INTER_LINEAR, cv::BORDER_REPLICATE); }},
        {"OpenCV remap, fixed maps",
         [&] { cv::remap(in, out, places, fractions, cv::INTER_LINEAR, cv::BORDER_REPLICATE); }},
    };
    const std::string work =
        std::string(warp.name) + ", radius " + std::to_string(int(radius)) + ", XRGB, " + path.name;
    bench.race(work, contenders);
    double best = std::min(contenders[1].milliseconds, contenders[2].milliseconds);
    bench.add({work, "x faster than OpenCV", Target::Sense::atLeast,
               path.name == "AVX-512" ? 3.5 : 2.5, best / contenders[0].milliseconds});
}

void edges(Bench &bench, const Path &path) {
    const Kernels kernels(path);
    Bytes source = scene(frameWidth, frameHeight, 1), result = source;
    prism_raster from = raster(source, 1), to = raster(result, 1);
    cv::Mat in(frameHeight, frameWidth, CV_8UC1, source.data()), dx, dy, ax, ay, sum;
    std::vector<Contender> contenders = {
        {"Prism",
         [&] { prism_edges_rows(&kernels.edges, 1024, &to, &from, 0, frameHeight, nullptr); }},
        {"OpenCV Sobel twice, magnitude",
         [&] {
             cv::Sobel(in, dx, CV_16S, 1, 0, 3, 1, 0, cv::BORDER_REPLICATE);
             cv::Sobel(in, dy, CV_16S, 0, 1, 3, 1, 0, cv::BORDER_REPLICATE);
             cv::convertScaleAbs(dx, ax);
             cv::convertScaleAbs(dy, ay);
             cv::addWeighted(ax, 0.5, ay, 0.5, 0, sum);
         }},
        {"OpenCV spatialGradient, no magnitude",
         [&] { cv::spatialGradient(in, dx, dy, 3, cv::BORDER_REPLICATE); }},
    };
    bench.race("edges, Y, " + path.name, contenders);
    bench.add({"edges, Y, " + path.name, "x faster than OpenCV Sobel", Target::Sense::atLeast, 3.5,
               contenders[1].milliseconds / contenders[0].milliseconds});
}

} // namespace

void benchWarp(Bench &bench) {
    for (const Path &path : Bench::paths()) {
        for (const Warp &each : warps)
            warp(bench, path, each, 300);
        warp(bench, path, warps[0], 1100);
        edges(bench, path);
    }
}
