// SPDX-License-Identifier: MIT
// Looks that no peer has: their own time on a frame.
#include "Prism.hpp"

#include <stdexcept>

namespace {

void require(int status, const char *what) {
    if (status)
        throw std::invalid_argument(what);
}

/// A frame, its result, and memory for whatever a look needs.
struct Stage {
    explicit Stage(const Path &path)
        : kernels(path), source(scene(frameWidth, frameHeight, 4)), result(source), spare(source),
          matte(scene(frameWidth, frameHeight, 1)), from(raster(source, 4)), to(raster(result, 4)),
          between(raster(spare, 4)), mask(raster(matte, 1)) {}

    const Kernels kernels;
    Bytes source, result, spare, matte, scratch, buffer;
    prism_raster from, to, between, mask;
};

Contender comic(Stage &s) {
    prism_comic comic;
    require(prism_comic_prepare(&comic, 1, 6, 4, 60), "comic");
    s.scratch.resize(prism_comic_scratch_size(&comic, frameWidth, 4));
    return {"comic", [&s, comic] {
                prism_comic_rows(&s.kernels.edges, &s.kernels.blur, &comic, &s.to, &s.from, 0,
                                 frameHeight, nullptr, s.scratch.data());
            }};
}

Contender pointillize(Stage &s) {
    const prism_dots dots = {20, 1, 255};
    return {"pointillize, radius 20", [&s, dots] {
                require(prism_dots_rows(&dots, &s.to, &s.from, 0, frameHeight, nullptr), "dots");
            }};
}

Contender motion(Stage &s) {
    prism_motion motion;
    require(prism_motion_prepare(&motion, 20, 0.3), "motion");
    s.scratch.resize(prism_motion_scratch_size(&motion, 4));
    return {"motion, radius 20", [&s, motion] {
                prism_motion_rows(&s.kernels.streak, &motion, &s.to, &s.from, 0, frameHeight,
                                  nullptr, s.scratch.data());
            }};
}

Contender zoom(Stage &s) {
    prism_zoom zoom;
    require(prism_zoom_prepare(&zoom, 960, 540, 0.2), "zoom");
    s.scratch.resize(prism_zoom_scratch_size(frameWidth));
    return {"zoom, a fifth of the way", [&s, zoom] {
                const prism_raster *in = &s.from;
                for (int pass = 0; pass < PRISM_ZOOM_PASSES; pass++) {
                    const prism_raster *out = pass & 1 ? &s.to : &s.between;
                    prism_zoom_rows(&s.kernels.streak, &zoom, pass, out, in, 0, frameHeight,
                                    nullptr, s.scratch.data());
                    in = out;
                }
            }};
}

Contender bokeh(Stage &s) {
    prism_bokeh bokeh;
    require(prism_bokeh_prepare(&bokeh, 20, frameWidth, frameHeight, 4), "bokeh");
    s.scratch.resize(prism_bokeh_scratch_size(&bokeh));
    s.buffer.resize(prism_bokeh_buffer_size(&bokeh));
    return {
        "portrait bokeh, radius 20", [&s, bokeh] {
            prism_bokeh_reduce_rows(&bokeh, s.buffer.data(), &s.from, &s.mask, 0, bokeh.low_height);
            prism_bokeh_blur_rows(&bokeh, s.buffer.data(), 0, bokeh.low_height, s.scratch.data());
            prism_bokeh_expand_rows(&s.kernels.bokeh, &s.kernels.blur, &bokeh, s.buffer.data(),
                                    &s.to, &s.from, &s.mask, 0, frameHeight, nullptr,
                                    s.scratch.data());
        }};
}

/// NV12 to a screen of 800x480: four milliseconds, so that a preview has time for other things.
void preview(Bench &bench, const Path &path) {
    const Kernels kernels(path);
    Bytes source = scene(frameWidth, frameHeight * 3 / 2, 1), screen(size_t(4) * 800 * 480);
    prism_matrix matrix;
    const double rows[12] = {1.164,  2.017, 0,     -276.8, 1.164, -0.392,
                             -0.813, 135.6, 1.164, 0,      1.596, -222.9};
    require(prism_matrix_set(&matrix, rows), "matrix");
    const prism_raster luma = raster(source, 1);
    const prism_raster chroma = {source.data() + size_t(frameWidth) * frameHeight, frameWidth,
                                 frameWidth / 2, frameHeight / 2, 2};
    const prism_raster to = {screen.data(), 4 * 800, 800, 480, 4};
    Bytes scratch(prism_scale_scratch_size(800));
    std::vector<Contender> contenders = {
        {"NV12 scaled to XRGB 800x480", [&] {
             prism_scale_nv12_rows(&kernels.warp, kernels.convert.nv12_to_xrgb, &matrix, &to, &luma,
                                   &chroma, 0, 480, nullptr, scratch.data());
         }}};
    const std::string work = contenders[0].name + ", " + path.name;
    bench.race(work, contenders);
    bench.add({work, "ms", Target::Sense::atMost, 4, contenders[0].milliseconds});
}

} // namespace

void benchStyle(Bench &bench) {
    for (const Path &path : Bench::paths()) {
        preview(bench, path);
        for (Contender (*make)(Stage &) : {comic, pointillize, motion, zoom, bokeh}) {
            Stage stage(path);
            std::vector<Contender> contenders = {make(stage)};
            const std::string work = contenders[0].name + ", XRGB, " + path.name;
            bench.race(work, contenders);
            bench.add({work, "ms", Target::Sense::atMost, 12, contenders[0].milliseconds});
        }
    }
}
