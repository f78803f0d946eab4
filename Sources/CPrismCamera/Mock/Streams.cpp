// SPDX-License-Identifier: MIT
// Streams as the mock can make them: adjusting a wish, and how the planes lie in a buffer.
#include "Streams.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace prism::mock {

namespace {

constexpr uint32_t smallest = 64, strideAlignment = 64, largestStride = 1u << 20;
constexpr uint32_t nv12 = fourcc("NV12"), yuv420 = fourcc("YU12");

constexpr prism_color_space rawSpace = {1, 1, 1, 1};
constexpr prism_color_space sYcc = {3, 2, 2, 1};
constexpr prism_color_space smpte170m = {2, 3, 2, 2};
constexpr prism_color_space rec709 = {3, 3, 3, 2};

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

void adjustRaw(Adjuster &adjuster, const SensorModel &model, const SensorMode &mode,
               uint32_t orientation, prism_stream_config &stream) noexcept {
    const Mirror mirror = mirrorOf(orientation);
    const BayerOrder order = flipped(model.order, mirror.horizontal, mirror.vertical);
    adjuster.set(stream.fourcc, rawFourcc(order, model.bits));
    adjuster.set(stream.width, mode.width);
    adjuster.set(stream.height, mode.height);
    adjuster.set(stream.stride, strideFor(stream.stride, mode.width * 2));
    adjuster.set(stream.color_space, rawSpace);
}

void adjustOutput(Adjuster &adjuster, const SensorModel &model,
                  prism_stream_config &stream) noexcept {
    const bool isStill = stream.role == PRISM_ROLE_STILL;
    const bool isVideo = stream.role == PRISM_ROLE_VIDEO;
    const uint32_t usualWidth = isStill ? model.width : isVideo ? 1920 : 800;
    const uint32_t usualHeight = isStill ? model.height : isVideo ? 1080 : 600;
    adjuster.set(stream.fourcc, stream.fourcc == nv12 ? nv12 : yuv420);
    adjuster.set(stream.width, evenSize(stream.width, usualWidth, model.width));
    adjuster.set(stream.height, evenSize(stream.height, usualHeight, model.height));
    adjuster.set(stream.stride, strideFor(stream.stride, stream.width));
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
    adjuster.set(configuration.sensor_bit_depth, model.bits);
    for (uint32_t index = 0; index < configuration.stream_count; ++index) {
        prism_stream_config &stream = configuration.streams[index];
        if (stream.role == PRISM_ROLE_RAW)
            adjustRaw(adjuster, model, chosen, configuration.orientation, stream);
        else
            adjustOutput(adjuster, model, stream);
        adjuster.set(stream.modifier, uint64_t{0});
        const StreamLayout layout = layOut(model, stream, configuration.orientation);
        stream.frame_size = layout.config.frame_size;
    }
    return adjuster.isAdjusted() ? 1 : 0;
}

StreamLayout layOut(const SensorModel &model, const prism_stream_config &stream,
                    uint32_t orientation) noexcept {
    StreamLayout layout{};
    layout.config = stream;
    layout.isRaw = stream.role == PRISM_ROLE_RAW;
    const Mirror mirror = mirrorOf(orientation);
    layout.order = flipped(model.order, mirror.horizontal, mirror.vertical);
    uint32_t offset = 0;
    const auto plane = [&layout, &offset](uint32_t stride, uint32_t rows) {
        layout.planes[layout.planeCount++] = {-1, offset, stride * rows, stride, stride * rows};
        offset += stride * rows;
    };
    plane(stream.stride, stream.height);
    if (!layout.isRaw && stream.fourcc == nv12)
        plane(stream.stride, stream.height / 2);
    if (!layout.isRaw && stream.fourcc == yuv420) {
        plane(stream.stride / 2, stream.height / 2);
        plane(stream.stride / 2, stream.height / 2);
    }
    layout.config.frame_size = offset;
    return layout;
}

int visitFormats(const SensorModel &model, uint32_t role, void *context,
                 void (*visit)(void *, const prism_format *)) {
    if (role > PRISM_ROLE_VIEWFINDER)
        return -EINVAL;
    int count = 0;
    if (role == PRISM_ROLE_RAW) {
        for (const SensorMode &mode : model.modes) {
            if (mode.width == 0)
                break;
            const prism_format format = {rawFourcc(model.order, model.bits),
                                         0,
                                         mode.width,
                                         mode.height,
                                         mode.width,
                                         mode.height,
                                         0,
                                         0};
            visit(context, &format);
            ++count;
        }
        return count;
    }
    for (const uint32_t code : {yuv420, nv12}) {
        const prism_format format = {code, 0, smallest, smallest, model.width, model.height, 2, 2};
        visit(context, &format);
        ++count;
    }
    return count;
}

} // namespace prism::mock
