// SPDX-License-Identifier: MIT
// Raw rows: signal and noise on the black level, quantised by the converter, and stored as asked.
#include "Renderer.hpp"

#include <cstring>

namespace prism::mock {

namespace {

/// From signals to the converter's numbers.
struct Converter {
    int32_t black, white;

    uint16_t quantised(int32_t signal) const noexcept {
        const int64_t lifted = int64_t{signal} * (white - black) + (whiteSignal >> 1);
        const auto number = black + static_cast<int32_t>(lifted >> signalBits);
        return static_cast<uint16_t>(std::clamp(number, 0, white));
    }
};

Converter converterOf(const SensorModel &model, uint32_t bits) noexcept {
    return {static_cast<int32_t>(model.blackLevel >> (16 - bits)),
            static_cast<int32_t>((1u << bits) - 1)};
}

/// MIPI CSI-2 RAW10: four samples' upper bits, then a byte with the lower ones; RAW12: two and a byte.
void pack(const uint16_t *samples, uint32_t width, uint32_t bits, uint8_t *out) noexcept {
    const uint32_t group = bits == 10 ? 4 : 2;
    for (uint32_t x = 0; x + group <= width; x += group) {
        uint32_t rest = 0;
        for (uint32_t index = 0; index < group; ++index) {
            const uint32_t sample = samples[x + index];
            *out++ = static_cast<uint8_t>(sample >> (bits - 8));
            rest |= (sample & ((1u << (bits - 8)) - 1)) << (index * (bits - 8));
        }
        *out++ = static_cast<uint8_t>(rest);
    }
}

} // namespace

/// Black and white blocks along the bottom, sixteen of them.
bool Renderer::isMarked(uint32_t y, const FrameMark &mark) const noexcept {
    const uint32_t rows = std::max(2u, layout_.config.height / 16) & ~1u;
    return mark.hasMarker && y >= layout_.config.height - rows;
}

void Renderer::rawRow(uint32_t y, uint32_t factor, const FrameMark &mark, uint16_t *out) const {
    const uint32_t width = layout_.config.width;
    const uint16_t *codes = codes_.data() + size_t{y} * width;
    const RowChannels channels = channelsOf(layout_.order, y);
    const SignalTable &even = tables_[channels.even], &odd = tables_[channels.odd];
    const Converter converter = converterOf(model_, layout_.bits);
    NormalNumbers normal(rowSeed(mark.seed, mark.number, stream_, y));
    const int32_t offset = flaws_.rowOffset(mark.number, stream_, y);
    const auto pair = [&](uint32_t x, int32_t first, int32_t second) {
        out[x] = converter.quantised(even.signal(codes[x], factor, first) + offset);
        out[x + 1] = converter.quantised(odd.signal(codes[x + 1], factor, second) + offset);
    };
    // Widths are multiples of four in every mode.
    for (uint32_t x = 0; x + 4 <= width; x += 4) {
        normal.step();
        pair(x, normal.at<0>(), normal.at<1>());
        pair(x + 2, normal.at<2>(), normal.at<3>());
    }
    for (uint32_t x = width & ~3u; x < width; x += 2) {
        normal.step();
        pair(x, normal.at<0>(), normal.at<1>());
    }
    flaws_.heat(out, y, converter.white);
    for (uint32_t x = 0; isMarked(y, mark) && x < width; ++x)
        out[x] = static_cast<uint16_t>((mark.number >> (x * 16 / width)) & 1 ? converter.white
                                                                             : converter.black);
}

void Renderer::storeRaw(const uint16_t *samples, uint8_t *row) const {
    const uint32_t width = layout_.config.width, bits = layout_.bits;
    if (layout_.isPacked)
        return pack(samples, width, bits, row);
    if (layout_.storedBits <= 8) {
        for (uint32_t x = 0; x < width; ++x)
            row[x] = static_cast<uint8_t>(samples[x]);
        return;
    }
    const uint32_t shift = layout_.storedBits - bits;
    for (uint32_t x = 0; x < width; ++x) {
        const auto sample = static_cast<uint16_t>(samples[x] << shift);
        std::memcpy(row + size_t{x} * 2, &sample, sizeof sample);
    }
}

void Renderer::drawRaw(uint8_t *base, const FrameLight &light, const FrameState &frame,
                       const FrameMark &mark, const std::atomic<bool> &cancelled) {
    const uint32_t height = layout_.config.height;
    const Converter converter = converterOf(model_, layout_.bits);
    flaws_.expose(frame, converter.white - converter.black);
    lanes_.share(height, 16, [&](uint32_t lane, uint32_t first, uint32_t last) {
        uint16_t *const samples = samples_.data() + size_t{lane} * layout_.config.width;
        for (uint32_t y = first; y < last && !cancelled; ++y) {
            // Damage on the wire: the lower half repeats what came before it.
            const uint32_t source = mark.isCorrupt && y > height / 2 ? (y * 7) % (height / 2) : y;
            rawRow(source, flickerFactor(light, source, frame.exposure), mark, samples);
            storeRaw(samples, base + size_t{y} * layout_.config.stride);
        }
    });
}

} // namespace prism::mock
