// SPDX-License-Identifier: MIT
// What the sensor and its algorithms do from frame to frame: pure state, no clock, no pixels.
#include "Sensor.hpp"

#include <algorithm>
#include <cmath>

namespace prism::mock {

namespace {

/// libcamera's default upper frame duration limit (250 s), which a 0 in the control restores.
constexpr int64_t defaultLongestFrame = 250'000'000'000;
constexpr int64_t defaultShortestFrame = 33'333'000;

/// The automatic exposure raises shutter and gain in turn, stage by stage, as Raspberry Pi's "normal" mode.
struct Stage {
    int64_t exposure; ///< ns
    float gain;
};
constexpr Stage stages[] = {
    {100'000, 1}, {10'000'000, 2}, {30'000'000, 4}, {60'000'000, 6}, {66'666'000, 6}};

/// Share of the way to the target made by one frame; during start-up, and after it.
constexpr double startupShare = 0.6, steadyShare = 0.35;
/// Nearer than this the algorithms lock, so that the picture stays still.
constexpr double lockedDistance = 0.01;

} // namespace

Sensor::Sensor(const SensorModel &model, bool isLegacy) noexcept
    : model_(model), isLegacy_(isLegacy), mode_(&model.modes[0]),
      longestFrame_(defaultLongestFrame), exposures_(model.exposureDelay),
      durations_(model.durationDelay), gains_(model.gainDelay) {}

uint32_t Sensor::start(const ControlUpdate &update) noexcept {
    apply(update);
    const bool isAllFixed = isExposureFixed_ && isGainFixed_ && isBalanceFixed_;
    startupLeft_ = isAllFixed ? 0 : 2;
    const Wanted wanted = want();
    exposures_.fill(wanted.exposure);
    durations_.fill(wanted.duration);
    gains_.fill(wanted.gain);
    return startupLeft_;
}

FrameState Sensor::next(const ControlUpdate *update) noexcept {
    if (update)
        apply(*update);
    const double share = startupLeft_ > 0 ? startupShare : steadyShare;
    stepExposure(share);
    stepWhiteBalance(static_cast<float>(share));
    startupLeft_ -= startupLeft_ > 0 ? 1 : 0;

    const Wanted wanted = want();
    FrameState frame;
    frame.duration = durations_.shift(wanted.duration);
    // Until the longer frame has arrived, it cuts the exposure short.
    frame.exposure = std::min(exposures_.shift(wanted.exposure), frame.duration - model_.margin());
    frame.gain = gains_.shift(wanted.gain);
    frame.red = red_;
    frame.blue = blue_;
    frame.colourTemperature = sceneTemperature * (red_ / blue_) / (neutralRed / neutralBlue);
    frame.lens = lens_;
    const bool isSettled =
        frame.exposure == wanted.exposure && frame.gain == wanted.gain && total_ == targetTotal();
    if (!isExposureFixed_ || !isGainFixed_)
        frame.aeState = isSettled ? 2 : 1;
    if (!isBalanceFixed_)
        frame.awbState = red_ == neutralRed && blue_ == neutralBlue ? 2 : 1;
    return frame;
}

void Sensor::apply(const ControlUpdate &update) noexcept {
    if (update.has(ControlId::exposureValue))
        exposureValue_ = std::clamp(update.exposureValue, -8.0f, 8.0f);
    if (update.has(ControlId::frameDurationLimits)) {
        const int64_t low = update.frameDurationLimits[0], high = update.frameDurationLimits[1];
        const int64_t longest = model_.longestExposure + model_.margin();
        shortestFrame_ = low > 0 ? std::min(low, longest / 1000) * 1000 : defaultShortestFrame;
        longestFrame_ = high > 0 ? std::min(high, longest / 1000) * 1000 : defaultLongestFrame;
        longestFrame_ = std::max(longestFrame_, shortestFrame_);
    }
    if (update.has(ControlId::lensPosition))
        lens_ = std::clamp(update.lensPosition, 0.0f, 32.0f);
    if (isLegacy_)
        applyLegacy(update);
    else
        applyModes(update);
    applyWhiteBalance(update);
}

/// libcamera 0.5 and later: values count in manual mode only; manual without a value freezes the last one.
void Sensor::applyModes(const ControlUpdate &update) noexcept {
    const Wanted last = want();
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
void Sensor::applyLegacy(const ControlUpdate &update) noexcept {
    const Wanted last = want();
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

void Sensor::applyWhiteBalance(const ControlUpdate &update) noexcept {
    if (update.has(ControlId::awbEnable))
        isBalanceFixed_ = !update.awbEnable;
    if (!update.has(ControlId::colourGains))
        return;
    isBalanceFixed_ = update.colourGains[0] > 0 && update.colourGains[1] > 0;
    if (isBalanceFixed_) {
        red_ = std::min(update.colourGains[0], 32.0f);
        blue_ = std::min(update.colourGains[1], 32.0f);
    }
}

Sensor::Wanted Sensor::want() const noexcept {
    double exposure = static_cast<double>(fixedExposure_);
    float gain = fixedGain_;
    if (!isExposureFixed_ && !isGainFixed_) {
        int64_t split = 0;
        splitTotal(split, gain);
        exposure = static_cast<double>(split);
    } else if (!isExposureFixed_) {
        exposure = std::min(total_ / static_cast<double>(fixedGain_),
                            static_cast<double>(stages[4].exposure));
    } else if (!isGainFixed_) {
        gain = static_cast<float>(total_ / exposure);
    }
    Wanted wanted;
    wanted.exposure = quantised(exposure);
    wanted.gain = std::clamp(gain, 1.0f, model_.largestGain);
    const int64_t shortest = std::max(shortestFrame_, mode_->shortestFrame);
    wanted.duration = std::max(shortest, wanted.exposure + model_.margin());
    return wanted;
}

void Sensor::splitTotal(int64_t &exposure, float &gain) const noexcept {
    double shutter = static_cast<double>(model_.lineTime);
    gain = 1;
    for (const Stage &stage : stages) {
        const double limit = static_cast<double>(std::min(stage.exposure, longestExposure()));
        shutter = std::clamp(total_ / static_cast<double>(gain), shutter, std::max(shutter, limit));
        if (shutter * static_cast<double>(gain) >= total_)
            break;
        gain = std::clamp(static_cast<float>(total_ / shutter), gain, stage.gain);
        if (shutter * static_cast<double>(gain) >= total_)
            break;
    }
    exposure = static_cast<int64_t>(shutter);
}

double Sensor::targetTotal() const noexcept {
    return nominalExposure * std::exp2(static_cast<double>(exposureValue_));
}

void Sensor::stepExposure(double share) noexcept {
    if (isExposureFixed_ && isGainFixed_)
        return;
    const double target = targetTotal();
    const double distance = std::log2(target / total_);
    total_ = std::abs(distance) < lockedDistance ? target : total_ * std::exp2(distance * share);
}

void Sensor::stepWhiteBalance(float share) noexcept {
    if (isBalanceFixed_)
        return;
    const auto step = [share](float &gain, float target) {
        const float distance = target - gain;
        gain = std::abs(distance) < static_cast<float>(lockedDistance) ? target
                                                                       : gain + distance * share;
    };
    step(red_, neutralRed);
    step(blue_, neutralBlue);
}

int64_t Sensor::longestExposure() const noexcept {
    const int64_t byFrame = std::max(longestFrame_, mode_->shortestFrame) - model_.margin();
    return std::min(byFrame, model_.longestExposure);
}

/// To whole lines, within what sensor and frame duration allow.
int64_t Sensor::quantised(double exposure) const noexcept {
    const auto line = static_cast<double>(model_.lineTime);
    const double lines = std::floor(exposure / line);
    const double most = std::floor(static_cast<double>(longestExposure()) / line);
    return static_cast<int64_t>(std::clamp(lines, 1.0, most)) * model_.lineTime;
}

} // namespace prism::mock
