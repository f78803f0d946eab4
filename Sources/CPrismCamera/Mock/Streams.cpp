// SPDX-License-Identifier: MIT
// Streams as the mock can make them: adjusting a wish, and how the planes lie in a buffer.
#include "Streams.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace prism::mock {

namespace {

constexpr uint32_t smallest = 64, strideAlignment = 64, largestStride = 1u << 20;

struct OutputFormat {
    uint32_t code;
    Packing packing;
    uint32_t bytes; ///< per pixel of plane 0
};
// The first is what a wish without a format gets. DRM's names: RGB888 (RG24) lies as B, G, R in memory.
constexpr OutputFormat outputs[] = {
    {fourcc("YU12"), Packing::yuv420, 1}, {fourcc("NV12"), Packing::nv12, 1},
    {fourcc("XR24"), Packing::xrgb, 4},   {fourcc("XB24"), Packing::xbgr, 4},
    {fourcc("RG24"), Packing::rgb, 3},    {fourcc("BG24"), Packing::bgr, 3},
    {fourcc("MJPG"), Packing::jpeg, 2}};

const OutputFormat &outputFormat(uint32_t code) noexcept {
    for (const OutputFormat &format : outputs) {
        if (format.code == code)
            return format;
    }
    return outputs[0];
}

bool isRgb(Packing packing) noexcept {
    return packing == Packing::xrgb || packing == Packing::xbgr || packing == Packing::rgb ||
           packing == Packing::bgr;
}

/// Bits of a raw fourcc, 0 for another one.
uint32_t rawBits(uint32_t code) noexcept {
    for (const uint32_t bits : {8u, 10u, 12u, 16u}) {
        for (const BayerOrder order :
             {BayerOrder::rggb, BayerOrder::grbg, BayerOrder::gbrg, BayerOrder::bggr}) {
            if (rawFourcc(order, bits) == code)
                return bits;
        }
    }
    return 0;
}

constexpr prism_color_space rawSpace = {1, 1, 1, 1};
constexpr prism_color_space sYcc = {3, 2, 2, 1};
constexpr prism_color_space smpte170m = {2, 3, 2, 2};
constexpr prism_color_space rec709 = {3, 3, 3, 2};
constexpr prism_color_space sRgb = {3, 2, 1, 1};

bool same(const prism_color_space &left, const prism_color_space &right) noexcept {
    return std::memcmp(&left, &right, sizeof left) == 0;
}

/// Takes a wish and what became of it; remembers whether anything asked for was changed.
class Adjuster {
public:
    template <typename T> void set(T &field, T value) noexcept {
        isAdjusted_ = isAdjusted_ || (field != 0 && field != value);
        field = value;
    }
    void set(prism_color_space &field, const prism_color_space &value) noexcept {
        isAdjusted_ = isAdjusted_ || (!same(field, {}) && !same(field, value));
        field = value;
    }
    bool isAdjusted() const noexcept { return isAdjusted_; }

private:
    bool isAdjusted_ = false;
};

uint32_t evenSize(uint32_t wish, uint32_t usual, uint32_t most) noexcept {
    return std::clamp(wish ? wish : usual, smallest, most) & ~1u;
}

/// The shortest row that holds the pixels, or the longer one asked for; a multiple of 4, so that the chroma
/// planes of YUV 4:2:0 have whole rows of half the length.
uint32_t strideFor(uint32_t wish, uint32_t rowBytes) noexcept {
    if (wish >= rowBytes && wish <= largestStride)
        return (wish + 3) & ~3u;
    return (rowBytes + strideAlignment - 1) / strideAlignment * strideAlignment;
}

/// Bits of the converter: those that the sensor was asked for, or the raw stream, or all that it has.
uint32_t converterBits(const SensorModel &model, const prism_configuration &wish) noexcept {
    uint32_t bits = wish.sensor_bit_depth;
    for (uint32_t index = 0; index < wish.stream_count && bits == 0; ++index) {
        if (wish.streams[index].role == PRISM_ROLE_RAW)
            bits = rawBits(wish.streams[index].fourcc);
    }
    return (bits == 8 || bits == 10 || bits == 12) ? std::min(bits, model.bits) : model.bits;
}

uint32_t rawRowBytes(uint32_t width, uint32_t bits, bool isPacked) noexcept {
    return isPacked ? width * bits / 8 : width * (bits > 8 ? 2 : 1);
}

void adjustRaw(Adjuster &adjuster, const SensorModel &model, const SensorMode &mode,
               const prism_configuration &configuration, prism_stream_config &stream) noexcept {
    const Mirror mirror = mirrorOf(configuration.orientation);
    const BayerOrder order = flipped(model.order, mirror.horizontal, mirror.vertical);
    const uint32_t bits = configuration.sensor_bit_depth;
    const bool isWide = rawBits(stream.fourcc) == 16;
    const bool isPacked = stream.modifier == packedModifier && !isWide && bits > 8;
    adjuster.set(stream.fourcc, rawFourcc(order, isWide ? 16 : bits));
    adjuster.set(stream.modifier, isPacked ? packedModifier : 0);
    adjuster.set(stream.width, mode.width);
    adjuster.set(stream.height, mode.height);
    const uint32_t rowBytes = rawRowBytes(mode.width, isWide ? 16 : bits, isPacked);
    adjuster.set(stream.stride, strideFor(stream.stride, rowBytes));
    adjuster.set(stream.color_space, rawSpace);
}

void adjustOutput(Adjuster &adjuster, const SensorModel &model,
                  prism_stream_config &stream) noexcept {
    const bool isStill = stream.role == PRISM_ROLE_STILL;
    const bool isVideo = stream.role == PRISM_ROLE_VIDEO;
    const uint32_t usualWidth = isStill ? model.width : isVideo ? 1920 : 800;
    const uint32_t usualHeight = isStill ? model.height : isVideo ? 1080 : 600;
    const OutputFormat &format = outputFormat(stream.fourcc);
    adjuster.set(stream.fourcc, format.code);
    adjuster.set(stream.modifier, uint64_t{0});
    adjuster.set(stream.width, evenSize(stream.width, usualWidth, model.width));
    adjuster.set(stream.height, evenSize(stream.height, usualHeight, model.height));
    adjuster.set(stream.stride, strideFor(stream.stride, stream.width * format.bytes));
    if (isRgb(format.packing))
        return adjuster.set(stream.color_space, sRgb);
    if (format.packing == Packing::jpeg)
        return adjuster.set(stream.color_space, sYcc);
    const prism_color_space &wish = stream.color_space;
    const bool isKnown = same(wish, sYcc) || same(wish, smpte170m) || same(wish, rec709);
    adjuster.set(stream.color_space, isKnown ? wish : isStill ? sYcc : rec709);
}

/// Sensor mode that a configuration asks for, by its own words, by its raw stream, or by its outputs.
const SensorMode &chooseMode(const SensorModel &model, const prism_configuration &wish) noexcept {
    if (wish.sensor_width && wish.sensor_height)
        return fittingMode(model, wish.sensor_width, wish.sensor_height);
    uint32_t width = 0, height = 0;
    for (uint32_t index = 0; index < wish.stream_count; ++index) {
        const prism_stream_config &stream = wish.streams[index];
        const bool isRaw = stream.role == PRISM_ROLE_RAW;
        const bool isFull = (isRaw || stream.role == PRISM_ROLE_STILL) && !stream.width;
        if (isRaw && !isFull)
            return fittingMode(model, stream.width, stream.height);
        width = std::max(width, isFull ? model.width : stream.width);
        height = std::max(height, isFull ? model.height : stream.height);
    }
    return fittingMode(model, width, height);
}

bool isPossible(const prism_configuration &wish) noexcept {
    uint32_t raws = 0, outputs = 0;
    for (uint32_t index = 0; index < wish.stream_count; ++index) {
        if (wish.streams[index].role > PRISM_ROLE_VIEWFINDER)
            return false;
        ++(wish.streams[index].role == PRISM_ROLE_RAW ? raws : outputs);
    }
    return raws <= 1 && outputs <= 2 && raws + outputs > 0;
}

} // namespace

