// SPDX-License-Identifier: MIT
// Gaussians against OpenCV, vips and FFmpeg, in time and against a Gaussian in real numbers.
#include "FilterGraph.hpp"
#include "Prism.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <opencv2/imgproc.hpp>
#include <vips/vips.h>

namespace {

constexpr auto atLeast = Target::Sense::atLeast, atMost = Target::Sense::atMost;

/// A Gaussian of 32-bit floats, cut at four standard deviations.
std::vector<float> model(Bytes &source, double sigma, int step) {
    cv::Mat in(frameHeight, frameWidth, CV_8UC(step), source.data()), wide, out;
    in.convertTo(wide, CV_32F);
    int size = 2 * int(4 * sigma + 0.5) + 1;
    cv::GaussianBlur(wide, out, {size, size}, sigma, sigma, cv::BORDER_REPLICATE);
    return {out.ptr<float>(), out.ptr<float>() + source.size()};
}

/// vips keeps its image; what it computes goes to memory of its own.
class VipsBlur {
public:
    VipsBlur(Bytes &source, double sigma, int step)
        : image(vips_image_new_from_memory(source.data(), source.size(), frameWidth, frameHeight,
                                           step, VIPS_FORMAT_UCHAR)),
          sigma(sigma) {}
    VipsBlur(const VipsBlur &) = delete;
    ~VipsBlur() { g_object_unref(image); }

