// SPDX-License-Identifier: MIT
// A small baseline JPEG writer (ITU-T T.81) for motion JPEG streams, as USB cameras send them.
#include "Tone.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <numbers>

namespace prism::mock {

namespace {

// Annex K: tables K.1 and K.2 at half, which is quality 75.
constexpr uint8_t lumaSteps[64] = {8,  6,  5,  8,  12, 20, 26, 31, 6,  6,  7,  10, 13, 29, 30, 28,
                                   7,  7,  8,  12, 20, 29, 35, 28, 7,  9,  11, 15, 26, 44, 40, 31,
                                   9,  11, 19, 28, 34, 55, 52, 39, 12, 18, 28, 32, 41, 52, 57, 46,
                                   25, 32, 39, 44, 52, 61, 60, 51, 36, 46, 48, 49, 56, 50, 52, 50};
constexpr uint8_t chromaSteps[64] = {
    9,  9,  12, 24, 50, 50, 50, 50, 9,  11, 13, 33, 50, 50, 50, 50, 12, 13, 28, 50, 50, 50,
    50, 50, 24, 33, 50, 50, 50, 50, 50, 50, 50, 50, 50, 50, 50, 50, 50, 50, 50, 50, 50, 50,
    50, 50, 50, 50, 50, 50, 50, 50, 50, 50, 50, 50, 50, 50, 50, 50, 50, 50, 50, 50};
constexpr uint8_t zigzag[64] = {0,  1,  8,  16, 9,  2,  3,  10, 17, 24, 32, 25, 18, 11, 4,  5,
                                12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6,  7,  14, 21, 28,
                                35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51,
                                58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63};

/// A Huffman table: how many codes of each length, and their symbols.
struct Huffman {
    uint8_t lengths[16];
    const uint8_t *symbols;
    size_t count;
};

// K.3 to K.5.
constexpr uint8_t dcSymbols[12] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
constexpr uint8_t lumaAcSymbols[162] = {
    0x01, 0x02, 0x03, 0x00, 0x04, 0x11, 0x05, 0x12, 0x21, 0x31, 0x41, 0x06, 0x13, 0x51, 0x61,
    0x07, 0x22, 0x71, 0x14, 0x32, 0x81, 0x91, 0xa1, 0x08, 0x23, 0x42, 0xb1, 0xc1, 0x15, 0x52,
    0xd1, 0xf0, 0x24, 0x33, 0x62, 0x72, 0x82, 0x09, 0x0a, 0x16, 0x17, 0x18, 0x19, 0x1a, 0x25,
    0x26, 0x27, 0x28, 0x29, 0x2a, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0x3a, 0x43, 0x44, 0x45,
    0x46, 0x47, 0x48, 0x49, 0x4a, 0x53, 0x54, 0x55, 0x56, 0x57, 0x58, 0x59, 0x5a, 0x63, 0x64,
    0x65, 0x66, 0x67, 0x68, 0x69, 0x6a, 0x73, 0x74, 0x75, 0x76, 0x77, 0x78, 0x79, 0x7a, 0x83,
    0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8a, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x98, 0x99,
    0x9a, 0xa2, 0xa3, 0xa4, 0xa5, 0xa6, 0xa7, 0xa8, 0xa9, 0xaa, 0xb2, 0xb3, 0xb4, 0xb5, 0xb6,
    0xb7, 0xb8, 0xb9, 0xba, 0xc2, 0xc3, 0xc4, 0xc5, 0xc6, 0xc7, 0xc8, 0xc9, 0xca, 0xd2, 0xd3,
    0xd4, 0xd5, 0xd6, 0xd7, 0xd8, 0xd9, 0xda, 0xe1, 0xe2, 0xe3, 0xe4, 0xe5, 0xe6, 0xe7, 0xe8,
    0xe9, 0xea, 0xf1, 0xf2, 0xf3, 0xf4, 0xf5, 0xf6, 0xf7, 0xf8, 0xf9, 0xfa};
constexpr Huffman lumaDc = {{0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0}, dcSymbols, 12};
constexpr Huffman chromaDc = {{0, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0}, dcSymbols, 12};
// One table serves the alternating parts of all three components.
constexpr Huffman anyAc = {{0, 2, 1, 3, 3, 2, 4, 3, 5, 5, 4, 4, 0, 0, 1, 0x7d}, lumaAcSymbols, 162};

struct Code {
    uint16_t bits;
    uint8_t length;
};
using Codes = std::array<Code, 256>;

Codes codesOf(const Huffman &table) {
    Codes codes{};
    uint32_t next = 0;
    size_t index = 0;
    for (uint8_t length = 1; length <= 16; ++length) {
        for (uint8_t left = table.lengths[length - 1]; left > 0; --left)
            codes[table.symbols[index++]] = {static_cast<uint16_t>(next++), length};
        next <<= 1;
    }
    return codes;
}

/// The factors of the eight-point transform, and so of both directions.
std::array<float, 64> cosines() {
    std::array<float, 64> table{};
    for (uint32_t u = 0; u < 8; ++u) {
        for (uint32_t x = 0; x < 8; ++x) {
            const double scale = u == 0 ? std::sqrt(0.125) : 0.5;
            table[u * 8 + x] =
                static_cast<float>(scale * std::cos((2 * x + 1) * u * std::numbers::pi / 16));
        }
    }
    return table;
}

/// Bytes going out; what does not fit is counted and lost.
class Writer {
public:
    Writer(uint8_t *out, size_t size) : out_(out), size_(size) {}

