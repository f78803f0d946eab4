// SPDX-License-Identifier: MIT
// What the sensor and its algorithms do from frame to frame: pure state, no clock, no pixels.
#include "Sensor.hpp"

#include "Scene.hpp"

#include <algorithm>
#include <cmath>

namespace prism::mock {

namespace {

/// libcamera's default upper frame duration limit (250 s), which a 0 in the control restores.
constexpr int64_t defaultLongestFrame = 250'000'000'000;
constexpr int64_t defaultShortestFrame = 33'333'000;

/// Share of the way to the target made by one frame; during start-up, and after it.
constexpr double startupShare = 0.6, steadyShare = 0.35;
/// Nearer than this the white balance locks, so that the picture stays still.
constexpr float lockedDistance = 0.01f;

/// Colour temperatures that each AwbMode allows, as Raspberry Pi's tunings have them.
struct BalanceRange {
    float low, high;
};
constexpr BalanceRange balances[] = {{2500, 8000}, {2500, 3000}, {3000, 3500}, {4000, 4700},
                                     {3000, 5000}, {5500, 6500}, {7000, 8600}};

} // namespace

Sensor::Sensor(const SensorModel &model, bool isLegacy) noexcept
    : model_(model), mode_(&model.modes[0]), exposure_(model, isLegacy), focus_(model),
      shortestFrame_(defaultShortestFrame), longestFrame_(defaultLongestFrame),
      exposures_(model.exposureDelay), durations_(model.durationDelay), gains_(model.gainDelay) {
    exposure_.setReduction(model.isHdr ? hdrHeadroom : 1);
}

uint32_t Sensor::start(const ControlUpdate &update, const Surroundings &scene) noexcept {
    apply(update);
    startupLeft_ = exposure_.isAllFixed() && isBalanceFixed_ ? 0 : 2;
    exposure_.step(scene, 0);
    const Wanted wanted = want();
    exposures_.fill(wanted.exposure);
    durations_.fill(wanted.duration);
    gains_.fill(wanted.gain);
    return startupLeft_;
}

FrameState Sensor::next(const ControlUpdate *update, const Surroundings &scene) noexcept {
    if (update)
        apply(*update);
    const double share = startupLeft_ > 0 ? startupShare : steadyShare;
    exposure_.step(scene, share);
    stepWhiteBalance(scene, static_cast<float>(share));
    startupLeft_ -= startupLeft_ > 0 ? 1 : 0;

    const Wanted wanted = want();
    FrameState frame;
    frame.duration = durations_.shift(wanted.duration);
    // Until the longer frame has arrived, it cuts the exposure short.
    frame.exposure = std::min(exposures_.shift(wanted.exposure), frame.duration - model_.margin());
    frame.gain = gains_.shift(wanted.gain);
    frame.red = red_;
    frame.blue = blue_;
    frame.colourTemperature = isBalanceFixed_
                                  ? temperatureOf(model_, red_ / blue_)
                                  : scene.kelvin * (red_ / blue_) / (scene.red / scene.blue);
    frame.lux = static_cast<float>(nominalLux * scene.level);
    frame.look = look_;
    frame.flickerPeriod = scene.flickerPeriod;
    const bool isSettled = frame.exposure == wanted.exposure && frame.gain == wanted.gain;
    if (exposure_.isAutomatic())
        frame.aeState = isSettled && exposure_.hasArrived() ? 2 : 1;
    if (!isBalanceFixed_)
        frame.awbState = std::abs(red_ - scene.red) < lockedDistance || awbMode_ != 0 ? 2 : 1;
    frame.lens = focus_.lens();
    frame.afState = focus_.state();
    frame.afPauseState = focus_.pauseState();
    frame.focusFom = focus_.contrast(scene);
    focus_.step(scene);
    shorten(frame);
    return frame;
}

/// Every second frame of an unmerged HDR sequence is the short one.
void Sensor::shorten(FrameState &frame) noexcept {
    frame.hdr = hdr_;
    frame.isSensorHdr = model_.isHdr;
    if (hdr_ != HdrMode::multiExposureUnmerged)
        return;
    isShortTurn_ = !isShortTurn_;
    frame.hdrChannel = isShortTurn_ ? 1 : 3;
    if (isShortTurn_)
        frame.exposure =
            std::max(model_.lineTime, frame.exposure / 4 / model_.lineTime * model_.lineTime);
}

void Sensor::apply(const ControlUpdate &update) noexcept {
    applyDurations(update);
    if (update.has(ControlId::hdrMode)) {
        hdr_ = static_cast<HdrMode>(std::clamp(update.hdrMode, 0, 4));
        const bool isMerged = hdr_ != HdrMode::off && hdr_ != HdrMode::multiExposureUnmerged;
        exposure_.setReduction(isMerged || model_.isHdr ? hdrHeadroom : 1);
    }
    exposure_.apply(update, longestExposure());
    applyWhiteBalance(update);
    focus_.apply(update);
    update.applyTo(look_);
}

void Sensor::applyDurations(const ControlUpdate &update) noexcept {
    if (!update.has(ControlId::frameDurationLimits))
        return;
    const int64_t low = update.frameDurationLimits[0], high = update.frameDurationLimits[1];
    const int64_t longest = model_.longestExposure + model_.margin();
    shortestFrame_ = low > 0 ? std::min(low, longest / 1000) * 1000 : defaultShortestFrame;
    longestFrame_ = high > 0 ? std::min(high, longest / 1000) * 1000 : defaultLongestFrame;
    longestFrame_ = std::max(longestFrame_, shortestFrame_);
}

void Sensor::applyWhiteBalance(const ControlUpdate &update) noexcept {
    if (update.has(ControlId::awbEnable))
        isBalanceFixed_ = !update.awbEnable;
    if (update.has(ControlId::awbMode))
        awbMode_ = std::clamp(update.awbMode, 0, 6);
    if (update.has(ControlId::colourGains)) {
        isBalanceFixed_ = update.colourGains[0] > 0 && update.colourGains[1] > 0;
        if (isBalanceFixed_) {
            red_ = std::min(update.colourGains[0], 32.0f);
            blue_ = std::min(update.colourGains[1], 32.0f);
        }
    }
    if (update.has(ControlId::colourTemperature) && update.colourTemperature > 0) {
        const Illuminant light = illuminantAt(model_, static_cast<float>(update.colourTemperature));
        isBalanceFixed_ = true;
        red_ = light.red;
        blue_ = light.blue;
    }
}

void Sensor::stepWhiteBalance(const Surroundings &scene, float share) noexcept {
    if (isBalanceFixed_)
        return;
    // A preset keeps to its lights: what lies outside is taken for the nearest of them.
    Illuminant light = {scene.kelvin, scene.red, scene.blue};
    const BalanceRange &range = balances[awbMode_];
    if (awbMode_ != 0 && (scene.kelvin < range.low || scene.kelvin > range.high))
        light = illuminantAt(model_, std::clamp(scene.kelvin, range.low, range.high));
    const auto step = [share](float &gain, float target) {
        const float distance = target - gain;
        gain = std::abs(distance) < lockedDistance ? target : gain + distance * share;
    };
    step(red_, light.red);
    step(blue_, light.blue);
}

Sensor::Wanted Sensor::want() const noexcept {
    const ExposureControl::Wanted wanted = exposure_.want(longestExposure());
    const int64_t shortest = std::max(shortestFrame_, mode_->shortestFrame);
    return {wanted.exposure, std::max(shortest, wanted.exposure + model_.margin()), wanted.gain};
}

int64_t Sensor::longestExposure() const noexcept {
    const int64_t byFrame = std::max(longestFrame_, mode_->shortestFrame) - model_.margin();
    return std::min(byFrame, model_.longestExposure);
}

} // namespace prism::mock
