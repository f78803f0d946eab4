// SPDX-License-Identifier: MIT
// From linear signals to code values: colour matrix, tone curve, and Y'CbCr.
#include "Tone.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace prism::mock {

namespace {

/// Rolls highlights off: `hdrHeadroom` becomes white (Reinhard et al. 2002, equation 4).
double compressed(double light) noexcept {
    return light * (1 + light / (hdrHeadroom * hdrHeadroom)) / (1 + light);
}

double toned(double light, const Look &look, bool isHdr) noexcept {
    if (isHdr)
        light = compressed(light * hdrHeadroom);
    double value = encoded(std::clamp(light, 0.0, 1.0));
    if (look.gamma > 0 && look.gamma != 2.2f)
        value = std::pow(value, 2.2 / static_cast<double>(look.gamma));
    value = (value - 0.5) * static_cast<double>(look.contrast) + 0.5;
    return std::clamp(value + static_cast<double>(look.brightness), 0.0, 1.0);
}

uint8_t lumaCode(const Weights &weights, int32_t r, int32_t g, int32_t b) noexcept {
    return static_cast<uint8_t>((weights.sum(r, g, b) + weights.offset + (1 << 15)) >> 16);
}

/// The colours are sums over four pixels.
uint8_t chromaCode(const Weights &weights, int32_t r, int32_t g, int32_t b) noexcept {
    const int32_t code = (weights.sum(r, g, b) + 4 * weights.offset + (1 << 17)) >> 18;
    return static_cast<uint8_t>(std::min(code, 255));
}

} // namespace

void Tone::set(const FrameState &frame) {
    for (int channel = 0; channel < 3; ++channel) {
        const float gain = channel == 0 ? frame.red : channel == 2 ? frame.blue : 1;
        white_[channel] = static_cast<int32_t>(std::min(gain, 1.0f) * whiteSignal);
    }
    const bool isHdr = frame.isSensorHdr ||
                       (frame.hdr != HdrMode::off && frame.hdr != HdrMode::multiExposureUnmerged);
    if (isSet_ && frame.look == look_ && isHdr == isHdr_)
        return;
    isSet_ = true;
    look_ = frame.look;
    isHdr_ = isHdr;
    for (size_t index = 0; index < curve_.size(); ++index) {
        const double light = static_cast<double>(index << dropped) / whiteSignal;
        curve_[index] = static_cast<uint8_t>(std::lround(255 * toned(light, look_, isHdr)));
    }
    // Saturation moves each colour away from its luminance (BT.709).
    constexpr float luminance[3] = {0.2126f, 0.7152f, 0.0722f};
    const float rest = 1 - look_.saturation;
    hasMatrix_ = look_.saturation != 1;
    for (int row = 0; row < 3; ++row) {
        for (int column = 0; column < 3; ++column) {
            float sum = look_.saturation * look_.matrix[row * 3 + column];
            for (int inner = 0; inner < 3; ++inner)
                sum += rest * luminance[inner] * look_.matrix[inner * 3 + column];
            matrix_[row * 3 + column] = sum;
            hasMatrix_ = hasMatrix_ || std::abs(sum - (row == column ? 1.0f : 0.0f)) > 1e-6f;
        }
    }
}

void Tone::mix(int32_t (&signals)[3]) const noexcept {
    float in[3];
    for (int channel = 0; channel < 3; ++channel)
        in[channel] = static_cast<float>(std::clamp(signals[channel], 0, white_[channel]));
    for (int row = 0; row < 3; ++row) {
        const float *weights = matrix_ + row * 3;
        const float sum = weights[0] * in[0] + weights[1] * in[1] + weights[2] * in[2];
        signals[row] = static_cast<int32_t>(std::clamp(sum, 0.0f, float{whiteSignal}));
    }
}

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

void convertRows(const uint8_t *upper, const uint8_t *lower, uint32_t width, const Matrix &matrix,
                 const YuvRows &out) noexcept {
    const uint8_t *in[2] = {upper, lower};
    uint8_t *blue = out.blue, *red = out.red;
    for (uint32_t x = 0; x < width; x += 2, blue += out.step, red += out.step) {
        int32_t sum[3] = {0, 0, 0};
        for (uint32_t corner = 0; corner < 4; ++corner) {
            const uint8_t *pixel = in[corner >> 1] + size_t{x + (corner & 1)} * 3;
            const int32_t r = pixel[0], g = pixel[1], b = pixel[2];
            out.luma[corner >> 1][x + (corner & 1)] = lumaCode(matrix.luma, r, g, b);
            sum[0] += r;
            sum[1] += g;
            sum[2] += b;
        }
        *blue = chromaCode(matrix.blue, sum[0], sum[1], sum[2]);
        *red = chromaCode(matrix.red, sum[0], sum[1], sum[2]);
    }
}

void sharpen(uint8_t *plane, uint32_t width, uint32_t height, uint32_t stride, float amount,
             uint8_t *above) noexcept {
    uint8_t *current = above + width;
    std::memcpy(above, plane, width);
    for (uint32_t y = 1; y + 1 < height; ++y) {
        uint8_t *row = plane + size_t{y} * stride;
        const uint8_t *below = row + stride;
        std::memcpy(current, row, width);
        for (uint32_t x = 1; x + 1 < width; ++x) {
            int sum = 0;
            for (int dx = -1; dx <= 1; ++dx) {
                const auto at = static_cast<ptrdiff_t>(x) + dx;
                sum += above[at] + current[at] + below[at];
            }
            const float detail = static_cast<float>(current[x]) - static_cast<float>(sum) / 9;
            const float value = static_cast<float>(current[x]) + amount * detail;
            row[x] = static_cast<uint8_t>(std::clamp(value + 0.5f, 0.0f, 255.0f));
        }
        std::swap(above, current);
    }
}

} // namespace prism::mock
