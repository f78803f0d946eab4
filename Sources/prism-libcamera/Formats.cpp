// SPDX-License-Identifier: MIT
// Formats in the words of the ABI; DRM fourccs are the same numbers on both sides.
#include "Formats.hpp"

namespace prism {

namespace {

constexpr uint32_t fourcc(const char (&name)[5]) {
    return uint32_t(uint8_t(name[0])) | uint32_t(uint8_t(name[1])) << 8 |
           uint32_t(uint8_t(name[2])) << 16 | uint32_t(uint8_t(name[3])) << 24;
}

void visitSize(const libcamera::PixelFormat &format, const libcamera::SizeRange &range,
               prism_handler_format_fn visit, void *context) {
    prism_format out = {};
    out.fourcc = format.fourcc();
    out.modifier = format.modifier();
    out.min_width = range.min.width;
    out.min_height = range.min.height;
    out.max_width = range.max.width;
    out.max_height = range.max.height;
    out.step_width = range.hStep;
    out.step_height = range.vStep;
    visit(context, &out);
}

// The ABI's numbers are libcamera's plus one, since 0 means "not stated".
using Space = libcamera::ColorSpace;
static_assert(int(Space::Primaries::Raw) == 0 && int(Space::Primaries::Rec2020) == 3, "");
static_assert(int(Space::TransferFunction::Linear) == 0, "");
static_assert(int(Space::TransferFunction::Rec709) == 2, "");
static_assert(int(Space::YcbcrEncoding::None) == 0 && int(Space::YcbcrEncoding::Rec2020) == 3, "");
static_assert(int(Space::Range::Full) == 0 && int(Space::Range::Limited) == 1, "");

template <typename Part> uint8_t number(Part part) {
    return static_cast<uint8_t>(static_cast<int>(part) + 1);
}

template <typename Part> void choose(Part &part, uint8_t wish, int last) {
    if (wish >= 1 && wish <= last + 1)
        part = static_cast<Part>(wish - 1);
}

} // namespace

bool roleOf(uint32_t role, libcamera::StreamRole &out) {
    static const libcamera::StreamRole roles[] = {
        libcamera::StreamRole::Raw,
        libcamera::StreamRole::StillCapture,
        libcamera::StreamRole::VideoRecording,
        libcamera::StreamRole::Viewfinder,
    };
    if (role > PRISM_ROLE_VIEWFINDER)
        return false;
    out = roles[role];
    return true;
}

int visitFormats(const libcamera::StreamFormats &formats, prism_handler_format_fn visit,
                 void *context) {
    int visited = 0;
    for (const auto &format : formats.pixelformats()) {
        const libcamera::SizeRange range = formats.range(format);
        if (range.min != range.max && range.hStep > 0 && range.vStep > 0) {
            visitSize(format, range, visit, context);
            visited++;
            continue;
        }
        for (const auto &size : formats.sizes(format)) {
            libcamera::SizeRange single(size);
            single.hStep = single.vStep = 0;
            visitSize(format, single, visit, context);
            visited++;
        }
    }
    return visited;
}

uint32_t planeStride(uint32_t format, uint32_t stride, uint32_t plane) {
    if (plane == 0)
        return stride;
    switch (format) {
    case fourcc("YU12"):
    case fourcc("YV12"):
    case fourcc("YU16"):
    case fourcc("YV16"):
        return stride / 2;
    case fourcc("NV24"):
    case fourcc("NV42"):
        return stride * 2;
    default:
        return stride;
    }
}

prism_color_space colorSpaceOf(const std::optional<libcamera::ColorSpace> &space) {
    if (!space)
        return {};
    return {number(space->primaries), number(space->transferFunction), number(space->ycbcrEncoding),
            number(space->range)};
}

libcamera::ColorSpace withWish(libcamera::ColorSpace base, const prism_color_space &wish) {
    choose(base.primaries, wish.primaries, 3);
    choose(base.transferFunction, wish.transfer, 2);
    choose(base.ycbcrEncoding, wish.matrix, 3);
    choose(base.range, wish.range, 1);
    return base;
}

bool satisfies(const prism_color_space &actual, const prism_color_space &wish) {
    return (!wish.primaries || wish.primaries == actual.primaries) &&
           (!wish.transfer || wish.transfer == actual.transfer) &&
           (!wish.matrix || wish.matrix == actual.matrix) &&
           (!wish.range || wish.range == actual.range);
}

} // namespace prism
