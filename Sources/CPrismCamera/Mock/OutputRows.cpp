// SPDX-License-Identifier: MIT
// Rows of the processed streams: signal, noise and colour gains, tone curve, and the format's layout.
#include "Renderer.hpp"

#include <cstring>

namespace prism::mock {

namespace {

/// Lays one row of R, G, B out as DRM's name says.
void storeRgb(const uint8_t *rgb, uint32_t width, Packing packing, uint8_t *out) noexcept {
    const bool isRedFirst = packing == Packing::xbgr || packing == Packing::bgr;
    const bool isPadded = packing == Packing::xrgb || packing == Packing::xbgr;
    for (uint32_t x = 0; x < width; ++x, rgb += 3) {
        *out++ = rgb[isRedFirst ? 0 : 2];
        *out++ = rgb[1];
        *out++ = rgb[isRedFirst ? 2 : 0];
        if (isPadded)
            *out++ = 255;
    }
}

YuvRows rowsIn(uint8_t *base, const StreamLayout &layout, uint32_t y) noexcept {
    const prism_plane &luma = layout.planes[0], &blue = layout.planes[1];
    uint8_t *const rows = base + luma.offset + size_t{y} * luma.stride;
    uint8_t *const first = base + blue.offset + size_t{y / 2} * blue.stride;
    const bool isPairs = layout.packing == Packing::nv12;
    uint8_t *const second =
        isPairs ? first + 1 : base + layout.planes[2].offset + size_t{y / 2} * blue.stride;
    return {{rows, rows + luma.stride}, first, second, isPairs ? 2u : 1u};
}

/// Planes without padding, one after the other.
YuvRows rowsOfPlanes(uint8_t *planes, uint32_t width, uint32_t height, uint32_t y) noexcept {
    uint8_t *const luma = planes + size_t{y} * width;
    uint8_t *const blue = planes + size_t{width} * height + size_t{y / 2} * (width / 2);
    return {{luma, luma + width}, blue, blue + size_t{width} * height / 4, 1};
}

} // namespace

void Renderer::outputRow(uint32_t y, uint32_t factor, const FrameMark &mark, uint8_t *rgb) const {
    const uint32_t width = layout_.config.width;
    if (isMarked(y, mark)) {
        for (uint32_t x = 0; x < width; ++x)
            std::memset(rgb + size_t{x} * 3, (mark.number >> (x * 16 / width)) & 1 ? 255 : 0, 3);
        return;
    }
    const uint16_t *codes = codes_.data() + size_t{y} * width * 3;
    NormalNumbers normal(rowSeed(mark.seed, mark.number, stream_, y));
    if (tone_.hasMatrix())
        fillRow<true>(codes, factor, normal, rgb);
    else
        fillRow<false>(codes, factor, normal, rgb);
}

template <bool isMixed>
void Renderer::fillRow(const uint16_t *codes, uint32_t factor, NormalNumbers normal,
                       uint8_t *rgb) const {
    const int32_t white[3] = {tone_.white(0), tone_.white(1), tone_.white(2)};
    const uint8_t *const last = rgb + size_t{layout_.config.width} * 3;
    for (; rgb != last; codes += 3, rgb += 3) {
        normal.step();
        int32_t signals[3] = {tables_[0].signal(codes[0], factor, normal.at<0>()),
                              tables_[1].signal(codes[1], factor, normal.at<1>()),
                              tables_[2].signal(codes[2], factor, normal.at<2>())};
        if constexpr (isMixed)
            tone_.mix(signals);
        rgb[0] = tone_.code(signals[0], white[0]);
        rgb[1] = tone_.code(signals[1], white[1]);
        rgb[2] = tone_.code(signals[2], white[2]);
    }
}

/// Draws an even number of rows.
void Renderer::drawRows(uint8_t *base, uint32_t first, uint32_t last, const FrameLight &light,
                        const FrameState &frame, const FrameMark &mark, uint8_t *rgb) {
    const uint32_t width = layout_.config.width, height = layout_.config.height;
    const Matrix matrix = matrixFor(layout_.config.color_space);
    uint8_t *const rows[2] = {rgb, rgb + size_t{width} * 3};
    const bool isYuv = layout_.planeCount > 1, isJpeg = layout_.packing == Packing::jpeg;
    for (uint32_t y = first; y < last; y += 2) {
        for (uint32_t row = 0; row < 2; ++row) {
            const uint32_t line = y + row;
            const uint32_t from =
                mark.isCorrupt && y > height / 2 ? (line * 7) % (height / 2) : line;
            outputRow(from, flickerFactor(light, from, frame.exposure), mark, rows[row]);
            if (!isYuv && !isJpeg)
                storeRgb(rows[row], width, layout_.packing,
                         base + size_t{line} * layout_.config.stride);
        }
        if (isYuv || isJpeg)
            convertRows(rows[0], rows[1], width, matrix,
                        isYuv ? rowsIn(base, layout_, y)
                              : rowsOfPlanes(planes_.data(), width, height, y));
    }
}

uint32_t Renderer::drawOutput(uint8_t *base, const FrameLight &light, const FrameState &frame,
                              const FrameMark &mark, const std::atomic<bool> &cancelled) {
    tone_.set(frame);
    const uint32_t width = layout_.config.width, height = layout_.config.height;
    lanes_.share(height, 16, [&](uint32_t lane, uint32_t first, uint32_t last) {
        if (!cancelled)
            drawRows(base, first, last, light, frame, mark,
                     rows_.data() + size_t{lane} * width * 6);
    });
    const bool isYuv = layout_.planeCount > 1, isJpeg = layout_.packing == Packing::jpeg;
    if (isYuv && frame.look.sharpness != 1)
        sharpen(base, width, height, layout_.config.stride, frame.look.sharpness - 1, rows_.data());
    if (isJpeg && !cancelled)
        return static_cast<uint32_t>(
            writeJpeg(planes_.data(), width, height, base, layout_.planes[0].length));
    return layout_.planes[0].length;
}

} // namespace prism::mock
