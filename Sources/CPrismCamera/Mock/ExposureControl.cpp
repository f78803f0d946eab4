// SPDX-License-Identifier: MIT
// Exposure time and gain: fixed by hand, or led by the brightness of the scene.
#include "ExposureControl.hpp"

#include <algorithm>
#include <cmath>

namespace prism::mock {

namespace {

/// The automatic exposure raises shutter and gain in turn, stage by stage, as Raspberry Pi's tunings have it.
struct Stage {
    int64_t exposure; ///< ns
    float gain;
};
constexpr size_t stageCount = 5;
constexpr int64_t ms = 1'000'000;
// By AeExposureMode: normal, short, long. The last stage's gain is the sensor's.
constexpr Stage stages[3][stageCount] = {
    {{ms / 10, 1}, {10 * ms, 2}, {30 * ms, 4}, {60 * ms, 6}, {66'666'000, 16}},
    {{ms / 10, 1}, {5 * ms, 2}, {10 * ms, 4}, {20 * ms, 6}, {66'666'000, 16}},
    {{ms / 10, 1}, {10 * ms, 2}, {30 * ms, 4}, {60 * ms, 6}, {120 * ms, 16}}};

/// Nearer than this, in stops, the algorithm locks, so that the picture stays still.
constexpr double lockedDistance = 0.01;
/// Mean brightness that a picture is given, and the part of white that highlights may reach.
constexpr double middleGrey = 0.18, highlightLimit = 0.8;

double weightOf(int32_t metering, uint32_t column, uint32_t row) noexcept {
    const double x = (column + 0.5) / Zones::columns * 2 - 1;
    const double y = (row + 0.5) / Zones::rows * 2 - 1;
    const double distance = std::hypot(x, y);
    if (metering == 1)
        return distance < 0.25 ? 1 : 0;
    return metering == 2 ? 1 : distance < 0.45 ? 3 : distance < 0.8 ? 2 : 1;
}

double clamped(double value, double low, double high) noexcept {
    return std::clamp(value, low, std::max(low, high));
}

} // namespace

void ExposureControl::apply(const ControlUpdate &update, int64_t most) noexcept {
    if (update.has(ControlId::exposureValue))
        exposureValue_ = std::clamp(update.exposureValue, -8.0f, 8.0f);
    if (update.has(ControlId::aeMeteringMode))
        metering_ = update.meteringMode;
    if (update.has(ControlId::aeConstraintMode))
        constraint_ = update.constraintMode;
    if (update.has(ControlId::aeExposureMode))
        stages_ = std::clamp(update.exposureMode, 0, 2);
    if (update.has(ControlId::aeFlickerMode))
        flickerMode_ = update.flickerMode;
    if (update.has(ControlId::aeFlickerPeriod))
        flickerPeriod_ = int64_t{std::max(update.flickerPeriod, 100)} * 1000;
    if (isLegacy_)
        applyLegacy(update, most);
    else
        applyModes(update, most);
}

/// libcamera 0.5 and later: values count in manual mode only; manual without a value freezes the last one.
void ExposureControl::applyModes(const ControlUpdate &update, int64_t most) noexcept {
    const Wanted last = want(most);
    bool exposure = isExposureFixed_, gain = isGainFixed_;
    if (update.has(ControlId::aeEnable))
        exposure = gain = !update.aeEnable;
    if (update.has(ControlId::exposureTimeMode))
        exposure = update.exposureTimeMode == 1;
    if (update.has(ControlId::analogueGainMode))
        gain = update.analogueGainMode == 1;
    if (exposure && !isExposureFixed_)
        fixedExposure_ = last.exposure;
    if (gain && !isGainFixed_)
        fixedGain_ = last.gain;
    isExposureFixed_ = exposure;
    isGainFixed_ = gain;
    if (exposure && update.has(ControlId::exposureTime))
        fixedExposure_ = int64_t{update.exposureTime} * 1000;
    if (gain && update.has(ControlId::analogueGain))
        fixedGain_ = update.analogueGain;
}

/// libcamera before 0.5: a value above 0 is fixed, 0 is automatic; AeEnable freezes or clears both.
void ExposureControl::applyLegacy(const ControlUpdate &update, int64_t most) noexcept {
    const Wanted last = want(most);
    if (update.has(ControlId::aeEnable)) {
        if (!update.aeEnable) {
            fixedExposure_ = last.exposure;
            fixedGain_ = last.gain;
        }
        isExposureFixed_ = isGainFixed_ = !update.aeEnable;
    }
    if (update.has(ControlId::exposureTime)) {
        isExposureFixed_ = update.exposureTime > 0;
        fixedExposure_ = int64_t{update.exposureTime} * 1000;
    }
    if (update.has(ControlId::analogueGain)) {
        isGainFixed_ = update.analogueGain > 0;
        fixedGain_ = update.analogueGain;
    }
}

void ExposureControl::step(const Surroundings &scene, double share) noexcept {
    detectedPeriod_ = int64_t{scene.flickerPeriod} * 1000;
    if (isAllFixed())
        return;
    target_ = targetTotal(scene);
    const double distance = std::log2(target_ / total_);
    total_ = std::abs(distance) < lockedDistance ? target_ : total_ * std::exp2(distance * share);
}

double ExposureControl::mostTotal() const noexcept {
    const Stage &last = stages[stages_][stageCount - 1];
    const double gain = isGainFixed_ ? fixedGain_ : std::min(last.gain, model_.largestGain);
    const double exposure = static_cast<double>(isExposureFixed_ ? fixedExposure_ : last.exposure);
    return exposure * gain;
}

double ExposureControl::targetTotal(const Surroundings &scene) const noexcept {
    const double bias = std::exp2(static_cast<double>(exposureValue_)) / reduction_;
    const double level = std::max(scene.level, 1e-12);
    const double total =
        scene.isReference ? nominalExposure * bias / level : meteredTotal(scene) * bias / level;
    return clamped(total, static_cast<double>(model_.lineTime), mostTotal());
}

/// Brings the weighted mean of the zones, each clipped at white, to middle grey.
double ExposureControl::meteredTotal(const Surroundings &scene) const noexcept {
    double brightness = 1, brightest = 1e-9;
    for (const float light : scene.zones->light)
        brightest = std::max(brightest, static_cast<double>(light));
    for (int round = 0; round < 12; ++round) {
        double sum = 0, weights = 0;
        for (uint32_t index = 0; index < scene.zones->light.size(); ++index) {
            const double weight =
                weightOf(metering_, index % Zones::columns, index / Zones::columns);
            sum +=
                weight * std::min(1.0, static_cast<double>(scene.zones->light[index]) * brightness);
            weights += weight;
        }
        const double mean = sum / weights;
        brightness *= clamped(middleGrey / std::max(mean, 1e-9), 1e-3, 1e3);
    }
    if (constraint_ == 1)
        brightness = std::min(brightness, highlightLimit / brightest);
    return nominalExposure * brightness;
}

ExposureControl::Wanted ExposureControl::want(int64_t most) const noexcept {
    Wanted wanted = {fixedExposure_, fixedGain_};
    if (!isExposureFixed_ && !isGainFixed_) {
        wanted = split(most);
    } else if (!isExposureFixed_) {
        const auto limit = static_cast<double>(stages[stages_][stageCount - 1].exposure);
        const auto gain = static_cast<double>(codedGain(model_, fixedGain_));
        const double exposure = std::min(total_ / gain, limit);
        wanted.exposure = static_cast<int64_t>(steadied(exposure));
    } else if (!isGainFixed_) {
        wanted.gain = static_cast<float>(total_ / static_cast<double>(fixedExposure_));
    }
    wanted.exposure = quantised(static_cast<double>(wanted.exposure), most);
    wanted.gain = codedGain(model_, wanted.gain);
    return wanted;
}

ExposureControl::Wanted ExposureControl::split(int64_t most) const noexcept {
    double shutter = static_cast<double>(model_.lineTime), gain = double{model_.smallestGain};
    for (const Stage &stage : stages[stages_]) {
        const auto limit = static_cast<double>(std::min(stage.exposure, most));
        shutter = clamped(total_ / gain, shutter, limit);
        if (shutter * gain >= total_)
            break;
        gain = clamped(total_ / shutter, gain, std::min(stage.gain, model_.largestGain));
        if (shutter * gain >= total_)
            break;
    }
    const int64_t exposure = quantised(steadied(shutter), most);
    // What rounding the shutter lost, the gain gives back.
    return {exposure, static_cast<float>(total_ / static_cast<double>(exposure))};
}

/// Under a light that flickers a whole number of periods has no bands.
double ExposureControl::steadied(double exposure) const noexcept {
    const int64_t period = flickerMode_ == 1   ? flickerPeriod_
                           : flickerMode_ == 2 ? detectedPeriod_
                                               : 0;
    if (period == 0 || exposure < static_cast<double>(period))
        return exposure;
    const double periods = std::floor(exposure / static_cast<double>(period) + 1e-6);
    return periods * static_cast<double>(period);
}

/// To whole lines, within what sensor and frame duration allow.
int64_t ExposureControl::quantised(double exposure, int64_t most) const noexcept {
    const auto line = static_cast<double>(model_.lineTime);
    const double lines = std::floor(exposure / line + 1e-6);
    const double limit = std::floor(static_cast<double>(most) / line);
    return static_cast<int64_t>(clamped(lines, 1.0, limit)) * model_.lineTime;
}

} // namespace prism::mock
