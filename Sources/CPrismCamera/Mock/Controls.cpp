// SPDX-License-Identifier: MIT
// The table of the mock's controls under libcamera's names, with the limits of the present mode.
#include "Controls.hpp"

#include <cerrno>
#include <cstdint>

namespace prism::mock {

namespace {

/// Calls the visitor with one control after the other and counts them.
class TableWriter {
public:
    TableWriter(prism_handler_control_fn visit, void *context) : visit_(visit), context_(context) {}

    template <typename T>
    void add(ControlId id, const char *name, prism_type type, T low, T high, T initial,
             size_t fixedCount = 0, const char *vendor = "libcamera") {
        const size_t count = fixedCount == 0 || fixedCount == SIZE_MAX ? 1 : fixedCount;
        const T minimum[9] = {low, low, low, low, low, low, low, low, low};
        const T maximum[9] = {high, high, high, high, high, high, high, high, high};
        const T usual[9] = {initial, initial, initial, initial, initial,
                            initial, initial, initial, initial};
        const auto value = [=](const T *data) {
            return prism_value{type, fixedCount != 0 ? 1u : 0u, count, data};
        };
        const prism_control_info info = {sizeof info,    static_cast<uint32_t>(id),
                                         name,           vendor,
                                         type,           3,
                                         fixedCount,     value(minimum),
                                         value(maximum), value(usual)};
        visit_(context_, &info);
        ++count_;
    }
    void choice(ControlId id, const char *name, int32_t last, const char *vendor = "libcamera") {
        add<int32_t>(id, name, PRISM_TYPE_I32, 0, last, 0, 0, vendor);
    }
    void number(ControlId id, const char *name, float low, float high, float initial,
                size_t count = 0) {
        add<float>(id, name, PRISM_TYPE_FLOAT, low, high, initial, count);
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
        table.choice(ControlId::exposureTimeMode, "ExposureTimeMode", 1);
        table.choice(ControlId::analogueGainMode, "AnalogueGainMode", 1);
    }
    const int32_t shortest = limits.isLegacy ? 0 : us(model.lineTime);
    table.add<int32_t>(ControlId::exposureTime, "ExposureTime", PRISM_TYPE_I32, shortest,
                       us(model.longestExposure), 10000);
    table.number(ControlId::analogueGain, "AnalogueGain", model.smallestGain, model.largestGain,
                 model.smallestGain);
    table.number(ControlId::exposureValue, "ExposureValue", -8, 8, 0);
    table.choice(ControlId::aeMeteringMode, "AeMeteringMode", 2);
    table.choice(ControlId::aeConstraintMode, "AeConstraintMode", 1);
    table.choice(ControlId::aeExposureMode, "AeExposureMode", 2);
    table.choice(ControlId::aeFlickerMode, "AeFlickerMode", 2);
    table.add<int32_t>(ControlId::aeFlickerPeriod, "AeFlickerPeriod", PRISM_TYPE_I32, 100, 1000000,
                       10000);
    const int64_t longest = model.longestExposure + model.margin();
    table.add<int64_t>(ControlId::frameDurationLimits, "FrameDurationLimits", PRISM_TYPE_I64,
                       limits.mode.shortestFrame / 1000, longest / 1000, 33333, 2);
}

void addPicture(TableWriter &table, const ControlLimits &limits) {
    table.add<uint8_t>(ControlId::awbEnable, "AwbEnable", PRISM_TYPE_BOOL, 0, 1, 1);
    table.choice(ControlId::awbMode, "AwbMode", 6);
    table.number(ControlId::colourGains, "ColourGains", 0, 32, 0, 2);
    table.add<int32_t>(ControlId::colourTemperature, "ColourTemperature", PRISM_TYPE_I32, 100,
                       100000, 5500);
    table.number(ControlId::colourCorrectionMatrix, "ColourCorrectionMatrix", -16, 16, 0, 9);
    table.number(ControlId::brightness, "Brightness", -1, 1, 0);
    table.number(ControlId::contrast, "Contrast", 0, 32, 1);
    table.number(ControlId::saturation, "Saturation", 0, 32, 1);
    table.number(ControlId::sharpness, "Sharpness", 0, 16, 1);
    table.number(ControlId::gamma, "Gamma", 0.1f, 10, 2.2f);
    table.choice(ControlId::noiseReductionMode, "NoiseReductionMode", 4, "draft");
    table.choice(ControlId::hdrMode, "HdrMode", 4);
    const Crop smallest = {0, 0, 64, 64};
    table.add<Crop>(ControlId::scalerCrop, "ScalerCrop", PRISM_TYPE_RECTANGLE, smallest,
                    limits.largestCrop, limits.usualCrop);
    // The limits are the outputs' own crops, as Raspberry Pi's handler for the Pi 5 has it.
    if (limits.streamCrops)
        table.add<Crop>(ControlId::scalerCrops, "ScalerCrops", PRISM_TYPE_RECTANGLE,
                        (*limits.streamCrops)[0], (*limits.streamCrops)[1],
                        (*limits.streamCrops)[0], SIZE_MAX, "rpi");
}

void addFocus(TableWriter &table, const Lens &lens) {
    table.choice(ControlId::afMode, "AfMode", 2);
    table.choice(ControlId::afRange, "AfRange", 2);
    table.choice(ControlId::afSpeed, "AfSpeed", 1);
    table.choice(ControlId::afMetering, "AfMetering", 1);
    const Crop none = {0, 0, 0, 0}, all = {65535, 65535, 65535, 65535};
    table.add<Crop>(ControlId::afWindows, "AfWindows", PRISM_TYPE_RECTANGLE, none, all, none,
                    SIZE_MAX);
    table.choice(ControlId::afTrigger, "AfTrigger", 1);
    table.choice(ControlId::afPause, "AfPause", 2);
    table.number(ControlId::lensPosition, "LensPosition", lens.farthest, lens.nearest, lens.usual);
}

/// Names of the values of one control, from 0 up.
struct Choice {
    ControlId id;
    const char *names[8];
};
constexpr Choice choices[] = {
    {ControlId::exposureTimeMode, {"ExposureTimeModeAuto", "ExposureTimeModeManual"}},
    {ControlId::analogueGainMode, {"AnalogueGainModeAuto", "AnalogueGainModeManual"}},
    {ControlId::aeMeteringMode, {"MeteringCentreWeighted", "MeteringSpot", "MeteringMatrix"}},
    {ControlId::aeConstraintMode, {"ConstraintNormal", "ConstraintHighlight"}},
    {ControlId::aeExposureMode, {"ExposureNormal", "ExposureShort", "ExposureLong"}},
    {ControlId::aeFlickerMode, {"FlickerOff", "FlickerManual", "FlickerAuto"}},
    {ControlId::awbMode,
     {"AwbAuto", "AwbIncandescent", "AwbTungsten", "AwbFluorescent", "AwbIndoor", "AwbDaylight",
      "AwbCloudy"}},
    {ControlId::noiseReductionMode,
     {"NoiseReductionModeOff", "NoiseReductionModeFast", "NoiseReductionModeHighQuality",
      "NoiseReductionModeMinimal", "NoiseReductionModeZSL"}},
    {ControlId::hdrMode,
     {"HdrModeOff", "HdrModeMultiExposureUnmerged", "HdrModeMultiExposure", "HdrModeSingleExposure",
      "HdrModeNight"}},
    {ControlId::afMode, {"AfModeManual", "AfModeAuto", "AfModeContinuous"}},
    {ControlId::afRange, {"AfRangeNormal", "AfRangeMacro", "AfRangeFull"}},
    {ControlId::afSpeed, {"AfSpeedNormal", "AfSpeedFast"}},
    {ControlId::afMetering, {"AfMeteringAuto", "AfMeteringWindows"}},
    {ControlId::afTrigger, {"AfTriggerStart", "AfTriggerCancel"}},
    {ControlId::afPause, {"AfPauseImmediate", "AfPauseDeferred", "AfPauseResume"}},
};

} // namespace

int visitControls(const ControlLimits &limits, prism_handler_control_fn visit, void *context) {
    TableWriter table(visit, context);
    addExposure(table, limits);
    addPicture(table, limits);
    if (limits.model.lens.moves)
        addFocus(table, limits.model.lens);
    return table.count();
}

int visitEnumerators(uint32_t id, prism_handler_enumerator_fn visit, void *context) {
    for (const Choice &choice : choices) {
        if (static_cast<uint32_t>(choice.id) != id)
            continue;
        int count = 0;
        for (const char *name : choice.names) {
            if (name)
                visit(context, count++, name);
        }
        return count;
    }
    return -ENOENT;
}

} // namespace prism::mock
