// SPDX-License-Identifier: MIT
// Which part of the pixel array a stream shows, and where that lies in the scene's raster.
#include "Framing.hpp"

#include "FocusControl.hpp"

#include <algorithm>
#include <cmath>

namespace prism::mock {

namespace {

/// Blurs smaller than this, in the raster's pixels, cannot be seen.
constexpr double leastBlur = 0.35;

View centred(double width, double height, double shape) {
    const double zoom = std::min(width / shape, height);
    return {(width - zoom * shape) / 2, (height - zoom) / 2, zoom * shape, zoom};
}

} // namespace

Crop cropFor(const SensorModel &model, const SensorMode &mode, uint32_t width,
             uint32_t height) noexcept {
    const double zoom =
        std::min(double{1.0 * mode.cropWidth} / width, double{1.0 * mode.cropHeight} / height);
    const auto cropWidth = static_cast<uint32_t>(std::lround(zoom * width));
    const auto cropHeight = static_cast<uint32_t>(std::lround(zoom * height));
    return {static_cast<int32_t>((model.width - cropWidth) / 2),
            static_cast<int32_t>((model.height - cropHeight) / 2), cropWidth, cropHeight};
}

Crop fieldOf(const SensorModel &model, const SensorMode &mode) noexcept {
    return {static_cast<int32_t>((model.width - mode.cropWidth) / 2),
            static_cast<int32_t>((model.height - mode.cropHeight) / 2), mode.cropWidth,
            mode.cropHeight};
}

Crop fitted(const Crop &wish, const Crop &field) noexcept {
    const auto along = [](int32_t &start, uint32_t &length, int32_t from, uint32_t most) {
        length = std::clamp(length, std::min(64u, most), most);
        const int64_t last = int64_t{from} + most - length;
        start = static_cast<int32_t>(std::clamp<int64_t>(start, from, last));
    };
    Crop crop = wish;
    along(crop.x, crop.width, field.x, field.width);
    along(crop.y, crop.height, field.y, field.height);
    return crop;
}

void Framing::configure(const SensorMode &mode, const Crop &usual) {
    mode_ = &mode;
    usual_ = usual;
    zonesView_ = {};
    // The scene outlives its cameras.
    sharp_ = {std::shared_ptr<void>(), &scene_.raster()};
}

void Framing::release() {
    blurred_.reset();
    blurredBy_ = aroundBy_ = 0;
    memory_.set(0);
}

/// Without zoom a stream shows the middle of the field in its own shape; zoom is relative to that.
View Framing::viewOf(uint32_t width, uint32_t height, const Cut &cut, bool isRaw) const {
    const Crop &crop = cut.crop, &usual = cut.usual;
    const double rasterWidth = sharp_->width, rasterHeight = sharp_->height;
    View base = {0, 0, rasterWidth, rasterHeight};
    if (scene_.fillsFrame()) {
        // Bars are stretched; a photograph is cut to the shape.
        if (!sharp_->isNearest)
            base = centred(rasterWidth, rasterHeight, double{1.0 * width} / height);
    } else {
        const Crop own = isRaw ? fieldOf(model_, *mode_) : cropFor(model_, *mode_, width, height);
        const double across = rasterWidth / model_.width, down = rasterHeight / model_.height;
        base = {own.x * across, own.y * down, own.width * across, own.height * down};
    }
    if (isRaw || crop == usual)
        return base;
    const double across = base.width / usual.width, down = base.height / usual.height;
    return {base.x + (crop.x - usual.x) * across, base.y + (crop.y - usual.y) * down,
            crop.width * across, crop.height * down};
}

double Framing::blur(float lens, float dioptres) const {
    const double pixels = defocus(model_, lens, dioptres);
    const double field = scene_.fillsFrame() ? usual_.width : model_.width;
    return sharp_->isNearest ? 0 : pixels * sharp_->width / field;
}

Crop Framing::subject() const noexcept {
    const Crop all = scene_.fillsFrame() ? usual_ : Crop{0, 0, model_.width, model_.height};
    return {all.x + static_cast<int32_t>(all.width / 3),
            all.y + static_cast<int32_t>(all.height / 3), all.width / 3, all.height / 3};
}

namespace {

/// In steps of a twelfth of an octave, so that a lens at rest needs no new picture; 0: sharp.
double stepped(double diameter) {
    return diameter < leastBlur ? 0 : std::exp2(std::round(std::log2(diameter) * 12) / 12);
}

Raster softened(const Raster &sharp, double diameter) {
    return diameter > 0 ? blurred(sharp, diameter) : sharp;
}

/// Puts the middle third of one picture into another, on the finer grid of the two.
Raster joined(const Raster &subject, const Raster &around) {
    Raster result{std::max(subject.width, around.width),
                  std::max(subject.height, around.height),
                  subject.peak,
                  false,
                  {}};
    result.codes.resize(size_t{result.width} * result.height * 3);
    const auto sampler = [&result](const Raster &raster) {
        const View whole = {0, 0, double{1.0 * raster.width}, double{1.0 * raster.height}};
        return Sampler(raster, whole, result.width, result.height, {false, false});
    };
    Sampler middle = sampler(subject), rest = sampler(around);
    std::vector<float> row(size_t{result.width} * 3);
    const uint32_t left = result.width / 3, top = result.height / 3;
    for (uint32_t y = 0; y < result.height; ++y) {
        rest.row(y, 0, result.width, row.data());
        if (y >= top && y < 2 * top)
            middle.row(y, left, 2 * left, row.data() + size_t{left} * 3);
        uint16_t *const codes = result.codes.data() + size_t{y} * row.size();
        std::transform(row.begin(), row.end(), codes, codeOf);
    }
    return result;
}

} // namespace

std::shared_ptr<const Raster> Framing::raster(double subject, double background) {
    const double middle = stepped(subject), around = stepped(background);
    if (middle == 0 && around == 0)
        return sharp_;
    if (blurred_ && middle == blurredBy_ && around == aroundBy_)
        return blurred_;
    Raster picture = softened(*sharp_, around);
    if (middle != around)
        picture = joined(softened(*sharp_, middle), picture);
    blurred_ = std::make_shared<const Raster>(std::move(picture));
    blurredBy_ = middle;
    aroundBy_ = around;
    memory_.set(blurred_->bytes());
    return blurred_;
}

Sight Framing::sight(const StreamLayout &layout, Mirror mirror, const Cut &cut, float lens) {
    const uint32_t width = layout.config.width, height = layout.config.height;
    View view = viewOf(width, height, cut, layout.isRaw);
    const std::shared_ptr<const Raster> picture =
        raster(blur(lens, scene_.dioptres()), blur(lens, scene_.background()));
    // A blurred copy may be smaller.
    const double across = double{1.0 * picture->width} / sharp_->width;
    const double down = double{1.0 * picture->height} / sharp_->height;
    view = {view.x * across, view.y * down, view.width * across, view.height * down};
    const double binned =
        double{1.0 * mode_->width} * mode_->height / mode_->cropWidth / mode_->cropHeight;
    const double pixels = layout.isRaw ? double{1.0 * width} * height
                                       : double{1.0 * cut.crop.width} * cut.crop.height * binned;
    return {picture, view, mirror, pixels};
}

const Zones &Framing::zones(const Crop &crop) {
    const View view = viewOf(usual_.width, usual_.height, {crop, usual_}, false);
    if (view == zonesView_)
        return zones_;
    zonesView_ = view;
    Sampler sampler(*sharp_, view, Zones::columns, Zones::rows, {false, false});
    std::array<float, size_t{Zones::columns} * 3> row{};
    for (uint32_t y = 0; y < Zones::rows; ++y) {
        sampler.row(y, 0, Zones::columns, row.data());
        for (uint32_t x = 0; x < Zones::columns; ++x) {
            const float *light = row.data() + size_t{x} * 3;
            const float luminance = 0.2126f * light[0] + 0.7152f * light[1] + 0.0722f * light[2];
            zones_.light[y * Zones::columns + x] = luminance * sharp_->peak;
        }
    }
    return zones_;
}

} // namespace prism::mock
