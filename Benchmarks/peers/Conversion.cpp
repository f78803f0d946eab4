// SPDX-License-Identifier: MIT
// NV12 to XRGB, alone and with a colour chain folded in.
#include "Prism.hpp"

#include <libyuv.h>
#include <opencv2/imgproc.hpp>

namespace {

/// BT.601, limited range: bytes B, G, R from Y, U, V, offsets folded in.
std::vector<double> fromYUV() {
    return {1.164, 2.017, 0, -276.8, 1.164, -0.392, -0.813, 135.6, 1.164, 0, 1.596, -222.9};
}

void convert(Bench &bench, const Path &path) {
    const Kernels kernels(path);
    Bytes source = scene(frameWidth, frameHeight * 3 / 2, 1);
    Bytes result = scene(frameWidth, frameHeight, 4);
    const size_t luma = size_t(frameWidth) * frameHeight;
    prism_matrix plain, fused;
    prism_matrix_set(&plain, fromYUV().data());
    prism_matrix_set(&fused, composed({fromYUV(), composed(fiveFilters())}).data());
    auto run = [&](const prism_matrix *matrix) {
        kernels.convert.nv12_to_xrgb({result.data(), 4 * frameWidth}, {source.data(), frameWidth},
                                     {source.data() + luma, frameWidth}, frameWidth, 0, frameHeight,
                                     matrix);
    };
    cv::Mat in(frameHeight * 3 / 2, frameWidth, CV_8UC1, source.data());
    cv::Mat out(frameHeight, frameWidth, CV_8UC4, result.data());
    std::vector<Contender> contenders = {
        {"Prism", [&] { run(&plain); }},
        {"Prism, five filters folded in", [&] { run(&fused); }},
        {"libyuv NV12ToARGB",
         [&] {
             libyuv::NV12ToARGB(source.data(), frameWidth, source.data() + luma, frameWidth,
                                result.data(), 4 * frameWidth, frameWidth, frameHeight);
         }},
        {"OpenCV cvtColor", [&] { cv::cvtColor(in, out, cv::COLOR_YUV2BGRA_NV12); }},
    };
    bench.race("NV12 to XRGB, " + path.name, contenders);
    const double ours = contenders[0].milliseconds;
    bench.add({"NV12 to XRGB, " + path.name, "x libyuv's time", Target::Sense::atMost, 1.02,
               ours / contenders[2].milliseconds});
    bench.add({"NV12 to XRGB with five filters, " + path.name, "% more time", Target::Sense::atMost,
               5, 100 * (contenders[1].milliseconds / ours - 1)});
}

} // namespace

void benchConversion(Bench &bench) {
    for (const Path &path : Bench::paths())
        convert(bench, path);
}