    void byte(uint32_t value) {
        if (used_ < size_)
            out_[used_] = static_cast<uint8_t>(value);
        ++used_;
    }
    void word(uint32_t value) {
        byte(value >> 8);
        byte(value & 0xFF);
    }
    void code(const Code &code) { bits(code.bits, code.length); }
    void bits(uint32_t value, uint32_t length) {
        held_ = held_ << length | (value & ((1u << length) - 1));
        count_ += length;
        while (count_ >= 8) {
            count_ -= 8;
            const uint32_t next = (held_ >> count_) & 0xFF;
            byte(next);
            if (next == 0xFF)
                byte(0);
        }
    }
    void flush() {
        if (count_ > 0)
            bits(0x7F, 8 - count_);
    }
    size_t used() const { return used_; }

private:
    uint8_t *out_;
    size_t size_, used_ = 0;
    uint64_t held_ = 0;
    uint32_t count_ = 0;
};

/// One colour plane, read in blocks of 8 × 8; the edge repeats.
struct Plane {
    const uint8_t *base;
    uint32_t width, height;
    const uint8_t *steps;
    const Codes *dc;
    int32_t last = 0;
};

class Encoder {
public:
    Encoder(uint8_t *out, size_t size) : writer_(out, size) {}

    size_t write(const uint8_t *planes, uint32_t width, uint32_t height) {
        header(width, height);
        const size_t luma = size_t{width} * height;
        Plane parts[3] = {
            {planes, width, height, lumaSteps, &lumaDcCodes},
            {planes + luma, width / 2, height / 2, chromaSteps, &chromaDcCodes},
            {planes + luma * 5 / 4, width / 2, height / 2, chromaSteps, &chromaDcCodes}};
        for (uint32_t y = 0; y < height; y += 16) {
            for (uint32_t x = 0; x < width; x += 16) {
                for (uint32_t corner = 0; corner < 4; ++corner)
                    block(parts[0], x + (corner & 1) * 8, y + (corner >> 1) * 8);
                block(parts[1], x / 2, y / 2);
                block(parts[2], x / 2, y / 2);
            }
        }
        writer_.flush();
        writer_.word(0xFFD9);
        return writer_.used();
    }

private:
    void quantisation(uint32_t number, const uint8_t *steps) {
        writer_.word(0xFFDB);
        writer_.word(67);
        writer_.byte(number);
        for (const uint8_t place : zigzag)
            writer_.byte(steps[place]);
    }

    void huffman(uint32_t number, const Huffman &table) {
        writer_.word(0xFFC4);
        writer_.word(static_cast<uint32_t>(19 + table.count));
        writer_.byte(number);
        for (const uint8_t length : table.lengths)
            writer_.byte(length);
        for (size_t index = 0; index < table.count; ++index)
            writer_.byte(table.symbols[index]);
    }