Mirror mirrorOf(uint32_t orientation) noexcept {
    return {orientation == 2 || orientation == 3, orientation == 3 || orientation == 4};
}

int adjust(const SensorModel &model, prism_configuration &configuration,
           const SensorMode **mode) noexcept {
    if (configuration.stream_count > PRISM_MAX_STREAMS || !isPossible(configuration))
        return -EINVAL;
    Adjuster adjuster;
    const SensorMode &chosen = chooseMode(model, configuration);
    *mode = &chosen;
    const uint32_t wish = configuration.orientation;
    // A sensor can mirror both ways but not turn by 90 degrees.
    adjuster.set(configuration.orientation, wish >= 1 && wish <= 4 ? wish : 1u);
    adjuster.set(configuration.buffer_count,
                 configuration.buffer_count ? std::min(configuration.buffer_count, 16u) : 4u);
    adjuster.set(configuration.sensor_width, chosen.width);
    adjuster.set(configuration.sensor_height, chosen.height);
    adjuster.set(configuration.sensor_bit_depth, converterBits(model, configuration));
    for (uint32_t index = 0; index < configuration.stream_count; ++index) {
        prism_stream_config &stream = configuration.streams[index];
        if (stream.role == PRISM_ROLE_RAW)
            adjustRaw(adjuster, model, chosen, configuration, stream);
        else
            adjustOutput(adjuster, model, stream);
        const StreamLayout layout =
            layOut(model, stream, configuration.orientation, configuration.sensor_bit_depth);
        stream.frame_size = layout.config.frame_size;
    }
    return adjuster.isAdjusted() ? 1 : 0;
}

