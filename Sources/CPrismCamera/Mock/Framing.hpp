// SPDX-License-Identifier: MIT
// Which part of the pixel array a stream shows, and where that lies in the scene's raster.
#pragma once

#include "FrameState.hpp"
#include "Renderer.hpp"
#include "Surroundings.hpp"

#include <memory>

namespace prism::mock {

/// The middle of the mode's field of view, in the shape of the picture.
Crop cropFor(const SensorModel &model, const SensorMode &mode, uint32_t width,
             uint32_t height) noexcept;
/// All that the mode reads.
Crop fieldOf(const SensorModel &model, const SensorMode &mode) noexcept;
/// A wish moved and cut to fit the mode's field; not smaller than 64 × 64.
Crop fitted(const Crop &wish, const Crop &field) noexcept;

/// A crop, and the one without zoom that it is judged by.
struct Cut {
    Crop crop, usual;
};

/// Sights of one scene through one lens. Thread: one at a time.
class Framing {
public:
    Framing(const Scene &scene, const SensorModel &model) : scene_(scene), model_(model) {}

    /// A run's mode, and the crop that its outputs have without zoom.
    void configure(const SensorMode &mode, const Crop &usual);
    /// What a stream sees with that crop and lens.
    Sight sight(const StreamLayout &layout, Mirror mirror, const Cut &cut, float lens);
    /// The circle of confusion of what lies at a distance, in the raster's pixels.
    double blur(float lens, float dioptres) const;
    /// Where the subject stands: the middle third of what the scene fills, in sensor coordinates.
    Crop subject() const noexcept;
    /// Zones of brightness of a crop.
    const Zones &zones(const Crop &crop);
    /// Lets blurred copies go.
    void release();

private:
    View viewOf(uint32_t width, uint32_t height, const Cut &cut, bool isRaw) const;
    std::shared_ptr<const Raster> raster(double subject, double background);

    const Scene &scene_;
    const SensorModel &model_;
    const SensorMode *mode_ = nullptr;
    Crop usual_{};
    double blurredBy_ = 0, aroundBy_ = 0;
    std::shared_ptr<const Raster> sharp_, blurred_;
    MemoryShare memory_;
    Zones zones_;
    View zonesView_{};
};

} // namespace prism::mock