    void header(uint32_t width, uint32_t height) {
        writer_.word(0xFFD8);
        constexpr uint8_t jfif[] = {0xFF, 0xE0, 0, 16, 'J', 'F', 'I', 'F', 0,
                                    1,    1,    0, 0,  1,   0,   1,   0,   0};
        for (const uint8_t value : jfif)
            writer_.byte(value);
        quantisation(0, lumaSteps);
        quantisation(1, chromaSteps);
        writer_.word(0xFFC0);
        writer_.word(17);
        writer_.byte(8);
        writer_.word(height);
        writer_.word(width);
        constexpr uint8_t components[] = {3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1};
        for (const uint8_t value : components)
            writer_.byte(value);
        huffman(0x00, lumaDc);
        huffman(0x01, chromaDc);
        huffman(0x10, anyAc);
        constexpr uint8_t scan[] = {0xFF, 0xDA, 0, 12, 3, 1, 0x00, 2, 0x10, 3, 0x10, 0, 63, 0};
        for (const uint8_t value : scan)
            writer_.byte(value);
    }

    void transform(const Plane &plane, uint32_t left, uint32_t top, float (&out)[64]) const {
        float rows[64];
        for (uint32_t y = 0; y < 8; ++y) {
            const uint8_t *row =
                plane.base + size_t{std::min(top + y, plane.height - 1)} * plane.width;
            float in[8];
            for (uint32_t x = 0; x < 8; ++x)
                in[x] = static_cast<float>(row[std::min(left + x, plane.width - 1)]) - 128;
            for (uint32_t u = 0; u < 8; ++u) {
                float sum = 0;
                for (uint32_t x = 0; x < 8; ++x)
                    sum += factors[u * 8 + x] * in[x];
                rows[y * 8 + u] = sum;
            }
        }
        for (uint32_t u = 0; u < 8; ++u) {
            for (uint32_t v = 0; v < 8; ++v) {
                float sum = 0;
                for (uint32_t y = 0; y < 8; ++y)
                    sum += factors[v * 8 + y] * rows[y * 8 + u];
                out[v * 8 + u] = sum;
            }
        }
    }

    void number(int32_t value, uint32_t length) {
        writer_.bits(static_cast<uint32_t>(value < 0 ? value - 1 : value), length);
    }

    void block(Plane &plane, uint32_t left, uint32_t top) {
        float waves[64];
        transform(plane, left, top, waves);
        const auto level = [&](uint32_t index) {
            const uint8_t place = zigzag[index];
            return static_cast<int32_t>(
                std::lround(waves[place] / static_cast<float>(plane.steps[place])));
        };
        const auto lengthOf = [](int32_t value) {
            return static_cast<uint32_t>(std::bit_width(static_cast<uint32_t>(std::abs(value))));
        };
        const int32_t mean = level(0), change = mean - plane.last;
        plane.last = mean;
        writer_.code((*plane.dc)[lengthOf(change)]);
        number(change, lengthOf(change));
        uint32_t zeros = 0;
        for (uint32_t index = 1; index < 64; ++index) {
            const int32_t value = level(index);
            if (value == 0) {
                ++zeros;
                continue;
            }
            for (; zeros > 15; zeros -= 16)
                writer_.code(acCodes[0xF0]);
            writer_.code(acCodes[zeros << 4 | lengthOf(value)]);
            number(value, lengthOf(value));
            zeros = 0;
        }
        if (zeros > 0)
            writer_.code(acCodes[0]);
    }

    static inline const Codes lumaDcCodes = codesOf(lumaDc), chromaDcCodes = codesOf(chromaDc),
                              acCodes = codesOf(anyAc);
    static inline const std::array<float, 64> factors = cosines();

    Writer writer_;
};

} // namespace

size_t writeJpeg(const uint8_t *planes, uint32_t width, uint32_t height, uint8_t *out,
                 size_t size) {
    const size_t used = Encoder(out, size).write(planes, width, height);
    return used <= size ? used : 0;
}

} // namespace prism::mock
