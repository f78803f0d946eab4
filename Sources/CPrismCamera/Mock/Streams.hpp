// SPDX-License-Identifier: MIT
// Streams as the mock can make them: adjusting a wish, and how the planes lie in a buffer.
#pragma once

#include "../include/prism_camera_types.h"
#include "Light.hpp"
#include "SensorTable.hpp"

namespace prism::mock {

/// DRM's MIPI_FORMAT_MOD_CSI2_PACKED: vendor 0x0b, value 1.
inline constexpr uint64_t packedModifier = uint64_t{0x0B} << 56 | 1;

/// How the pixels of an output lie in memory.
enum class Packing : uint8_t { nv12, yuv420, xrgb, xbgr, rgb, bgr, jpeg };

/// One stream as configured.
struct StreamLayout {
    prism_stream_config config;
    bool isRaw;
    BayerOrder order;    ///< raw only; after the orientation
    uint32_t bits;       ///< raw only: of the sensor's converter
    uint32_t storedBits; ///< raw only: of a sample in memory; above `bits` it lies at the upper end
    bool isPacked;       ///< raw only: CSI-2 packing
    Packing packing;     ///< outputs only
    uint32_t planeCount;
    prism_plane planes[PRISM_MAX_PLANES]; ///< without descriptor
};

/// EXIF orientation 1 … 4 as mirrors of what the sensor sees.
Mirror mirrorOf(uint32_t orientation) noexcept;

/// Adjusts a wish to what the sensor can do. `*mode` becomes the sensor mode.
/// Returns 0 as asked, 1 adjusted, -EINVAL where it cannot be adjusted.
int adjust(const SensorModel &model, prism_configuration &configuration,
           const SensorMode **mode) noexcept;

/// Planes of an adjusted stream.
StreamLayout layOut(const SensorModel &model, const prism_stream_config &stream,
                    uint32_t orientation, uint32_t sensorBits) noexcept;

/// Visits the formats of a role. Returns their number or -EINVAL.
int visitFormats(const SensorModel &model, uint32_t role, void *context,
                 void (*visit)(void *, const prism_format *));

} // namespace prism::mock
