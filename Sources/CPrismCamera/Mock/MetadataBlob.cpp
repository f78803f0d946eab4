// SPDX-License-Identifier: MIT
// Writes what a frame says of itself: the fixed struct, and the packed list under libcamera's names.
#include "MetadataBlob.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace prism::mock {

namespace {

/// What the simulated room is like.
constexpr float sensorTemperature = 35;

constexpr uint32_t padded(size_t size) noexcept {
    return static_cast<uint32_t>((size + 7) & ~size_t{7});
}

/// Packs records one after the other.
class BlobWriter {
public:
    BlobWriter(uint8_t *blob, uint32_t capacity) noexcept : blob_(blob), capacity_(capacity) {}

    template <typename T, size_t count>
    void add(const char *name, prism_type type, const T (&values)[count], bool isArray) noexcept {
        const size_t nameLength = std::strlen(name);
        const uint32_t valueBytes = padded(type == PRISM_TYPE_RECTANGLE ? 16 : sizeof values);
        const uint32_t nameBytes = padded(sizeof(prism_blob_entry) + nameLength);
        const uint32_t size = nameBytes + valueBytes;
        if (!blob_ || size > capacity_ - used_)
            return;
        uint8_t *record = blob_ + used_;
        std::memset(record, 0, size);
        const prism_blob_entry header = {
            size, static_cast<uint16_t>(type), static_cast<uint16_t>(isArray ? 1 : 0),
            type == PRISM_TYPE_RECTANGLE ? 1u : static_cast<uint32_t>(count),
            static_cast<uint32_t>(nameLength)};
        std::memcpy(record, &header, sizeof header);
        std::memcpy(record + sizeof header, name, nameLength);
        std::memcpy(record + nameBytes, values, sizeof values);
        used_ += size;
    }

    template <typename T> void add(const char *name, prism_type type, T value) noexcept {
        const T values[1] = {value};
        add(name, type, values, false);
    }

    uint32_t used() const noexcept { return used_; }

private:
    uint8_t *blob_;
    uint32_t capacity_;
    uint32_t used_ = 0;
};

void fillMetadata(const SensorModel &model, const FrameState &frame, const Crop &crop,
                  prism_metadata &metadata) noexcept {
    metadata.valid |= PRISM_HAS_EXPOSURE | PRISM_HAS_ANALOGUE_GAIN | PRISM_HAS_DIGITAL_GAIN |
                      PRISM_HAS_FRAME_DURATION | PRISM_HAS_COLOUR_GAINS |
                      PRISM_HAS_COLOUR_TEMPERATURE | PRISM_HAS_COLOUR_MATRIX | PRISM_HAS_AE_STATE |
                      PRISM_HAS_AWB_STATE | PRISM_HAS_LUX | PRISM_HAS_SENSOR_TEMPERATURE |
                      PRISM_HAS_BLACK_LEVELS | PRISM_HAS_SCALER_CROP;
    metadata.exposure_ns = frame.exposure;
    metadata.frame_duration_ns = frame.duration;
    metadata.analogue_gain = frame.gain;
    metadata.digital_gain = 1;
    metadata.colour_gains[0] = frame.red;
    metadata.colour_gains[1] = frame.blue;
    metadata.colour_temperature = frame.colourTemperature;
    std::copy_n(frame.look.matrix, 9, metadata.colour_matrix);
    metadata.lux = frame.lux;
    metadata.sensor_temperature = sensorTemperature;
    std::fill_n(metadata.black_levels, 4, model.blackLevel);
    metadata.ae_state = frame.aeState;
    metadata.awb_state = frame.awbState;
    metadata.crop_x = crop.x;
    metadata.crop_y = crop.y;
    metadata.crop_width = crop.width;
    metadata.crop_height = crop.height;
    if (!model.lens.moves)
        return;
    metadata.valid |= PRISM_HAS_LENS_POSITION | PRISM_HAS_AF_STATE | PRISM_HAS_FOCUS_FOM;
    metadata.lens_position = frame.lens;
    metadata.af_state = frame.afState;
    metadata.focus_fom = frame.focusFom;
}

void fillBlob(const SensorModel &model, const FrameState &frame, const prism_metadata &metadata,
              BlobWriter &blob) noexcept {
    const auto us = [](int64_t ns) { return static_cast<int32_t>(ns / 1000); };
    blob.add("ExposureTime", PRISM_TYPE_I32, us(metadata.exposure_ns));
    blob.add("AnalogueGain", PRISM_TYPE_FLOAT, metadata.analogue_gain);
    blob.add("DigitalGain", PRISM_TYPE_FLOAT, metadata.digital_gain);
    blob.add("ColourGains", PRISM_TYPE_FLOAT, metadata.colour_gains, true);
    blob.add("ColourTemperature", PRISM_TYPE_I32,
             static_cast<int32_t>(std::lround(std::min(metadata.colour_temperature, 1e6f))));
    blob.add("ColourCorrectionMatrix", PRISM_TYPE_FLOAT, metadata.colour_matrix, true);
    blob.add("FrameDuration", PRISM_TYPE_I64, metadata.frame_duration_ns / 1000);
    blob.add("SensorTimestamp", PRISM_TYPE_I64, metadata.timestamp_ns);
    blob.add("Lux", PRISM_TYPE_FLOAT, metadata.lux);
    blob.add("SensorTemperature", PRISM_TYPE_FLOAT, metadata.sensor_temperature);
    const int32_t black = static_cast<int32_t>(model.blackLevel);
    const int32_t blackLevels[4] = {black, black, black, black};
    blob.add("SensorBlackLevels", PRISM_TYPE_I32, blackLevels, true);
    const int32_t crop[4] = {metadata.crop_x, metadata.crop_y,
                             static_cast<int32_t>(metadata.crop_width),
                             static_cast<int32_t>(metadata.crop_height)};
    blob.add("ScalerCrop", PRISM_TYPE_RECTANGLE, crop, false);
    blob.add("AeState", PRISM_TYPE_I32, static_cast<int32_t>(metadata.ae_state));
    if (frame.flickerPeriod > 0)
        blob.add("AeFlickerDetected", PRISM_TYPE_I32, frame.flickerPeriod);
    blob.add("HdrMode", PRISM_TYPE_I32, static_cast<int32_t>(frame.hdr));
    blob.add("HdrChannel", PRISM_TYPE_I32, frame.hdrChannel);
    if (!model.lens.moves)
        return;
    blob.add("LensPosition", PRISM_TYPE_FLOAT, metadata.lens_position);
    blob.add("AfState", PRISM_TYPE_I32, static_cast<int32_t>(metadata.af_state));
    blob.add("AfPauseState", PRISM_TYPE_I32, frame.afPauseState);
    blob.add("FocusFoM", PRISM_TYPE_I32, static_cast<int32_t>(metadata.focus_fom));
}

} // namespace

void describeFrame(const SensorModel &model, const FrameState &frame, const Crop &crop,
                   uint32_t blobCapacity, prism_completion &completion) noexcept {
    fillMetadata(model, frame, crop, completion.metadata);
    // The ABI lends the blob for writing although clients see it constant.
    BlobWriter blob(const_cast<uint8_t *>(completion.blob), blobCapacity);
    fillBlob(model, frame, completion.metadata, blob);
    completion.blob_size = blob.used();
}

} // namespace prism::mock
