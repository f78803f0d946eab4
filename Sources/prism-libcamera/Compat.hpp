// SPDX-License-Identifier: MIT
// What differs between libcamera 0.0.3 and 0.7, found by probing: no version is ever compared.
//
// Raspberry Pi's packages carry the number of one release and API of the next, so only the presence
// of a member or an enumerator tells. Each probe has an overload with `int`, taken where its decltype
// is valid, and one with `long` for where it is not.
#pragma once

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <libcamera/libcamera.h>
#include <string>

namespace prism::compat {

/// Stands for an enumerator that this libcamera lacks; equals none of its values.
inline constexpr int absent = -1;

template <typename E> constexpr auto unsigned16(int) -> decltype(int{E::ControlTypeUnsigned16}) {
    return E::ControlTypeUnsigned16;
}
template <typename E> constexpr int unsigned16(long) {
    return absent;
}

template <typename E> constexpr auto unsigned32(int) -> decltype(int{E::ControlTypeUnsigned32}) {
    return E::ControlTypeUnsigned32;
}
template <typename E> constexpr int unsigned32(long) {
    return absent;
}

template <typename E> constexpr auto point(int) -> decltype(int{E::ControlTypePoint}) {
    return E::ControlTypePoint;
}
template <typename E> constexpr int point(long) {
    return absent;
}

template <typename Id> auto vendor(const Id &id, int) -> decltype(id.vendor().c_str()) {
    return id.vendor().c_str();
}
template <typename Id> const char *vendor(const Id &, long) {
    return "";
}

/// Bit 0 input, bit 1 output; 0 where a control does not say.
template <typename Id>
auto direction(const Id &id, int) -> decltype(id.isInput() && id.isOutput(), uint32_t{}) {
    return (id.isInput() ? 1u : 0u) | (id.isOutput() ? 2u : 0u);
}
template <typename Id> uint32_t direction(const Id &, long) {
    return 0;
}

/// Number of elements of a control before ControlId told it; SIZE_MAX is any number.
inline size_t knownArraySize(const std::string &name) {
    static const struct {
        const char *name;
        size_t size;
    } arrays[] = {
        {"ColourGains", 2},
        {"ColourCorrectionMatrix", 9},
        {"FrameDurationLimits", 2},
        {"SensorBlackLevels", 4},
        {"AfWindows", SIZE_MAX},
        {"ScalerCrops", SIZE_MAX},
        {"FaceDetectFaceRectangles", SIZE_MAX},
        {"FaceDetectFaceScores", SIZE_MAX},
        {"FaceDetectFaceLandmarks", SIZE_MAX},
        {"FaceDetectFaceIds", SIZE_MAX},
        {"Bcm2835StatsOutput", SIZE_MAX},
        {"PispStatsOutput", SIZE_MAX},
    };
    for (const auto &array : arrays)
        if (name == array.name)
            return array.size;
    return 0;
}

/// 0 for a scalar, SIZE_MAX for any number of elements.
template <typename Id> auto arraySize(const Id &id, int) -> decltype(id.isArray(), id.size()) {
    return id.isArray() ? id.size() : 0;
}
template <typename Id> size_t arraySize(const Id &id, long) {
    return knownArraySize(id.name());
}

/// Name of a value of an enumerated control; "" where libcamera does not know it.
template <typename Id>
auto enumerator(const Id &id, int32_t value, int)
    -> decltype(id.enumerators().find(value)->second.c_str()) {
    const auto found = id.enumerators().find(value);
    return found != id.enumerators().end() ? found->second.c_str() : "";
}
template <typename Id> const char *enumerator(const Id &, int32_t, long) {
    return "";
}

/// Sets the EXIF orientation of the pixels; before `orientation` there were only flips.
template <typename Config>
auto setOrientation(Config &config, uint32_t exif, int) -> decltype(config.orientation, 0) {
    config.orientation = static_cast<decltype(config.orientation)>(exif);
    return 0;
}
template <typename Config>
auto setOrientation(Config &config, uint32_t exif, long) -> decltype(config.transform, 0) {
    using Transform = decltype(config.transform);
    static const Transform flips[] = {Transform::Identity, Transform::HFlip, Transform::Rot180,
                                      Transform::VFlip};
    if (exif < 1 || exif > 4)
        return -EINVAL;
    config.transform = flips[exif - 1];
    return 0;
}

/// EXIF orientation of the pixels, 1 … 8.
template <typename Config>
auto orientation(const Config &config, int) -> decltype(config.orientation, uint32_t{}) {
    return static_cast<uint32_t>(config.orientation);
}
template <typename Config>
auto orientation(const Config &config, long) -> decltype(config.transform, uint32_t{}) {
    using Transform = decltype(config.transform);
    switch (config.transform) {
    case Transform::HFlip:
        return 2;
    case Transform::Rot180:
        return 3;
    case Transform::VFlip:
        return 4;
    default:
        return 1;
    }
}

/// Asks for a sensor mode. False where this libcamera cannot be asked: size the raw stream instead.
template <typename Config>
auto setSensorMode(Config &config, const libcamera::Size &size, unsigned int bitDepth, int)
    -> decltype(config.sensorConfig.reset(), true) {
    config.sensorConfig.emplace();
    config.sensorConfig->outputSize = size;
    config.sensorConfig->bitDepth = bitDepth;
    return true;
}
template <typename Config>
bool setSensorMode(Config &, const libcamera::Size &, unsigned int, long) {
    return false;
}

/// The sensor mode that a configuration names. False where it names none.
template <typename Config>
auto sensorMode(const Config &config, libcamera::Size &size, unsigned int &bitDepth, int)
    -> decltype(config.sensorConfig.has_value()) {
    if (!config.sensorConfig)
        return false;
    size = config.sensorConfig->outputSize;
    bitDepth = config.sensorConfig->bitDepth;
    return true;
}
template <typename Config>
bool sensorMode(const Config &, libcamera::Size &, unsigned int &, long) {
    return false;
}

} // namespace prism::compat
