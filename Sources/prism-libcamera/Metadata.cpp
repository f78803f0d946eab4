// SPDX-License-Identifier: MIT
// One pass over a metadata list for the fields, one for the blob.
#include "Metadata.hpp"

#include "Blob.hpp"

#include <algorithm>
#include <cstring>
#include <libcamera/control_ids.h>
#include <string>

namespace prism {

namespace {

using Value = libcamera::ControlValue;

constexpr libcamera::ControlType typeFor(bool) {
    return libcamera::ControlTypeBool;
}
constexpr libcamera::ControlType typeFor(int32_t) {
    return libcamera::ControlTypeInteger32;
}
constexpr libcamera::ControlType typeFor(int64_t) {
    return libcamera::ControlTypeInteger64;
}
constexpr libcamera::ControlType typeFor(float) {
    return libcamera::ControlTypeFloat;
}

/// Copies `count` elements when the value has this type and number; get() would assert it.
template <typename T> bool elements(const Value &value, T *out, size_t count) {
    if (value.type() != typeFor(T{}) || value.numElements() != count)
        return false;
    std::memcpy(out, value.data().data(), count * sizeof(T));
    return true;
}

template <typename T> bool scalar(const Value &value, T &out) {
    return elements(value, &out, 1);
}

bool microseconds(const Value &value, int64_t &nanoseconds) {
    int32_t narrow = 0;
    int64_t wide = 0;
    if (scalar(value, narrow))
        wide = narrow;
    else if (!scalar(value, wide))
        return false;
    nanoseconds = wide * 1000;
    return true;
}

/// A number that is never negative, cut off at `last`.
bool count(const Value &value, uint32_t &out, int32_t last) {
    int32_t number = 0;
    if (!scalar(value, number) || number < 0)
        return false;
    out = static_cast<uint32_t>(std::min(number, last));
    return true;
}

bool lockState(const Value &value, uint32_t &out) {
    bool locked = false;
    if (!scalar(value, locked))
        return false;
    out = locked ? 2 : 1;
    return true;
}

bool blackLevels(const Value &value, prism_metadata &out) {
    int32_t levels[4];
    if (!elements(value, levels, 4))
        return false;
    for (size_t i = 0; i < 4; i++)
        out.black_levels[i] = static_cast<uint32_t>(std::max(levels[i], 0));
    return true;
}

bool scalerCrop(const Value &value, prism_metadata &out) {
    if (value.type() != libcamera::ControlTypeRectangle || value.numElements() != 1)
        return false;
    const auto crop = *reinterpret_cast<const libcamera::Rectangle *>(value.data().data());
    out.crop_x = crop.x;
    out.crop_y = crop.y;
    out.crop_width = crop.width;
    out.crop_height = crop.height;
    return true;
}

bool colourTemperature(const Value &value, prism_metadata &out) {
    int32_t kelvin = 0;
    if (!scalar(value, kelvin))
        return false;
    out.colour_temperature = static_cast<float>(kelvin);
    return true;
}

using Out = prism_metadata;
constexpr struct {
    const char *name;
    uint32_t bit;
    StoreField store;
} fields[] = {
    {"SensorTimestamp", PRISM_HAS_TIMESTAMP,
     [](const Value &v, Out &o) { return scalar(v, o.timestamp_ns); }},
    {"ExposureTime", PRISM_HAS_EXPOSURE,
     [](const Value &v, Out &o) { return microseconds(v, o.exposure_ns); }},
    {"AnalogueGain", PRISM_HAS_ANALOGUE_GAIN,
     [](const Value &v, Out &o) { return scalar(v, o.analogue_gain); }},
    {"DigitalGain", PRISM_HAS_DIGITAL_GAIN,
     [](const Value &v, Out &o) { return scalar(v, o.digital_gain); }},
    {"FrameDuration", PRISM_HAS_FRAME_DURATION,
     [](const Value &v, Out &o) { return microseconds(v, o.frame_duration_ns); }},
    {"ColourGains", PRISM_HAS_COLOUR_GAINS,
     [](const Value &v, Out &o) { return elements(v, o.colour_gains, 2); }},
    {"ColourTemperature", PRISM_HAS_COLOUR_TEMPERATURE, colourTemperature},
    {"ColourCorrectionMatrix", PRISM_HAS_COLOUR_MATRIX,
     [](const Value &v, Out &o) { return elements(v, o.colour_matrix, 9); }},
    {"LensPosition", PRISM_HAS_LENS_POSITION,
     [](const Value &v, Out &o) { return scalar(v, o.lens_position); }},
    {"AeState", PRISM_HAS_AE_STATE, [](const Value &v, Out &o) { return count(v, o.ae_state, 2); }},
    {"AeLocked", PRISM_HAS_AE_STATE,
     [](const Value &v, Out &o) { return lockState(v, o.ae_state); }},
    // libcamera tells converged (2) from locked (3); here both are a settled white balance.
    {"AwbState", PRISM_HAS_AWB_STATE,
     [](const Value &v, Out &o) { return count(v, o.awb_state, 2); }},
    {"AwbLocked", PRISM_HAS_AWB_STATE,
     [](const Value &v, Out &o) { return lockState(v, o.awb_state); }},
    {"AfState", PRISM_HAS_AF_STATE, [](const Value &v, Out &o) { return count(v, o.af_state, 3); }},
    {"Lux", PRISM_HAS_LUX, [](const Value &v, Out &o) { return scalar(v, o.lux); }},
    {"SensorTemperature", PRISM_HAS_SENSOR_TEMPERATURE,
     [](const Value &v, Out &o) { return scalar(v, o.sensor_temperature); }},
    {"SensorBlackLevels", PRISM_HAS_BLACK_LEVELS, blackLevels},
    {"ScalerCrop", PRISM_HAS_SCALER_CROP, scalerCrop},
    {"FocusFoM", PRISM_HAS_FOCUS_FOM,
     [](const Value &v, Out &o) { return count(v, o.focus_fom, INT32_MAX); }},
};

} // namespace

MetadataReader::MetadataReader() {
    for (const auto &[id, control] : libcamera::controls::controls) {
        Entry entry = {id, control, nullptr, 0};
        for (const auto &field : fields)
            if (control->name() == field.name) {
                entry.store = field.store;
                entry.bit = field.bit;
            }
        entries_.push_back(entry);
    }
    std::sort(entries_.begin(), entries_.end(),
              [](const Entry &a, const Entry &b) { return a.id < b.id; });
}

const MetadataReader::Entry *MetadataReader::find(uint32_t id) const {
    const auto found =
        std::lower_bound(entries_.begin(), entries_.end(), id,
                         [](const Entry &entry, uint32_t key) { return entry.id < key; });
    return found != entries_.end() && found->id == id ? &*found : nullptr;
}

void MetadataReader::read(const libcamera::ControlList &list, prism_metadata &out) const {
    for (const auto &[id, value] : list) {
        const Entry *entry = find(id);
        if (entry && entry->store && entry->store(value, out))
            out.valid |= entry->bit;
    }
}

uint32_t MetadataReader::pack(const libcamera::ControlList &list, uint8_t *blob,
                              uint32_t capacity) const {
    BlobWriter writer(blob, capacity);
    for (const auto &[id, value] : list) {
        if (const Entry *entry = find(id)) {
            writer.add(entry->control->name(), value);
        } else if (list.idMap()) {
            // A control that this pipeline handler defines for itself.
            const auto own = list.idMap()->find(id);
            if (own != list.idMap()->end())
                writer.add(own->second->name(), value);
        }
    }
    return writer.size();
}

} // namespace prism
