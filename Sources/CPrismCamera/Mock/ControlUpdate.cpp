// SPDX-License-Identifier: MIT
// A request's controls as plain values.
#include "Controls.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace prism::mock {

namespace {

template <typename T> bool copy(const prism_value &value, T *out, size_t count = 1) noexcept {
    std::memcpy(out, value.data, sizeof(T) * count);
    return true;
}

/// A NaN would spread through the algorithms for good.
bool copyFinite(const prism_value &value, float *out, size_t count = 1) noexcept {
    float numbers[9];
    std::memcpy(numbers, value.data, sizeof(float) * count);
    for (size_t index = 0; index < count; ++index) {
        if (!std::isfinite(numbers[index]))
            return false;
    }
    std::memcpy(out, numbers, sizeof(float) * count);
    return true;
}

bool readBool(const prism_value &value, bool &out) noexcept {
    uint8_t byte = 0;
    copy(value, &byte);
    out = byte != 0;
    return true;
}

bool readLook(Look &look, ControlId id, const prism_value &value) noexcept {
    switch (id) {
    case ControlId::brightness:
        return copyFinite(value, &look.brightness);
    case ControlId::contrast:
        return copyFinite(value, &look.contrast);
    case ControlId::saturation:
        return copyFinite(value, &look.saturation);
    case ControlId::sharpness:
        return copyFinite(value, &look.sharpness);
    case ControlId::gamma:
        return copyFinite(value, &look.gamma);
    case ControlId::noiseReductionMode:
        return copy(value, &look.noiseReduction);
    case ControlId::colourCorrectionMatrix:
        return copyFinite(value, look.matrix, 9);
    default:
        return false;
    }
}

bool readFocus(ControlUpdate &update, ControlId id, const prism_value &value) noexcept {
    switch (id) {
    case ControlId::afMode:
        return copy(value, &update.afMode);
    case ControlId::lensPosition:
        return copyFinite(value, &update.lensPosition);
    case ControlId::afRange:
        return copy(value, &update.afRange);
    case ControlId::afSpeed:
        return copy(value, &update.afSpeed);
    case ControlId::afMetering:
        return copy(value, &update.afMetering);
    case ControlId::afTrigger:
        return copy(value, &update.afTrigger);
    case ControlId::afPause:
        return copy(value, &update.afPause);
    case ControlId::afWindows:
        update.afWindowCount =
            static_cast<uint32_t>(std::min<size_t>(value.count, update.afWindows.size()));
        return copy(value, update.afWindows.data(), update.afWindowCount);
    default:
        return readLook(update.look, id, value);
    }
}

bool readColour(ControlUpdate &update, ControlId id, const prism_value &value) noexcept {
    switch (id) {
    case ControlId::awbEnable:
        return readBool(value, update.awbEnable);
    case ControlId::colourGains:
        return copyFinite(value, update.colourGains, 2);
    case ControlId::awbMode:
        return copy(value, &update.awbMode);
    case ControlId::colourTemperature:
        return copy(value, &update.colourTemperature);
    case ControlId::hdrMode:
        return copy(value, &update.hdrMode);
    case ControlId::scalerCrop:
        return copy(value, &update.crop);
    case ControlId::scalerCrops:
        update.cropCount =
            static_cast<uint32_t>(std::min<size_t>(value.count, update.crops.size()));
        return copy(value, update.crops.data(), update.cropCount);
    default:
        return readFocus(update, id, value);
    }
}

bool readEntry(ControlUpdate &update, ControlId id, const prism_value &value) noexcept {
    switch (id) {
    case ControlId::aeEnable:
        return readBool(value, update.aeEnable);
    case ControlId::exposureTimeMode:
        return copy(value, &update.exposureTimeMode);
    case ControlId::exposureTime:
        return copy(value, &update.exposureTime);
    case ControlId::analogueGainMode:
        return copy(value, &update.analogueGainMode);
    case ControlId::analogueGain:
        return copyFinite(value, &update.analogueGain);
    case ControlId::exposureValue:
        return copyFinite(value, &update.exposureValue);
    case ControlId::frameDurationLimits:
        return copy(value, update.frameDurationLimits, 2);
    case ControlId::aeMeteringMode:
        return copy(value, &update.meteringMode);
    case ControlId::aeConstraintMode:
        return copy(value, &update.constraintMode);
    case ControlId::aeExposureMode:
        return copy(value, &update.exposureMode);
    case ControlId::aeFlickerMode:
        return copy(value, &update.flickerMode);
    case ControlId::aeFlickerPeriod:
        return copy(value, &update.flickerPeriod);
    default:
        return readColour(update, id, value);
    }
}

} // namespace

void ControlUpdate::read(const prism_control_entry *entries, size_t count) noexcept {
    set = 0;
    for (size_t index = 0; index < count; ++index) {
        const uint32_t id = entries[index].id;
        if (id <= static_cast<uint32_t>(ControlId::last) &&
            readEntry(*this, static_cast<ControlId>(id), entries[index].value))
            set |= uint64_t{1} << id;
    }
}

void ControlUpdate::applyTo(Look &target) const noexcept {
    const auto take = [this](ControlId id, float &field, float value, float low, float high) {
        if (has(id))
            field = std::clamp(value, low, high);
    };
    take(ControlId::brightness, target.brightness, look.brightness, -1, 1);
    take(ControlId::contrast, target.contrast, look.contrast, 0, 32);
    take(ControlId::saturation, target.saturation, look.saturation, 0, 32);
    take(ControlId::sharpness, target.sharpness, look.sharpness, 0, 16);
    take(ControlId::gamma, target.gamma, look.gamma, 0.1f, 10);
    if (has(ControlId::noiseReductionMode))
        target.noiseReduction = look.noiseReduction;
    if (has(ControlId::colourCorrectionMatrix))
        std::copy_n(look.matrix, 9, target.matrix);
}

} // namespace prism::mock