    void run() {
        VipsImage *blurred = nullptr;
        size_t size;
        if (vips_gaussblur(image, &blurred, sigma, "min_ampl", 0.01, nullptr))
            vips_error_exit("gaussblur");
        std::free(vips_image_write_to_memory(blurred, &size));
        g_object_unref(blurred);
    }

private:
    VipsImage *image;
    double sigma;
};

void small(Bench &bench, const Path &path, int step) {
    const Kernels kernels(path);
    Bytes source = scene(frameWidth, frameHeight, step), result = source, other = source;
    Gaussian gaussian(kernels, 2, step);
    VipsBlur vips(source, 2, step);
    FilterGraph ffmpeg("gblur=sigma=2", frameWidth, frameHeight,
                       step == 1 ? AV_PIX_FMT_GRAY8 : AV_PIX_FMT_GBRP);
    cv::Mat in(frameHeight, frameWidth, CV_8UC(step), source.data());
    cv::Mat out(frameHeight, frameWidth, CV_8UC(step), other.data());
    std::vector<Contender> contenders = {
        {"Prism", [&] { gaussian.run(result, source); }},
        {"OpenCV GaussianBlur 13x13",
         [&] {
             cv::GaussianBlur(in, out, {13, 13}, 2, 2, cv::BORDER_REPLICATE);
         }},
        {"vips gaussblur", [&] { vips.run(); }},
        {step == 1 ? "FFmpeg gblur" : "FFmpeg gblur (three planes)", [&] { ffmpeg.run(); }},
    };
    const std::string work =
        std::string("Gaussian sigma 2, ") + (step == 1 ? "Y, " : "XRGB, ") + path.name;
    bench.race(work, contenders);
    const double ours = contenders[0].milliseconds, openCV = contenders[1].milliseconds;
    const double best = std::min({openCV, contenders[2].milliseconds, contenders[3].milliseconds});
    if (step == 1)
        bench.add({work, "x faster than OpenCV", atLeast, 2.5, openCV / ours});
    else
        bench.add({work, "x faster than the best peer", atLeast, path.name == "AVX-512" ? 2.5 : 1.8,
                   best / ours});
    bench.add({work, "levels from a float Gaussian", atMost, 1,
               largestDifference(result, model(source, 2, step), step, std::min(step, 3))});
}

/// Three box filters whose variances add up to the Gaussian's.
void tripleBox(const cv::Mat &in, cv::Mat &out, double sigma) {
    int size = int(std::lround(std::sqrt(4 * sigma * sigma + 1))) | 1;
    cv::blur(in, out, {size, size}, {-1, -1}, cv::BORDER_REPLICATE);
    cv::blur(out, out, {size, size}, {-1, -1}, cv::BORDER_REPLICATE);
    cv::blur(out, out, {size, size}, {-1, -1}, cv::BORDER_REPLICATE);
}

void large(Bench &bench, const Path &path, double sigma, double target) {
    const Kernels kernels(path);
    Bytes source = scene(frameWidth, frameHeight, 4), result = source, other = source;
    Pyramid pyramid(kernels, sigma, 4);
    FilterGraph ffmpeg("gblur=sigma=" + std::to_string(sigma), frameWidth, frameHeight,
                       AV_PIX_FMT_GBRP);
    cv::Mat in(frameHeight, frameWidth, CV_8UC4, source.data());
    cv::Mat out(frameHeight, frameWidth, CV_8UC4, other.data());
    std::vector<Contender> contenders = {
        {"Prism", [&] { pyramid.run(result, source); }},
        {"OpenCV blur, three times", [&] { tripleBox(in, out, sigma); }},
        {"FFmpeg gblur (three planes)", [&] { ffmpeg.run(); }},
    };
    const std::string work =
        "Gaussian sigma " + std::to_string(int(sigma)) + ", XRGB, " + path.name;
    bench.race(work, contenders);
    bench.add({work, "x faster than OpenCV's boxes", atLeast, target,
               contenders[1].milliseconds / contenders[0].milliseconds});
    bench.add({work, "dB against a float Gaussian", atLeast, 54,
               psnr(result, model(source, sigma, 4), 4, 3)});
}

/// What the hook of a fused run needs.
struct Fused {
    prism_matrix_fn *kernel;
    prism_matrix matrix;
};

void applyMatrix(void *context, uint8_t *row, int32_t width) {
    const Fused *fused = static_cast<const Fused *>(context);
    fused->kernel({row, 0}, {row, 0}, width, 0, 1, &fused->matrix);
}

void withColor(Bench &bench, const Path &path) {
    const Kernels kernels(path);
    Bytes source = scene(frameWidth, frameHeight, 4), result = source, other = source;
    Gaussian gaussian(kernels, 2, 4);
    Fused fused = {kernels.color.matrix_xrgb, {}};
    prism_matrix_set(&fused.matrix, composed(fiveFilters()).data());
    const prism_row_hook hook = {applyMatrix, &fused};
    std::vector<cv::Matx44f> passes;
    for (const std::vector<double> &filter : fiveFilters()) {
        passes.push_back(cv::Matx44f::eye());
        for (int i = 0; i < 12; i++)
            if (i % 4 != 3)
                passes.back()(i / 4, i % 4) = float(filter[size_t(i)]);
    }
    cv::Mat in(frameHeight, frameWidth, CV_8UC4, source.data());
    cv::Mat out(frameHeight, frameWidth, CV_8UC4, other.data());
    std::vector<Contender> contenders = {
        {"Prism, fused at the store", [&] { gaussian.run(result, source, &hook); }},
        {"OpenCV GaussianBlur, five transforms",
         [&] {
             cv::GaussianBlur(in, out, {13, 13}, 2, 2, cv::BORDER_REPLICATE);
             for (const cv::Matx44f &pass : passes)
                 cv::transform(out, out, pass);
         }},
    };
    const std::string work = "Gaussian sigma 2 and five filters, " + path.name;
    bench.race(work, contenders);
    bench.add({work, "x faster than OpenCV", atLeast, 8,
               contenders[1].milliseconds / contenders[0].milliseconds});
}

} // namespace

void benchBlur(Bench &bench) {
    for (const Path &path : Bench::paths()) {
        small(bench, path, 4);
        small(bench, path, 1);
        large(bench, path, 8, 10);
        large(bench, path, 32, 15);
        withColor(bench, path);
    }
}
