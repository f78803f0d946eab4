// SPDX-License-Identifier: MIT
// The lens and its automatic focus: a scan for contrast, then the peak.
#include "FocusControl.hpp"

#include <algorithm>
#include <cmath>

namespace prism::mock {

namespace {

/// Steps of a scan in dioptres, at normal and at fast speed.
constexpr float normalStep = 0.5f, fastStep = 1.0f;
/// Contrast of a sharp picture; it falls with the square of the blur.
constexpr double sharpContrast = 4000, blurOfHalf = 3;

} // namespace

double defocus(const SensorModel &model, float lens, float subject) noexcept {
    if (!model.lens.moves)
        return 0;
    // A thin lens: the disk's diameter is f² / N times the distance in dioptres.
    const double focal = static_cast<double>(model.lens.focalLength) / 1000;
    const double metres = focal * focal / static_cast<double>(model.lens.aperture) *
                          std::abs(static_cast<double>(lens) - static_cast<double>(subject));
    return metres / (model.unitCell * 1e-9);
}

uint32_t FocusControl::contrastAt(float dioptres) const noexcept {
    const double blur = defocus(model_, lens_, dioptres) / blurOfHalf;
    return static_cast<uint32_t>(sharpContrast / (1 + blur * blur));
}

/// How much of the windows the subject fills. Without windows the middle counts, and there it stands.
double FocusControl::subjectShare(const Crop &subject) const noexcept {
    const auto overlap = [](int32_t start, uint32_t length, int32_t other, uint32_t size) {
        const int64_t from = std::max(start, other);
        const int64_t to = std::min(int64_t{start} + length, int64_t{other} + size);
        return static_cast<double>(std::max<int64_t>(0, to - from));
    };
    double all = 0, shared = 0;
    for (uint32_t index = 0; metering_ == 1 && index < windowCount_; ++index) {
        const Crop &window = windows_[index];
        all += double{1.0 * window.width} * window.height;
        shared += overlap(window.x, window.width, subject.x, subject.width) *
                  overlap(window.y, window.height, subject.y, subject.height);
    }
    return all > 0 ? shared / all : 1;
}

uint32_t FocusControl::contrast(const Surroundings &scene) const noexcept {
    const double share = subjectShare(scene.subject);
    return static_cast<uint32_t>(share * contrastAt(scene.dioptres) +
                                 (1 - share) * contrastAt(scene.background));
}

/// libcamera's ranges as Raspberry Pi's tuning of the imx708 has them: 0 … 12 and 3 … 15 dioptres.
void FocusControl::range(float &low, float &high) const noexcept {
    low = range_ == 1 ? 3 : model_.lens.farthest;
    high = range_ == 0 ? std::min(12.0f, model_.lens.nearest) : model_.lens.nearest;
}

void FocusControl::apply(const ControlUpdate &update) noexcept {
    if (!model_.lens.moves)
        return;
    if (update.has(ControlId::afRange))
        range_ = update.afRange;
    if (update.has(ControlId::afSpeed))
        speed_ = update.afSpeed;
    if (update.has(ControlId::afMetering))
        metering_ = update.afMetering;
    if (update.has(ControlId::afWindows)) {
        windows_ = update.afWindows;
        windowCount_ = update.afWindowCount;
    }
    if (update.has(ControlId::afMode) && update.afMode != mode_) {
        mode_ = update.afMode;
        pause_ = 0;
        end(0);
        if (mode_ == continuous)
            begin();
    }
    // LensPosition acts in manual mode only, and is ignored without a word otherwise.
    if (mode_ == manual && update.has(ControlId::lensPosition))
        lens_ = std::clamp(update.lensPosition, model_.lens.farthest, model_.lens.nearest);
    if (mode_ == automatic && update.has(ControlId::afTrigger)) {
        if (update.afTrigger == 0 && !isScanning_)
            begin();
        else if (update.afTrigger == 1)
            end(0);
    }
    if (mode_ == continuous && update.has(ControlId::afPause)) {
        // Immediate, or deferred to the end of a scan; 2 resumes.
        pause_ = update.afPause == 2 ? 0 : update.afPause == 1 && isScanning_ ? 1 : 2;
        if (pause_ == 2 && isScanning_)
            end(0);
    }
}

void FocusControl::begin() noexcept {
    float high = 0;
    range(next_, high);
    isScanning_ = true;
    isPeakKnown_ = false;
    state_ = 1;
    best_ = next_;
    highest_ = 0;
    lowest_ = UINT32_MAX;
    lens_ = next_;
}

void FocusControl::end(uint32_t state) noexcept {
    isScanning_ = false;
    state_ = state;
    if (pause_ == 1)
        pause_ = 2;
}

void FocusControl::step(const Surroundings &scene) noexcept {
    if (isScanning_)
        return scan(scene);
    const uint32_t now = contrast(scene);
    // A continuous focus looks again when the picture has lost a quarter of its contrast.
    if (mode_ == continuous && pause_ == 0 && now * 4 < settled_ * 3)
        begin();
}

/// One frame of a scan: looks at the contrast here, moves on, and at the end goes to the peak.
void FocusControl::scan(const Surroundings &scene) noexcept {
    const uint32_t here = contrast(scene);
    if (isPeakKnown_) {
        settled_ = here;
        return end(highest_ > lowest_ + lowest_ / 4 ? 2 : 3);
    }
    if (here > highest_) {
        highest_ = here;
        best_ = lens_;
    }
    lowest_ = std::min(lowest_, here);
    float low = 0, high = 0;
    range(low, high);
    next_ = lens_ + (speed_ == 1 ? fastStep : normalStep);
    if (next_ <= high) {
        lens_ = next_;
        return;
    }
    // The reciprocal of the contrast is a parabola around the peak: three points give its place.
    const float step = speed_ == 1 ? fastStep : normalStep;
    const auto blurAt = [&](float place) {
        FocusControl other = *this;
        other.lens_ = std::clamp(place, low, high);
        return 1 / std::max(1.0, static_cast<double>(other.contrast(scene)));
    };
    // At an end of the way the peak may lie beyond the first step inside it.
    const float centre = std::clamp(best_, low + step, high - step);
    const double left = blurAt(centre - step), middle = blurAt(centre),
                 right = blurAt(centre + step);
    const double bend = left - 2 * middle + right;
    const double shift = bend > 0 ? (left - right) / (2 * bend) : 0;
    lens_ = std::clamp(centre + static_cast<float>(std::clamp(shift, -1.0, 1.0)) * step, low, high);
    isPeakKnown_ = true;
}

} // namespace prism::mock
