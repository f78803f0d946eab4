// SPDX-License-Identifier: MIT
// Draws one stream: takes the scene in at the stream's size and makes tables of the frame's light.
#include "Renderer.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace prism::mock {

Renderer::Renderer(const StreamLayout &layout, const SensorModel &model, const SensorMode &mode,
                   uint32_t stream, Lanes &lanes)
    : layout_(layout), model_(model), mode_(mode), stream_(stream), lanes_(lanes) {
    const size_t width = layout.config.width, height = layout.config.height;
    normalTable(); // made here, because draw() allocates nothing
    lightRow_.resize(width * 3);
    codes_.resize(width * height * (layout.isRaw ? 1 : 3));
    if (layout.isRaw) {
        samples_.resize(width * lanes.lanes());
        return;
    }
    rows_.resize(width * 3 * 2 * lanes.lanes());
    if (layout.packing == Packing::jpeg)
        planes_.resize(width * height * 3 / 2);
}

Renderer::~Renderer() = default;

size_t Renderer::bytes() const noexcept {
    return sizeof *this + flaws_.bytes() + lightRow_.size() * sizeof(float) +
           (codes_.size() + samples_.size()) * sizeof(uint16_t) + rows_.size() + planes_.size();
}

void Renderer::look(const Sight &sight) {
    const bool isSame = sight.raster == sight_.raster && sight.view == sight_.view &&
                        sight.mirror.horizontal == sight_.mirror.horizontal &&
                        sight.mirror.vertical == sight_.mirror.vertical;
    if (isSame && sight.pixels == sight_.pixels)
        return;
    sampler_.reset();
    sight_ = sight;
    const prism_stream_config &config = layout_.config;
    sampler_.emplace(*sight_.raster, sight_.view, config.width, config.height, sight_.mirror);
    lastMover_.reset();
    paint({0, 0, config.width, config.height}, nullptr, 0);
}

/// Where the moving object and the seam of its blur lie, in the stream's pixels.
Area Renderer::areaOf(const Mover &mover, double blur) const {
    const double across = layout_.config.width / sight_.view.width;
    const double down = layout_.config.height / sight_.view.height;
    const double reach = mover.radius + blur + 2;
    double left = (mover.x - reach - sight_.view.x) * across;
    double right = (mover.x + mover.trail + reach - sight_.view.x) * across;
    double top = (mover.y - reach - sight_.view.y) * down;
    double bottom = (mover.y + reach - sight_.view.y) * down;
    const double width = layout_.config.width, height = layout_.config.height;
    if (sight_.mirror.horizontal)
        left = width - std::exchange(right, width - left);
    if (sight_.mirror.vertical)
        top = height - std::exchange(bottom, height - top);
    const auto inside = [](double value, double most) {
        return static_cast<uint32_t>(std::clamp(value, 0.0, most));
    };
    const uint32_t x = inside(std::floor(left), width), y = inside(std::floor(top), height);
    return {x, y, inside(std::ceil(right), width) - x, inside(std::ceil(bottom), height) - y};
}

void Renderer::place(const Mover &mover, double blur) {
    if (lastMover_)
        paint(*lastMover_, nullptr, 0);
    lastMover_ = areaOf(mover, blur);
    paint(*lastMover_, &mover, blur);
}

/// Share of a pixel that the disk covers during the exposure.
static float coverage(const Mover &mover, double blur, double x, double y) {
    const double edge = std::max(1.0, blur);
    // The disk's own path: from each point the nearest place of the centre counts.
    double covered = 0;
    const int steps = 1 + static_cast<int>(std::min(mover.trail / 4, 31.0));
    for (int step = 0; step < steps; ++step) {
        const double centre = mover.x + mover.trail * (step + 0.5) / steps;
        const double distance = std::hypot(x - centre, y - mover.y);
        covered += std::clamp((mover.radius - distance) / edge + 0.5, 0.0, 1.0);
    }
    return static_cast<float>(covered / steps);
}

void Renderer::paint(const Area &area, const Mover *mover, double blur) {
    const View &view = sight_.view;
    for (uint32_t y = area.y; y < area.y + area.height; ++y) {
        sampler_->row(y, area.x, area.x + area.width, lightRow_.data());
        for (uint32_t index = 0; mover && index < area.width; ++index) {
            const uint32_t column = sight_.mirror.horizontal
                                        ? layout_.config.width - 1 - area.x - index
                                        : area.x + index;
            const uint32_t row = sight_.mirror.vertical ? layout_.config.height - 1 - y : y;
            const float share =
                coverage(*mover, blur, view.x + (column + 0.5) * view.width / layout_.config.width,
                         view.y + (row + 0.5) * view.height / layout_.config.height);
            float *light = lightRow_.data() + size_t{index} * 3;
            for (size_t channel = 0; share > 0 && channel < 3; ++channel)
                light[channel] += (mover->colour[channel] - light[channel]) * share;
        }
        store(y, area, lightRow_.data());
    }
}

