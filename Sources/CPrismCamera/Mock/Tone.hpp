// SPDX-License-Identifier: MIT
// From linear signals to code values: colour matrix, tone curve, and Y'CbCr.
#pragma once

#include "FrameState.hpp"
#include "Signal.hpp"
#include "Streams.hpp"

namespace prism::mock {

/// The end of the image processor: three signals become one sRGB pixel.
class Tone {
public:
    /// Takes the frame's look; does nothing where it is the same.
    void set(const FrameState &frame);

    /// Clips at white, or below it where the channel's own gain is below 1.
    uint8_t code(int32_t signal, int32_t white) const noexcept {
        return curve_[static_cast<uint32_t>(std::clamp(signal, 0, white)) >> dropped];
    }
    bool hasMatrix() const noexcept { return hasMatrix_; }
    void mix(int32_t (&signals)[3]) const noexcept;
    /// The signal at which a channel is clipped.
    int32_t white(int channel) const noexcept { return white_[channel]; }

private:
    static constexpr uint32_t dropped = 5;

    Look look_{};
    bool isHdr_ = false;
    bool isSet_ = false, hasMatrix_ = false;
    float matrix_[9] = {};
    int32_t white_[3] = {whiteSignal, whiteSignal, whiteSignal};
    std::array<uint8_t, (whiteSignal >> dropped) + 1> curve_{};
};

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
Matrix matrixFor(const prism_color_space &space) noexcept;

/// Where two rows of Y'CbCr 4:2:0 go.
struct YuvRows {
    uint8_t *luma[2];
    uint8_t *blue, *red;
    uint32_t step; ///< bytes from one chroma sample to the next
};
/// Converts two rows of R, G, B bytes.
void convertRows(const uint8_t *upper, const uint8_t *lower, uint32_t width, const Matrix &matrix,
                 const YuvRows &out) noexcept;

/// Sharpens (amount above 0) or softens (below) a plane by its difference from the mean of 3 × 3.
/// `above` is memory for two rows.
void sharpen(uint8_t *plane, uint32_t width, uint32_t height, uint32_t stride, float amount,
             uint8_t *above) noexcept;

/// Writes a baseline JPEG from planes of 4:2:0 (chroma rows of half the length); both sizes are even.
/// Returns the bytes written, 0 where they do not fit.
size_t writeJpeg(const uint8_t *planes, uint32_t width, uint32_t height, uint8_t *out, size_t size);

} // namespace prism::mock