StreamLayout layOut(const SensorModel &model, const prism_stream_config &stream,
                    uint32_t orientation, uint32_t sensorBits) noexcept {
    StreamLayout layout{};
    layout.config = stream;
    layout.isRaw = stream.role == PRISM_ROLE_RAW;
    const Mirror mirror = mirrorOf(orientation);
    layout.order = flipped(model.order, mirror.horizontal, mirror.vertical);
    layout.bits = sensorBits;
    layout.storedBits = rawBits(stream.fourcc) == 16 ? 16 : sensorBits;
    layout.isPacked = stream.modifier == packedModifier;
    layout.packing = outputFormat(stream.fourcc).packing;
    uint32_t offset = 0;
    const auto plane = [&layout, &offset](uint32_t stride, uint32_t rows) {
        layout.planes[layout.planeCount++] = {-1, offset, stride * rows, stride, stride * rows};
        offset += stride * rows;
    };
    plane(stream.stride, stream.height);
    if (!layout.isRaw && layout.packing == Packing::nv12)
        plane(stream.stride, stream.height / 2);
    if (!layout.isRaw && layout.packing == Packing::yuv420) {
        plane(stream.stride / 2, stream.height / 2);
        plane(stream.stride / 2, stream.height / 2);
    }
    layout.config.frame_size = offset;
    return layout;
}

namespace {

using FormatVisitor = void (*)(void *, const prism_format *);

int visitRawFormats(const SensorModel &model, void *context, FormatVisitor visit) {
    int count = 0;
    const auto offer = [&](const SensorMode &mode, uint32_t bits, uint64_t modifier) {
        const prism_format format = {rawFourcc(model.order, bits),
                                     modifier,
                                     mode.width,
                                     mode.height,
                                     mode.width,
                                     mode.height,
                                     0,
                                     0};
        visit(context, &format);
        ++count;
    };
    for (const SensorMode &mode : model.modes) {
        if (mode.width == 0)
            break;
        for (uint32_t bits = model.bits; bits >= 8; bits -= 2) {
            offer(mode, bits, 0);
            if (bits > 8)
                offer(mode, bits, packedModifier);
        }
        offer(mode, 16, 0);
    }
    return count;
}

} // namespace

int visitFormats(const SensorModel &model, uint32_t role, void *context, FormatVisitor visit) {
    if (role > PRISM_ROLE_VIEWFINDER)
        return -EINVAL;
    if (role == PRISM_ROLE_RAW)
        return visitRawFormats(model, context, visit);
    int count = 0;
    for (const OutputFormat &output : outputs) {
        const prism_format format = {output.code,  0, smallest, smallest, model.width,
                                     model.height, 2, 2};
        visit(context, &format);
        ++count;
    }
    return count;
}

} // namespace prism::mock
