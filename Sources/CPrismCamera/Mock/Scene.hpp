// SPDX-License-Identifier: MIT
// What a simulated camera looks at: a picture of light, how bright and of what colour the light is, and when.
#pragma once

#include "Buffers.hpp"
#include "Light.hpp"
#include "SensorTable.hpp"

#include <atomic>
#include <mutex>

namespace prism::mock {

enum class SceneKind : uint32_t { bars, picture, chart, daylight, night, day };

/// How a scene is lit, and how far away it is.
struct SceneSettings {
    SceneKind kind = SceneKind::bars;
    float kelvin = 0;       ///< 0: a studio lamp, the same gains for every sensor
    float flickerRate = 0;  ///< Hz of the light, twice the mains'; 0: steady
    float flickerDepth = 0; ///< 0 … 1: amplitude beside the mean
    float dioptres = 1;     ///< where a lens must be set for the subject to be sharp
    float background = 1;   ///< and for what lies around the middle third, where the subject stands
    bool hasBackground = false;
    float startHour = 12; ///< day: time at the clock's beginning
    float daySeconds = 86400;
};

/// The light of one moment.
struct LightState {
    double level;    ///< radiance beside the raster's own
    float red, blue; ///< colour gains that make white neutral
    float kelvin;
};

/// A disk that crosses the scene.
struct Mover {
    double x, y, radius; ///< of the raster, in its pixels
    double trail;        ///< pixels that it moves during the exposure, to the right
    float colour[3];     ///< light, of the raster's peak
};

/// The light of a studio lamp: gains that are neutral on every simulated sensor.
inline constexpr float studioRed = 1.9f, studioBlue = 1.6f, studioKelvin = 5500;
/// Illuminance that level 1 stands for.
inline constexpr double nominalLux = 400;

/// One scene. Thread: any.
class Scene {
public:
    /// `picture` is empty unless the kind is picture.
    Scene(const SensorModel &model, const SceneSettings &settings, Raster picture);

    /// The picture; painted when it is first asked for.
    const Raster &raster() const;
    /// True: the whole raster fills every stream, whatever the mode; false: it lies on the pixel array.
    bool fillsFrame() const noexcept {
        return settings_.kind == SceneKind::bars || settings_.kind == SceneKind::picture;
    }
    const SceneSettings &settings() const noexcept { return settings_; }
    /// Time in ns since the clock's beginning.
    LightState light(int64_t time) const noexcept;
    /// True where something moves.
    bool moves() const noexcept { return settings_.kind == SceneKind::daylight; }
    Mover mover(int64_t time, int64_t exposure) const noexcept;

    /// A factor on the light from now on; kelvin 0 leaves the colour. Errors: -EINVAL.
    int setLight(double factor, float kelvin) noexcept;
    /// Moves the subject. Errors: -EINVAL.
    int setDistance(float dioptres) noexcept;
    float dioptres() const noexcept { return dioptres_; }
    /// The same of the background; where it was given none it stands beside the subject.
    float background() const noexcept {
        return settings_.hasBackground ? settings_.background : dioptres_.load();
    }

private:
    const SensorModel &model_;
    const SceneSettings settings_;
    std::atomic<double> factor_{1};
    std::atomic<float> kelvin_, dioptres_;
    mutable std::mutex painting_;
    mutable Raster raster_;
    mutable MemoryShare memory_;
};

/// Paints a scene that lies on the pixel array, in the array's shape.
Raster paintScene(SceneKind kind, const SensorModel &model);
/// Eight bars, 75 % bright: white, yellow, cyan, green, magenta, red, blue, black.
Raster paintBars();
/// A picture from sRGB, 3 bytes a pixel in R, G, B order.
Raster rasterOf(const uint8_t *pixels, uint32_t width, uint32_t height, uint32_t stride);

} // namespace prism::mock
