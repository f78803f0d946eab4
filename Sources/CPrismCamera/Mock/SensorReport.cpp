// SPDX-License-Identifier: MIT
// The simulated sensors' figures as a C struct, for tests that compare them with Tuning/.
#include "../include/prism_mock.h"
#include "SensorTable.hpp"

#include <cerrno>
#include <cstdio>

namespace {

using prism::mock::SensorModel;

void fillLists(const SensorModel &model, prism_mock_sensor &out) noexcept {
    for (const auto &mode : model.modes) {
        if (mode.width == 0)
            break;
        const uint32_t index = out.mode_count++;
        out.mode_width[index] = mode.width;
        out.mode_height[index] = mode.height;
        out.mode_crop_width[index] = mode.cropWidth;
        out.mode_crop_height[index] = mode.cropHeight;
        out.mode_shortest_ns[index] = mode.shortestFrame;
    }
    for (const auto &light : model.illuminants) {
        if (light.kelvin == 0)
            break;
        const uint32_t index = out.illuminant_count++;
        out.illuminant_kelvin[index] = light.kelvin;
        out.illuminant_red[index] = light.red;
        out.illuminant_blue[index] = light.blue;
    }
}

void fillOptics(const SensorModel &model, prism_mock_sensor &out) noexcept {
    out.full_well = model.noise.fullWell;
    out.read_before = model.noise.readBefore;
    out.read_after = model.noise.readAfter;
    out.row_noise = model.noise.row;
    out.hot_share = model.noise.hotShare;
    out.hot_current = model.noise.hotCurrent;
    out.lens_farthest = model.lens.farthest;
    out.lens_nearest = model.lens.nearest;
    out.lens_usual = model.lens.usual;
    out.focal_length_mm = model.lens.focalLength;
    out.aperture = model.lens.aperture;
    out.has_moving_lens = model.lens.moves ? 1 : 0;
}

} // namespace

int prism_mock_sensor_at(uint32_t index, prism_mock_sensor *out) noexcept {
    const SensorModel *model = prism::mock::sensorAt(index);
    if (!model || !out)
        return model ? -EINVAL : -ENOENT;
    *out = {};
    out->size = sizeof *out;
    std::snprintf(out->name, sizeof out->name, "%s", model->name);
    out->width = model->width;
    out->height = model->height;
    out->bayer_order = static_cast<uint32_t>(model->order);
    out->bits = model->bits;
    out->black_level = model->blackLevel;
    out->line_ns = model->lineTime;
    out->longest_exposure_ns = model->longestExposure;
    out->smallest_gain = model->smallestGain;
    out->largest_gain = model->largestGain;
    out->gain_scale = model->gainScale;
    out->gain_code = static_cast<uint32_t>(model->gainCode);
    out->exposure_delay = model->exposureDelay;
    out->gain_delay = model->gainDelay;
    out->duration_delay = model->durationDelay;
    out->margin_lines = model->marginLines;
    out->unit_cell_nm = static_cast<uint32_t>(model->unitCell);
    out->has_global_shutter = model->hasGlobalShutter ? 1 : 0;
    fillOptics(*model, *out);
    fillLists(*model, *out);
    return 0;
}
