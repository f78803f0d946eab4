// SPDX-License-Identifier: MIT
// Runs frames through a chain of FFmpeg's filters.
#include "FilterGraph.hpp"

#include "Bench.hpp"

#include <cstring>
#include <stdexcept>

extern "C" {
#include <libavfilter/buffersink.h>
#include <libavfilter/buffersrc.h>
#include <libavutil/pixdesc.h>
}

namespace {

void check(int status, const char *what) {
    if (status < 0)
        throw std::runtime_error(std::string("libavfilter: ") + what);
}

} // namespace

FilterGraph::FilterGraph(const std::string &chain, int width, int height, AVPixelFormat format)
    : graph(avfilter_graph_alloc()), frame(av_frame_alloc()) {
    graph->nb_threads = 1;
    std::string input = "video_size=" + std::to_string(width) + "x" + std::to_string(height) +
                        ":pix_fmt=" + std::to_string(format) + ":time_base=1/30";
    check(avfilter_graph_create_filter(&source, avfilter_get_by_name("buffer"), "in", input.c_str(),
                                       nullptr, graph),
          "source");
    check(avfilter_graph_create_filter(&sink, avfilter_get_by_name("buffersink"), "out", nullptr,
                                       nullptr, graph),
          "sink");
    AVFilterInOut *outputs = avfilter_inout_alloc(), *inputs = avfilter_inout_alloc();
    *outputs = {av_strdup("in"), source, 0, nullptr};
    *inputs = {av_strdup("out"), sink, 0, nullptr};
    check(avfilter_graph_parse_ptr(graph, chain.c_str(), &inputs, &outputs, nullptr), "chain");
    check(avfilter_graph_config(graph, nullptr), "configuration");
    avfilter_inout_free(&inputs);
    avfilter_inout_free(&outputs);

    frame->format = format;
    frame->width = width;
    frame->height = height;
    check(av_frame_get_buffer(frame, 0), "frame");
    const Bytes bytes = scene(width, height, 4);
    for (int plane = 0; plane < 4 && frame->data[plane]; plane++) {
        int rows = plane == 0 ? height
                              : AV_CEIL_RSHIFT(height, av_pix_fmt_desc_get(format)->log2_chroma_h);
        for (int y = 0; y < rows; y++)
            std::memcpy(frame->data[plane] + y * frame->linesize[plane],
                        bytes.data() + size_t(y) * size_t(width) * 4,
                        size_t(std::min(frame->linesize[plane], 4 * width)));
    }
}

FilterGraph::~FilterGraph() {
    av_frame_free(&frame);
    avfilter_graph_free(&graph);
}

void FilterGraph::run() {
    frame->pts++;
    check(av_buffersrc_add_frame_flags(source, frame, AV_BUFFERSRC_FLAG_KEEP_REF), "input");
    AVFrame *result = av_frame_alloc();
    check(av_buffersink_get_frame(sink, result), "output");
    av_frame_free(&result);
}