void Renderer::store(uint32_t y, const Area &area, const float *light) {
    const size_t at = size_t{y} * layout_.config.width + area.x;
    if (!layout_.isRaw) {
        for (size_t index = 0; index < size_t{area.width} * 3; ++index)
            codes_[at * 3 + index] = codeOf(light[index]);
        return;
    }
    const RowChannels channels = channelsOf(layout_.order, y);
    for (uint32_t index = 0; index < area.width; ++index) {
        const uint32_t channel = (area.x + index) & 1 ? channels.odd : channels.even;
        const float shade = flaws_.shade(area.x + index, y);
        codes_[at + index] = codeOf(light[size_t{index} * 3 + channel] * shade);
    }
}

RowChannels channelsOf(BayerOrder order, uint32_t y) noexcept {
    // The order's number is where red lies: the distance from it, right and down, tells the colour.
    const uint32_t phase = static_cast<uint32_t>(order) ^ (y & 1) << 1;
    return {phase == 0 ? 0u : phase == 3 ? 2u : 1u, phase == 1 ? 0u : phase == 2 ? 2u : 1u};
}

/// Raw samples that one pixel of an output is made of, of one channel.
static double samplesPerPixel(double pixels, size_t channel) {
    // Green has every second sample, red and blue every fourth; interpolation shares what lies between.
    return std::max(1.0, pixels * (channel == 1 ? 0.5 : 0.25));
}

void Renderer::fillTables(const FrameState &frame, const FrameLight &light, const FrameMark &mark) {
    const double exposed =
        static_cast<double>(frame.exposure) * static_cast<double>(frame.gain) / nominalExposure;
    const double white[3] = {static_cast<double>(light.state.red), 1,
                             static_cast<double>(light.state.blue)};
    const double gains[3] = {static_cast<double>(frame.red), 1, static_cast<double>(frame.blue)};
    constexpr double kept[] = {1, 0.7, 0.5, 0.85, 1};
    const double filtered = kept[std::clamp(frame.look.noiseReduction, 0, 4)];
    const double shrunk = sight_.pixels / layout_.config.width / layout_.config.height;
    for (size_t channel = 0; channel < 3; ++channel) {
        Noise noise = noiseOf(model_, mode_, static_cast<double>(frame.gain));
        if (!layout_.isRaw) {
            const double less = filtered * filtered / samplesPerPixel(shrunk, channel);
            const double merged = frame.hdr == HdrMode::multiExposure ? 0.25 : 1;
            noise = {noise.a * less * merged, noise.b * less * merged};
        }
        if (mark.seed == 0)
            noise = {0, 0};
        const double brightness =
            exposed * light.state.level * light.peak * (1 + light.flickerDepth) / white[channel];
        tables_[channel].fill({brightness, layout_.isRaw ? 1 : gains[channel], noise});
    }
}

uint32_t Renderer::draw(uint8_t *base, const FrameState &frame, const FrameLight &light,
                        const FrameMark &mark, const std::atomic<bool> &cancelled) {
    fillTables(frame, light, mark);
    if (!layout_.isRaw)
        return drawOutput(base, light, frame, mark, cancelled);
    drawRaw(base, light, frame, mark, cancelled);
    return layout_.planes[0].length;
}

uint32_t flickerFactor(const FrameLight &light, uint32_t row, int64_t exposure) noexcept {
    if (!(light.flickerRate > 0) || !(light.flickerDepth > 0))
        return fullFactor;
    const double omega = 2 * std::numbers::pi * light.flickerRate * 1e-9;
    // The phase is taken of a short time, where a double still has all its digits.
    const auto period = static_cast<int64_t>(1e9 / light.flickerRate + 0.5);
    const double begin = omega * static_cast<double>((light.start + row * light.rowTime) % period);
    const double span = omega * static_cast<double>(std::max<int64_t>(exposure, 1));
    const double mean = (std::sin(begin + span) - std::sin(begin)) / span;
    const double factor = (1 + light.flickerDepth * mean) / (1 + light.flickerDepth);
    return static_cast<uint32_t>(std::lround(factor * fullFactor));
}

} // namespace prism::mock
