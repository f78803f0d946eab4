// SPDX-License-Identifier: MIT
// How a scene is lit: studio lamp or a colour temperature, a day's light curve, an object on its way.
#include "Scene.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <numbers>

namespace prism::mock {

namespace {

/// Radiance of the scenes beside indoor light, which is 1.
constexpr double daylightLevel = 20;

/// Illuminance and colour of the sky by the sun's elevation in degrees, ground level, clear sky
/// (illuminance: CIE and IES tables as quoted in textbooks; colour: golden and blue hour).
struct SkyRow {
    double elevation, lux, kelvin;
};
constexpr SkyRow sky[] = {{-18, 6e-4, 9000}, {-12, 8e-3, 9000}, {-6, 3.4, 8500}, {0, 400, 3200},
                          {10, 1e4, 4600},   {30, 5e4, 5500},   {60, 1e5, 5800}};

SkyRow skyAt(double elevation) noexcept {
    const size_t count = std::size(sky);
    const double at = std::clamp(elevation, sky[0].elevation, sky[count - 1].elevation);
    size_t index = 0;
    while (index + 2 < count && sky[index + 1].elevation < at)
        ++index;
    const SkyRow &low = sky[index], &high = sky[index + 1];
    const double share = (at - low.elevation) / (high.elevation - low.elevation);
    return {at, low.lux * std::pow(high.lux / low.lux, share),
            low.kelvin + (high.kelvin - low.kelvin) * share};
}

} // namespace

Scene::Scene(const SensorModel &model, const SceneSettings &settings, Raster picture)
    : model_(model), settings_(settings), kelvin_(settings.kelvin), dioptres_(settings.dioptres),
      raster_(std::move(picture)) {
    memory_.set(raster_.bytes());
}

const Raster &Scene::raster() const {
    std::lock_guard guard(painting_);
    if (raster_.codes.empty())
        raster_ =
            settings_.kind == SceneKind::bars ? paintBars() : paintScene(settings_.kind, model_);
    memory_.set(raster_.bytes());
    return raster_;
}

LightState Scene::light(int64_t time) const noexcept {
    LightState state = {factor_.load(), studioRed, studioBlue, studioKelvin};
    float kelvin = kelvin_;
    if (settings_.kind == SceneKind::daylight)
        state.level *= daylightLevel;
    if (settings_.kind == SceneKind::day) {
        const double days =
            static_cast<double>(time) / 1e9 / static_cast<double>(settings_.daySeconds);
        const double hour = static_cast<double>(settings_.startHour) + days * 24;
        // An equinox at latitude 30: sunrise at 6, highest at noon with 60 degrees.
        const double elevation = 60 * std::sin((hour - 6) / 12 * std::numbers::pi);
        const SkyRow row = skyAt(elevation);
        state.level *= row.lux / nominalLux;
        kelvin = kelvin > 0 ? kelvin : static_cast<float>(row.kelvin);
    }
    if (kelvin > 0) {
        const Illuminant light = illuminantAt(model_, kelvin);
        state = {state.level, light.red, light.blue, kelvin};
    }
    return state;
}

Mover Scene::mover(int64_t time, int64_t exposure) const noexcept {
    const double width = raster_.width, radius = width * 0.03;
    // It crosses in eight seconds and comes back from the left.
    constexpr double crossing = 8e9;
    const double speed = (width + 2 * radius) / crossing;
    const double phase = std::fmod(static_cast<double>(time), crossing);
    return {phase * speed - radius,
            raster_.height * 0.72,
            radius,
            speed * static_cast<double>(exposure),
            {0.45f, 0.03f, 0.02f}};
}

int Scene::setLight(double factor, float kelvin) noexcept {
    const bool isGood = factor >= 0 && factor <= 1e9;
    if (!isGood || !(kelvin == 0 || (kelvin >= 1000 && kelvin <= 40000)))
        return -EINVAL;
    factor_ = factor;
    if (kelvin > 0)
        kelvin_ = kelvin;
    return 0;
}

int Scene::setDistance(float dioptres) noexcept {
    if (!(dioptres >= 0 && dioptres <= 100))
        return -EINVAL;
    dioptres_ = dioptres;
    return 0;
}

} // namespace prism::mock
