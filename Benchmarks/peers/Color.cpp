// SPDX-License-Identifier: MIT
// Five colour filters, composed, against a pass per filter elsewhere; four of them on NV12; a cube.
#include "FilterGraph.hpp"
#include "Prism.hpp"

#include <cmath>
#include <cstring>
#include <libyuv.h>
#include <opencv2/core.hpp>

namespace {

constexpr size_t frameBytes = size_t(4) * frameWidth * frameHeight;
constexpr auto atLeast = Target::Sense::atLeast, atMost = Target::Sense::atMost;

/// libyuv's coefficients are in 1/64 and have no offset.
std::vector<std::vector<int8_t>> libyuvMatrices() {
    std::vector<std::vector<int8_t>> all;
    for (const std::vector<double> &filter : fiveFilters()) {
        std::vector<int8_t> matrix(16, 0);
        for (size_t i = 0; i < 12; i++)
            matrix[i] = int8_t(i % 4 == 3 ? 0 : std::lround(filter[i] * 64));
        matrix[15] = 64;
        all.push_back(matrix);
    }
    return all;
}

std::vector<cv::Matx44f> openCVMatrices() {
    // Four channels and no offset, so that OpenCV does no more work than is needed.
    std::vector<cv::Matx44f> all;
    for (const std::vector<double> &filter : fiveFilters()) {
        cv::Matx44f matrix = cv::Matx44f::eye();
        for (int i = 0; i < 12; i++)
            if (i % 4 != 3)
                matrix(i / 4, i % 4) = float(filter[size_t(i)]);
        all.push_back(matrix);
    }
    return all;
}

void onXRGB(Bench &bench, const Path &path) {
    const Kernels kernels(path);
    Bytes source = scene(frameWidth, frameHeight, 4), result = source, copy = source;
    prism_matrix matrix;
    prism_matrix_set(&matrix, composed(fiveFilters()).data());
    const auto yuv = libyuvMatrices();
    const auto cvs = openCVMatrices();
    cv::Mat in(frameHeight, frameWidth, CV_8UC4, source.data());
    cv::Mat out(frameHeight, frameWidth, CV_8UC4, copy.data());
    std::vector<Contender> contenders = {
        {"memcpy", [&] { std::memcpy(result.data(), source.data(), frameBytes); }},
        {"Prism, one pass",
         [&] {
             kernels.color.matrix_xrgb({result.data(), 4 * frameWidth},
                                       {source.data(), 4 * frameWidth}, frameWidth, 0, frameHeight,
                                       &matrix);
         }},
        {"libyuv ARGBColorMatrix, five passes",
         [&] {
             for (const auto &m : yuv)
                 libyuv::ARGBColorMatrix(source.data(), 4 * frameWidth, copy.data(), 4 * frameWidth,
                                         m.data(), frameWidth, frameHeight);
         }},
        {"OpenCV transform, five passes",
         [&] {
             for (const auto &m : cvs)
                 cv::transform(in, out, m);
         }},
    };
    bench.race("five colour filters, XRGB, " + path.name, contenders);
    const double copying = contenders[0].milliseconds, ours = contenders[1].milliseconds;
    const std::string work = "five colour filters, XRGB, " + path.name;
    bench.add({work, "x memcpy", atMost, path.name == "AVX-512" ? 1.2 : 1.6, ours / copying});
    bench.add({work, "x faster than libyuv", atLeast, 7, contenders[2].milliseconds / ours});
    bench.add({work, "x faster than OpenCV", atLeast, 35, contenders[3].milliseconds / ours});
}

void onNV12(Bench &bench, const Path &path) {
    const Kernels kernels(path);
    Bytes source = scene(frameWidth, frameHeight * 3 / 2, 1), result = source;
    const size_t luma = size_t(frameWidth) * frameHeight;
    prism_affine affine;
    prism_chroma_matrix chroma;
    prism_affine_set(&affine, 1.1, 4);
    const double turn[6] = {1.15, 0.2, -44.8, -0.2, 1.15, 6.4};
    prism_chroma_set(&chroma, turn);
    FilterGraph graph("eq=brightness=0.02:contrast=1.1:saturation=1.2,hue=h=10", frameWidth,
                      frameHeight, AV_PIX_FMT_YUV420P);
    std::vector<Contender> contenders = {
        {"memcpy", [&] { std::memcpy(result.data(), source.data(), source.size()); }},
        {"Prism",
         [&] {
             kernels.color.affine_u8({result.data(), frameWidth}, {source.data(), frameWidth},
                                     frameWidth, 0, frameHeight, &affine);
             kernels.color.chroma_pairs({result.data() + luma, frameWidth},
                                        {source.data() + luma, frameWidth}, frameWidth / 2, 0,
                                        frameHeight / 2, &chroma);
         }},
        {"FFmpeg eq, hue (YUV420)", [&] { graph.run(); }},
    };
    bench.race("four colour filters, NV12, " + path.name, contenders);
    const std::string work = "four colour filters, NV12, " + path.name;
    const double ours = contenders[1].milliseconds;
    bench.add({work, "x memcpy", atMost, 1.3, ours / contenders[0].milliseconds});
    bench.add({work, "x faster than FFmpeg", atLeast, 2.5, contenders[2].milliseconds / ours});
}

void withCube(Bench &bench, const Path &path) {
    const Kernels kernels(path);
    Bytes source = scene(frameWidth, frameHeight, 4), result = source;
    constexpr int size = 33;
    std::vector<int16_t> entries(size_t(prism_cube_entries(size)) * 4);
    for (size_t i = 0; i < size_t(size) * size * size; i++)
        for (size_t c = 0; c < 3; c++) {
            size_t place = c == 0 ? i % size : c == 1 ? i / size % size : i / size / size;
            entries[4 * i + c] = int16_t(std::lround(32640 * std::pow(double(place) / 32, 0.8)));
        }
    const prism_cube cube = {entries.data(), size};
    std::vector<Contender> contenders = {
        {"memcpy", [&] { std::memcpy(result.data(), source.data(), frameBytes); }},
        {"Prism, one pass through a cube",
         [&] {
             kernels.tone.cube_xrgb({result.data(), 4 * frameWidth},
                                    {source.data(), 4 * frameWidth}, frameWidth, 0, frameHeight,
                                    &cube);
         }},
    };
    bench.race("five filters, .cube and gamma, " + path.name, contenders);
    bench.add({"five filters, .cube and gamma, " + path.name, "x memcpy", atMost, 8,
               contenders[1].milliseconds / contenders[0].milliseconds});
}

} // namespace

void benchColor(Bench &bench) {
    for (const Path &path : Bench::paths()) {
        onXRGB(bench, path);
        onNV12(bench, path);
        withCube(bench, path);
    }
}
