// SPDX-License-Identifier: MIT
// Draws frames: one pass through look-up tables over the scaled scene.
#include "Renderer.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

namespace prism::mock {

namespace {

/// One row of the matrix from R'G'B' to Y'CbCr, in 16-bit fixed point with the range's scale and offset.
struct Weights {
    int32_t red, green, blue, offset;

    int32_t sum(int32_t r, int32_t g, int32_t b) const noexcept {
        return red * r + green * g + blue * b;
    }
};

struct Matrix {
    Weights luma, blue, red;
};

/// BT.601 and BT.709, from the weights of red and blue as ITU-R publishes them.
Matrix matrixFor(const prism_color_space &space) noexcept {
    const bool is709 = space.matrix == 3, isFull = space.range == 1;
    const double kr = is709 ? 0.2126 : 0.299, kb = is709 ? 0.0722 : 0.114;
    const double luma = isFull ? 1 : 219.0 / 255, chroma = isFull ? 1 : 224.0 / 255;
    const auto fixed = [](double value) {
        return static_cast<int32_t>(std::lround(value * 65536));
    };
    // The green weight takes what rounding left, so that white and grey are exact.
    const auto weights = [&](double r, double b, double total, int32_t offset) {
        return Weights{fixed(r), fixed(total) - fixed(r) - fixed(b), fixed(b), offset << 16};
    };
    const double toBlue = chroma / 2 / (1 - kb), toRed = chroma / 2 / (1 - kr);
    return {weights(kr * luma, kb * luma, luma, isFull ? 0 : 16),
            weights(-kr * toBlue, chroma / 2, 0, 128), weights(chroma / 2, -kb * toRed, 0, 128)};
}

uint8_t lumaCode(const Weights &weights, int32_t r, int32_t g, int32_t b) noexcept {
    return static_cast<uint8_t>((weights.sum(r, g, b) + weights.offset + (1 << 15)) >> 16);
}

/// The colours are sums over four pixels.
uint8_t chromaCode(const Weights &weights, int32_t r, int32_t g, int32_t b) noexcept {
    const int32_t code = (weights.sum(r, g, b) + 4 * weights.offset + (1 << 17)) >> 18;
    return static_cast<uint8_t>(std::min(code, 255));
}

/// SplitMix64's finaliser.
uint64_t hash(uint64_t value) noexcept {
    value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9u;
    value = (value ^ (value >> 27)) * 0x94D049BB133111EBu;
    return value ^ (value >> 31);
}

/// Adds noise of -3 … 3, mean 0, from a linear congruential generator; each number serves two samples.
void addNoise(uint16_t *row, uint32_t width, int32_t white, uint32_t state) noexcept {
    const auto add = [white](uint16_t &sample, uint32_t bits) {
        const int32_t noise =
            static_cast<int32_t>((bits >> 2) & 3) + static_cast<int32_t>(bits & 3) - 3;
        sample = static_cast<uint16_t>(std::clamp(sample + noise, 0, white));
    };
    for (uint32_t x = 0; x < width; x += 2) {
        state = state * 1664525u + 1013904223u;
        add(row[x], state >> 28);
        add(row[x + 1], state >> 24);
    }
}

} // namespace

Renderer::Renderer(const StreamLayout &layout, const SensorModel &model, Picture scene)
    : layout_(layout), model_(model), scene_(std::move(scene)),
      drawn_(layout.isRaw ? 0 : layout.config.frame_size) {
    for (uint32_t code = 0; code < 256; ++code)
        light_[code] = linearOf(static_cast<uint8_t>(code));
}

void Renderer::draw(uint8_t *base, const FrameState &frame, const FrameMark &mark,
                    const std::atomic<bool> &cancelled) {
    if (layout_.isRaw)
        drawRaw(base, frame, mark, cancelled);
    else
        drawYuv(base, frame, cancelled);
    if (mark.hasMarker)
        drawMarker(base, mark.number);
}

static double brightnessOf(const FrameState &frame) noexcept {
    return static_cast<double>(frame.exposure) * static_cast<double>(frame.gain) / nominalExposure;
}

/// Tables for red, green and blue: the scene's white makes less signal in red and blue, as in a real sensor.
void Renderer::makeRawTables(double brightness) {
    const double white = (1u << model_.bits) - 1;
    const double black = model_.blackLevel >> (16 - model_.bits);
    const double neutral[3] = {static_cast<double>(neutralRed), 1,
                               static_cast<double>(neutralBlue)};
    for (size_t channel = 0; channel < 3; ++channel) {
        for (size_t code = 0; code < 256; ++code) {
            const double signal = std::min(1.0, light_[code] * brightness / neutral[channel]);
            samples_[channel][code] =
                static_cast<uint16_t>(std::lround(black + signal * (white - black)));
        }
    }
}

void Renderer::drawRaw(uint8_t *base, const FrameState &frame, const FrameMark &mark,
                       const std::atomic<bool> &cancelled) {
    const Look look = {brightnessOf(frame), 0, 0};
    if (!(look == look_))
        makeRawTables(look.brightness);
    look_ = look;
    const int32_t white = (1 << model_.bits) - 1;
    const uint32_t width = layout_.config.width;
    for (uint32_t y = 0; y < layout_.config.height && !cancelled; ++y) {
        const uint8_t *in = scene_.pixels.data() + size_t{y} * width * 3;
        auto *out = reinterpret_cast<uint16_t *>(base + size_t{y} * layout_.config.stride);
        // The order's number is where red lies: the distance from it, right and down, tells the colour.
        const uint32_t phase = (static_cast<uint32_t>(layout_.order) ^ (y & 1) << 1);
        const uint32_t channels[2] = {phase == 0   ? 0u
                                      : phase == 3 ? 2u
                                                   : 1u,
                                      phase == 1   ? 0u
                                      : phase == 2 ? 2u
                                                   : 1u};
        const uint16_t *tables[2] = {samples_[channels[0]].data(), samples_[channels[1]].data()};
        const uint8_t *codes[2] = {in + channels[0], in + 3 + channels[1]};
        for (uint32_t x = 0; x < width; x += 2) {
            out[x] = tables[0][codes[0][size_t{x} * 3]];
            out[x + 1] = tables[1][codes[1][size_t{x} * 3]];
        }
        if (mark.seed != 0)
            addNoise(out, width, white,
                     static_cast<uint32_t>(hash(hash(mark.seed + mark.number) + y)));
    }
}

void Renderer::makeYuvTables(const Look &look) {
    const double factor[3] = {look.brightness * static_cast<double>(look.red / neutralRed),
                              look.brightness,
                              look.brightness * static_cast<double>(look.blue / neutralBlue)};
    const uint8_t *encoded = encodingTable();
    for (size_t channel = 0; channel < 3; ++channel) {
        for (size_t code = 0; code < 256; ++code) {
            const double light = std::min(1.0, light_[code] * factor[channel]);
            codes_[channel][code] = encoded[static_cast<size_t>(std::lround(light * 65535))];
        }
    }
}

void Renderer::drawYuv(uint8_t *base, const FrameState &frame, const std::atomic<bool> &cancelled) {
    const Look look = {brightnessOf(frame), frame.red, frame.blue};
    if (!(look == look_)) {
        makeYuvTables(look);
        look_ = fillYuv(cancelled) ? look : Look{};
    }
    std::memcpy(base, drawn_.data(), drawn_.size());
}

bool Renderer::fillYuv(const std::atomic<bool> &cancelled) {
    for (uint32_t y = 0; y < layout_.config.height; y += 2) {
        if (cancelled)
            return false;
        drawRowPair(y);
    }
    return true;
}

void Renderer::drawRowPair(uint32_t y) {
    const Matrix matrix = matrixFor(layout_.config.color_space);
    const uint32_t width = layout_.config.width, stride = layout_.config.stride;
    const uint8_t *in[2];
    uint8_t *luma[2];
    for (uint32_t row = 0; row < 2; ++row) {
        in[row] = scene_.pixels.data() + size_t{y + row} * width * 3;
        luma[row] = drawn_.data() + size_t{y + row} * stride;
    }
    const bool isSemiPlanar = layout_.planeCount == 2;
    const uint32_t step = isSemiPlanar ? 2 : 1;
    uint8_t *blue =
        drawn_.data() + layout_.planes[1].offset + size_t{y / 2} * layout_.planes[1].stride;
    uint8_t *red = isSemiPlanar ? blue + 1
                                : drawn_.data() + layout_.planes[2].offset +
                                      size_t{y / 2} * layout_.planes[2].stride;
    for (uint32_t x = 0; x < width; x += 2, blue += step, red += step) {
        int32_t sum[3] = {0, 0, 0};
        for (uint32_t corner = 0; corner < 4; ++corner) {
            const uint8_t *pixel = in[corner >> 1] + size_t{x + (corner & 1)} * 3;
            const int32_t r = codes_[0][pixel[0]], g = codes_[1][pixel[1]], b = codes_[2][pixel[2]];
            luma[corner >> 1][x + (corner & 1)] = lumaCode(matrix.luma, r, g, b);
            sum[0] += r;
            sum[1] += g;
            sum[2] += b;
        }
        *blue = chromaCode(matrix.blue, sum[0], sum[1], sum[2]);
        *red = chromaCode(matrix.red, sum[0], sum[1], sum[2]);
    }
}

/// Sixteen blocks along the bottom, bit 0 at the left: black 0, white 1.
void Renderer::drawMarker(uint8_t *base, uint64_t number) const {
    const uint32_t width = layout_.config.width, height = layout_.config.height;
    const uint32_t rows = std::max(2u, height / 16) & ~1u;
    const uint32_t bytes = layout_.isRaw ? 2 : 1;
    const bool isFull = layout_.config.color_space.range == 1;
    const uint16_t white = static_cast<uint16_t>(layout_.isRaw ? (1u << model_.bits) - 1
                                                 : isFull      ? 255u
                                                               : 235u);
    const uint16_t black =
        static_cast<uint16_t>(layout_.isRaw ? model_.blackLevel >> (16 - model_.bits)
                              : isFull      ? 0u
                                            : 16u);
    for (uint32_t y = height - rows; y < height; ++y) {
        uint8_t *row = base + size_t{y} * layout_.config.stride;
        for (uint32_t x = 0; x < width; ++x) {
            const uint16_t value = (number >> (x * 16 / width)) & 1 ? white : black;
            std::memcpy(row + size_t{x} * bytes, &value, bytes);
        }
    }
    for (uint32_t plane = 1; plane < layout_.planeCount; ++plane) {
        const prism_plane &chroma = layout_.planes[plane];
        std::memset(base + chroma.offset + size_t{(height - rows) / 2} * chroma.stride, 128,
                    size_t{rows / 2} * chroma.stride);
    }
}

} // namespace prism::mock
