// SPDX-License-Identifier: MIT
// Light as small codes, pictures of it, and looking at a part of one at another size.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace prism::mock {

/// Codes of light: 12 bits on a cubic scale, so that a moonless sky and a lamp both have fine steps.
inline constexpr uint32_t lightLevels = 4096;

/// Share of the brightest light that a code stands for, 0 … 1.
double lightOf(uint32_t code) noexcept;
/// The code of a share of the brightest light.
uint16_t codeOf(float light) noexcept;

/// Light of an sRGB code value, 0 … 1.
double linearOf(uint8_t code) noexcept;
/// sRGB code value of light 0 … 1, as a number from 0 to 1 (IEC 61966-2-1).
double encoded(double light) noexcept;

/// A picture in codes of light, 3 a pixel in the order red, green, blue; rows without padding.
struct Raster {
    uint32_t width = 0, height = 0;
    float peak =
        1; ///< radiance of the highest code; 1 is a white that the nominal exposure just fills
    bool isNearest = false; ///< enlarged without blending
    std::vector<uint16_t> codes;

    size_t bytes() const noexcept { return codes.capacity() * sizeof(uint16_t); }
};

/// A rectangle of a raster, in its pixels; what lies outside repeats the edge.
struct View {
    double x, y, width, height;
    bool operator==(const View &) const = default;
};

/// Mirrors of what the sensor sees.
struct Mirror {
    bool horizontal, vertical;
};

/// Rows and columns of a picture.
struct Area {
    uint32_t x, y, width, height;
};

/// Looks at a raster at another size: bilinear, an average where it becomes smaller, in linear light.
class Sampler {
public:
    /// The picture of `view` is `width` × `height` pixels; `mirror` turns it over.
    Sampler(const Raster &raster, const View &view, uint32_t width, uint32_t height, Mirror mirror);

    /// Light of the columns [begin, end) of one row, three floats a pixel, 0 … 1 of the raster's peak.
    void row(uint32_t y, uint32_t begin, uint32_t end, float *out);

private:
    /// Two source pixels and the second one's weight.
    struct Tap {
        uint32_t first, second;
        float weight;
    };
    struct Scaled {
        uint32_t y, begin, end;
        std::vector<float> light;
    };

    static std::vector<Tap> taps(uint32_t count, uint32_t each, double begin, double length,
                                 uint32_t size, bool isMirrored, bool isNearest);
    const float *scaled(uint32_t y, uint32_t keep, uint32_t begin, uint32_t end);
    void scale(uint32_t y, uint32_t begin, uint32_t end, float *out) const;

    const Raster &raster_;
    uint32_t across_, down_; ///< taps per output pixel
    std::vector<Tap> columns_, rows_;
    Scaled cache_[2];
};

/// Blurs by a disk of so many pixels, as a lens out of focus does (three box blurs of the same variance).
Raster blurred(const Raster &raster, double diameter);

} // namespace prism::mock
