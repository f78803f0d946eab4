// SPDX-License-Identifier: MIT
// validate() is the only truth about what a camera can do, so every field is read again after it.
#include "Configure.hpp"

#include "Compat.hpp"
#include "Formats.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <vector>

namespace prism {

namespace {

using libcamera::CameraConfiguration;
using libcamera::StreamConfiguration;

/// Is this size among those that the camera lists for a format? (A range has steps, a list of sizes has none.)
bool offers(const libcamera::StreamFormats &formats, const libcamera::PixelFormat &format,
            const libcamera::Size &size) {
    const std::vector<libcamera::Size> sizes = formats.sizes(format);
    const libcamera::SizeRange range = formats.range(format);
    return std::find(sizes.begin(), sizes.end(), size) != sizes.end() ||
           (range.hStep && range.vStep && range.contains(size));
}

/// Webcams have sizes that only one of their formats comes in.
void chooseFormat(StreamConfiguration &stream, const libcamera::Size &size) {
    const libcamera::StreamFormats &formats = stream.formats();
    if (offers(formats, stream.pixelFormat, size))
        return;
    for (const libcamera::PixelFormat &format : formats.pixelformats())
        if (offers(formats, format, size)) {
            stream.pixelFormat = format;
            return;
        }
}

void applyWish(StreamConfiguration &stream, const prism_stream_config &wish) {
    if (wish.fourcc)
        stream.pixelFormat = libcamera::PixelFormat(wish.fourcc, wish.modifier);
    else if (wish.width && wish.height)
        chooseFormat(stream, {wish.width, wish.height});
    if (wish.width && wish.height)
        stream.size = {wish.width, wish.height};
    // A stride left over from the generated size would be kept for the wished one.
    stream.stride = wish.stride;
    const prism_color_space &space = wish.color_space;
    if (space.primaries || space.transfer || space.matrix || space.range)
        stream.colorSpace =
            withWish(stream.colorSpace.value_or(libcamera::ColorSpace::Sycc), space);
}

void applySensorWish(CameraConfiguration &config, const prism_configuration &wish) {
    const libcamera::Size size(wish.sensor_width, wish.sensor_height);
    if (size.isNull())
        return;
    if (wish.sensor_bit_depth && compat::setSensorMode(config, size, wish.sensor_bit_depth, 0))
        return;
    // Without a sensor configuration the size of the raw stream chooses the mode.
    for (unsigned int i = 0; i < wish.stream_count; i++)
        if (wish.streams[i].role == PRISM_ROLE_RAW && !wish.streams[i].width)
            config.at(i).size = size;
}

bool evenBuffers(CameraConfiguration &config) {
    unsigned int most = 0;
    for (const StreamConfiguration &stream : config)
        most = std::max(most, stream.bufferCount);
    bool changed = false;
    for (StreamConfiguration &stream : config) {
        changed = changed || stream.bufferCount != most;
        stream.bufferCount = most;
    }
    return changed;
}

bool streamAsAsked(const prism_stream_config &got, const prism_stream_config &wish) {
    return (!wish.fourcc || (wish.fourcc == got.fourcc && wish.modifier == got.modifier)) &&
           (!wish.width || wish.width == got.width) &&
           (!wish.height || wish.height == got.height) &&
           (!wish.stride || wish.stride == got.stride) &&
           satisfies(got.color_space, wish.color_space);
}

bool asAsked(const prism_configuration &got, const prism_configuration &wish) {
    for (uint32_t i = 0; i < wish.stream_count; i++)
        if (!streamAsAsked(got.streams[i], wish.streams[i]))
            return false;
    return (!wish.buffer_count || wish.buffer_count == got.buffer_count) &&
           (wish.orientation <= 1 || wish.orientation == got.orientation) &&
           (!wish.sensor_width || wish.sensor_width == got.sensor_width) &&
           (!wish.sensor_height || wish.sensor_height == got.sensor_height) &&
           (!wish.sensor_bit_depth || wish.sensor_bit_depth == got.sensor_bit_depth);
}

/// Bits of a sensor's sample by the format's name ("SRGGB12_CSI2P"); 0 where the name does not tell,
/// as for 16-bit formats, which hold the samples of any sensor.
unsigned int depthOf(const libcamera::PixelFormat &format) {
    const std::string name = format.toString();
    const size_t digits = name.find_first_of("0123456789");
    if (digits == std::string::npos)
        return 0;
    const long depth = std::strtol(name.c_str() + digits, nullptr, 10);
    return depth > 0 && depth < 16 ? static_cast<unsigned int>(depth) : 0;
}

void describeSensor(const CameraConfiguration &config, prism_configuration &out) {
    libcamera::Size size;
    unsigned int depth = 0;
    if (!compat::sensorMode(config, size, depth, 0))
        for (unsigned int i = 0; i < out.stream_count; i++)
            if (out.streams[i].role == PRISM_ROLE_RAW) {
                size = config.at(i).size;
                depth = depthOf(config.at(i).pixelFormat);
            }
    out.sensor_width = size.width;
    out.sensor_height = size.height;
    out.sensor_bit_depth = depth;
}

} // namespace

void describe(const CameraConfiguration &config, prism_configuration &out) {
    out.buffer_count = PRISM_MAX_BUFFERS;
    for (unsigned int i = 0; i < out.stream_count; i++) {
        const StreamConfiguration &stream = config.at(i);
        prism_stream_config &to = out.streams[i];
        to.fourcc = stream.pixelFormat.fourcc();
        to.modifier = stream.pixelFormat.modifier();
        to.width = stream.size.width;
        to.height = stream.size.height;
        to.stride = stream.stride;
        to.frame_size = stream.frameSize;
        to.color_space = colorSpaceOf(stream.colorSpace);
        out.buffer_count = std::min(out.buffer_count, stream.bufferCount);
    }
    out.orientation = compat::orientation(config, 0);
    describeSensor(config, out);
}

int negotiate(libcamera::Camera &camera, prism_configuration &configuration,
              std::unique_ptr<CameraConfiguration> &out) {
    const prism_configuration wish = configuration;
    if (wish.stream_count < 1 || wish.stream_count > PRISM_MAX_STREAMS || wish.orientation > 8)
        return -EINVAL;
    // A vector converts both to the StreamRoles of old releases and to the Span of new ones.
    std::vector<libcamera::StreamRole> roles(wish.stream_count);
    for (uint32_t i = 0; i < wish.stream_count; i++)
        if (!roleOf(wish.streams[i].role, roles[i]))
            return -EINVAL;
    auto config = camera.generateConfiguration(roles);
    if (!config || config->size() != wish.stream_count)
        return -EINVAL;

    for (uint32_t i = 0; i < wish.stream_count; i++) {
        applyWish(config->at(i), wish.streams[i]);
        if (wish.buffer_count)
            config->at(i).bufferCount =
                std::min<unsigned int>(wish.buffer_count, PRISM_MAX_BUFFERS);
    }
    // An orientation that this libcamera cannot express is left out, and so shows as adjusted.
    if (wish.orientation > 1)
        compat::setOrientation(*config, wish.orientation, 0);
    applySensorWish(*config, wish);

    if (config->validate() == CameraConfiguration::Invalid)
        return -EINVAL;
    // Every request needs a buffer of each stream.
    if (evenBuffers(*config) && config->validate() == CameraConfiguration::Invalid)
        return -EINVAL;
    describe(*config, configuration);
    out = std::move(config);
    return asAsked(configuration, wish) ? 0 : 1;
}

} // namespace prism
