// SPDX-License-Identifier: MIT
// Runs frames through a chain of FFmpeg's filters.
#pragma once

#include <string>

extern "C" {
#include <libavfilter/avfilter.h>
#include <libavutil/frame.h>
}

/// A chain with one input and one output, on one thread.
class FilterGraph {
public:
    /// Throws std::runtime_error where FFmpeg refuses the chain.
    FilterGraph(const std::string &chain, int width, int height, AVPixelFormat format);
    FilterGraph(const FilterGraph &) = delete;
    FilterGraph &operator=(const FilterGraph &) = delete;
    ~FilterGraph();

    /// Filters the frame that was made from a scene of the graph's size once.
    void run();

private:
    AVFilterGraph *graph;
    AVFilterContext *source = nullptr, *sink = nullptr;
    AVFrame *frame;
};
