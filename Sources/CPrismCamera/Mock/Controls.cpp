// SPDX-License-Identifier: MIT
// The mock's controls: their table, and a request's controls as plain values.
#include "Controls.hpp"

#include <cerrno>
#include <cmath>
#include <cstring>

namespace prism::mock {

namespace {

template <typename T> void copy(const prism_value &value, T *out, size_t count = 1) noexcept {
    std::memcpy(out, value.data, sizeof(T) * count);
}

void readBool(const prism_value &value, bool &out) noexcept {
    uint8_t byte = 0;
    copy(value, &byte);
    out = byte != 0;
}

void readEntry(ControlUpdate &update, const prism_control_entry &entry) noexcept {
    switch (static_cast<ControlId>(entry.id)) {
    case ControlId::aeEnable:
        return readBool(entry.value, update.aeEnable);
    case ControlId::exposureTimeMode:
        return copy(entry.value, &update.exposureTimeMode);
    case ControlId::exposureTime:
        return copy(entry.value, &update.exposureTime);
    case ControlId::analogueGainMode:
        return copy(entry.value, &update.analogueGainMode);
    case ControlId::analogueGain:
        return copy(entry.value, &update.analogueGain);
    case ControlId::exposureValue:
        return copy(entry.value, &update.exposureValue);
    case ControlId::awbEnable:
        return readBool(entry.value, update.awbEnable);
    case ControlId::colourGains:
        return copy(entry.value, update.colourGains, 2);
    case ControlId::frameDurationLimits:
        return copy(entry.value, update.frameDurationLimits, 2);
    case ControlId::afMode:
        return copy(entry.value, &update.afMode);
    case ControlId::lensPosition:
        return copy(entry.value, &update.lensPosition);
    }
}

/// Calls the visitor with one control after the other and counts them.
class TableWriter {
public:
    TableWriter(prism_handler_control_fn visit, void *context) : visit_(visit), context_(context) {}

    template <typename T>
    void add(ControlId id, const char *name, prism_type type, T low, T high, T initial,
             size_t fixedCount = 0) {
        const T minimum[2] = {low, low}, maximum[2] = {high, high}, usual[2] = {initial, initial};
        const size_t count = fixedCount == 0 ? 1 : fixedCount;
        const auto value = [=](const T *data) {
            return prism_value{type, fixedCount != 0 ? 1u : 0u, count, data};
        };
        const prism_control_info info = {sizeof info,    static_cast<uint32_t>(id),
                                         name,           "libcamera",
                                         type,           3,
                                         fixedCount,     value(minimum),
                                         value(maximum), value(usual)};
        visit_(context_, &info);
        ++count_;
    }

    int count() const { return count_; }

private:
    prism_handler_control_fn visit_;
    void *context_;
    int count_ = 0;
};

void addExposure(TableWriter &table, const ControlLimits &limits) {
    const SensorModel &model = limits.model;
    const auto us = [](int64_t ns) { return static_cast<int32_t>(ns / 1000); };
    table.add<uint8_t>(ControlId::aeEnable, "AeEnable", PRISM_TYPE_BOOL, 0, 1, 1);
    if (!limits.isLegacy) {
        table.add<int32_t>(ControlId::exposureTimeMode, "ExposureTimeMode", PRISM_TYPE_I32, 0, 1,
                           0);
        table.add<int32_t>(ControlId::analogueGainMode, "AnalogueGainMode", PRISM_TYPE_I32, 0, 1,
                           0);
    }
    const int32_t shortest = limits.isLegacy ? 0 : us(model.lineTime);
    table.add<int32_t>(ControlId::exposureTime, "ExposureTime", PRISM_TYPE_I32, shortest,
                       us(model.longestExposure), 10000);
    table.add<float>(ControlId::analogueGain, "AnalogueGain", PRISM_TYPE_FLOAT,
                     limits.isLegacy ? 0.0f : 1.0f, model.largestGain, 1.0f);
    table.add<float>(ControlId::exposureValue, "ExposureValue", PRISM_TYPE_FLOAT, -8, 8, 0);
}

} // namespace

void ControlUpdate::read(const prism_control_entry *entries, size_t count) noexcept {
    set = 0;
    for (size_t index = 0; index < count; ++index) {
        if (entries[index].id > static_cast<uint32_t>(ControlId::lensPosition))
            continue;
        readEntry(*this, entries[index]);
        set |= 1u << entries[index].id;
    }
    // A NaN would spread through the algorithms for good.
    if (!std::isfinite(analogueGain) || !std::isfinite(exposureValue) ||
        !std::isfinite(lensPosition) || !std::isfinite(colourGains[0] + colourGains[1]))
        *this = {};
}

int visitControls(const ControlLimits &limits, prism_handler_control_fn visit, void *context) {
    TableWriter table(visit, context);
    addExposure(table, limits);
    table.add<uint8_t>(ControlId::awbEnable, "AwbEnable", PRISM_TYPE_BOOL, 0, 1, 1);
    table.add<float>(ControlId::colourGains, "ColourGains", PRISM_TYPE_FLOAT, 0, 32, 0, 2);
    const int64_t longest = limits.model.longestExposure + limits.model.margin();
    table.add<int64_t>(ControlId::frameDurationLimits, "FrameDurationLimits", PRISM_TYPE_I64,
                       limits.mode.shortestFrame / 1000, longest / 1000, 33333, 2);
    if (limits.model.hasLens) {
        table.add<int32_t>(ControlId::afMode, "AfMode", PRISM_TYPE_I32, 0, 2, 0);
        table.add<float>(ControlId::lensPosition, "LensPosition", PRISM_TYPE_FLOAT, 0, 32, 1);
    }
    return table.count();
}

int visitEnumerators(uint32_t id, prism_handler_enumerator_fn visit, void *context) {
    switch (static_cast<ControlId>(id)) {
    case ControlId::exposureTimeMode:
        visit(context, 0, "ExposureTimeModeAuto");
        visit(context, 1, "ExposureTimeModeManual");
        return 2;
    case ControlId::analogueGainMode:
        visit(context, 0, "AnalogueGainModeAuto");
        visit(context, 1, "AnalogueGainModeManual");
        return 2;
    case ControlId::afMode:
        visit(context, 0, "AfModeManual");
        visit(context, 1, "AfModeAuto");
        visit(context, 2, "AfModeContinuous");
        return 3;
    default:
        return -ENOENT;
    }
}

} // namespace prism::mock
