// SPDX-License-Identifier: MIT
// Plain structs that cross the camera ABI; every struct that may grow begins with its own size.
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
#define PRISM_NOEXCEPT noexcept
extern "C" {
#else
#define PRISM_NOEXCEPT
#endif

/// Most streams of one configuration, and so most images of one completion.
#define PRISM_MAX_STREAMS 3
/// Most planes of one image.
#define PRISM_MAX_PLANES 3
/// Most buffers (requests) of one configuration.
#define PRISM_MAX_BUFFERS 16

/// Type of a control value. The numbers are ours and stable; libcamera's changed in 0.4.
typedef enum prism_type {
    PRISM_TYPE_NONE = 0,
    PRISM_TYPE_BOOL = 1,      ///< uint8_t, 0 or 1
    PRISM_TYPE_BYTE = 2,      ///< uint8_t
    PRISM_TYPE_U16 = 3,       ///< uint16_t
    PRISM_TYPE_U32 = 4,       ///< uint32_t
    PRISM_TYPE_I32 = 5,       ///< int32_t
    PRISM_TYPE_I64 = 6,       ///< int64_t
    PRISM_TYPE_FLOAT = 7,     ///< float
    PRISM_TYPE_STRING = 8,    ///< bytes without a terminator; `count` bytes
    PRISM_TYPE_RECTANGLE = 9, ///< int32_t x, y; uint32_t width, height
    PRISM_TYPE_SIZE = 10,     ///< uint32_t width, height
    PRISM_TYPE_POINT = 11,    ///< int32_t x, y
    PRISM_TYPE_UNKNOWN = 255  ///< a type that the handler cannot express here
} prism_type;

/// A control value: `count` packed elements in native layout.
/// `data` is borrowed for as long as the struct that holds it says.
typedef struct prism_value {
    uint32_t type;     ///< prism_type
    uint32_t is_array; ///< 0 or 1
    size_t count;      ///< elements; for a string, bytes
    const void *data;
} prism_value;

/// One control (or property) that a camera has. Strings live as long as the camera is open.
typedef struct prism_control_info {
    uint32_t size;
    uint32_t id;        ///< the handler's own number; what prism_control_entry refers to
    const char *name;   ///< e.g. "ExposureTime"
    const char *vendor; ///< e.g. "libcamera", "rpi", "draft"; "" when the handler does not know
    uint32_t type;      ///< prism_type
    uint32_t direction; ///< 1 input, 2 output, 3 both, 0 not known
    size_t fixed_count; ///< 0 scalar, SIZE_MAX any number of elements, else exactly so many
    prism_value minimum, maximum, default_value; ///< borrowed for the call; type NONE when unknown
} prism_control_info;

/// A control to set, already checked: `id` and the value's type and count are those of its info.
typedef struct prism_control_entry {
    uint32_t id;
    prism_value value; ///< borrowed for the call
} prism_control_entry;

/// A control to set by name, not checked yet.
typedef struct prism_control_request {
    const char *name;
    const char *vendor; ///< NULL or "": any vendor
    prism_value value;  ///< all borrowed for the call
} prism_control_request;

typedef enum prism_role {
    PRISM_ROLE_RAW = 0,
    PRISM_ROLE_STILL = 1,
    PRISM_ROLE_VIDEO = 2,
    PRISM_ROLE_VIEWFINDER = 3
} prism_role;

/// Colour space by its four parts; 0 in a part means "not stated".
typedef struct prism_color_space {
    uint8_t primaries; ///< 1 raw, 2 SMPTE 170M, 3 Rec. 709 (sRGB), 4 Rec. 2020
    uint8_t transfer;  ///< 1 linear, 2 sRGB, 3 Rec. 709
    uint8_t matrix;    ///< 1 none (RGB), 2 Rec. 601, 3 Rec. 709, 4 Rec. 2020
    uint8_t range;     ///< 1 full, 2 limited
} prism_color_space;

/// One stream, both as a wish (0 = handler's choice) and as what was configured.
typedef struct prism_stream_config {
    uint32_t role;     ///< prism_role
    uint32_t fourcc;   ///< DRM fourcc, memory order as DRM defines it
    uint64_t modifier; ///< DRM modifier; 0 linear
    uint32_t width, height;
    uint32_t stride;     ///< bytes per row of plane 0; wish 0: handler's choice
    uint32_t frame_size; ///< bytes; output only
    prism_color_space color_space;
} prism_stream_config;

/// Streams and sensor mode of a camera. In: the wish; out: what is configured.
typedef struct prism_configuration {
    uint32_t size;
    uint32_t stream_count; ///< 1 … PRISM_MAX_STREAMS
    prism_stream_config streams[PRISM_MAX_STREAMS];
    uint32_t buffer_count; ///< requests in flight; wish 0: handler's choice
    uint32_t orientation;  ///< EXIF orientation 1 … 8 of the pixels; 0 or 1: as mounted
    uint32_t sensor_width, sensor_height; ///< wish 0: handler's choice; out 0: not known
    uint32_t sensor_bit_depth;
} prism_configuration;

/// A format and size that a role offers; step 0 means just the minimum size.
typedef struct prism_format {
    uint32_t fourcc;
    uint64_t modifier;
    uint32_t min_width, min_height, max_width, max_height, step_width, step_height;
} prism_format;

/// One plane in a file descriptor. The descriptor is borrowed until the token is given back.
typedef struct prism_plane {
    int32_t fd;
    uint32_t offset; ///< not necessarily page aligned: map from 0 to offset + length
    uint32_t length;
    uint32_t stride;     ///< bytes per row
    uint32_t bytes_used; ///< 0 when the handler does not say
} prism_plane;

typedef struct prism_image {
    uint32_t stream_index;
    uint32_t plane_count;
    prism_plane planes[PRISM_MAX_PLANES];
} prism_image;

typedef enum prism_completion_status {
    PRISM_COMPLETION_OK = 0,
    PRISM_COMPLETION_ERROR = 1,     ///< delivered, but the pixels cannot be trusted
    PRISM_COMPLETION_CANCELLED = 2, ///< timed out while running; never queued again by itself
    PRISM_COMPLETION_STARTUP = 3    ///< not converged yet; the bridge queues it again and hides it
} prism_completion_status;

/// Clock that a timestamp was read from.
typedef enum prism_clock {
    PRISM_CLOCK_UNKNOWN = 0,
    PRISM_CLOCK_BOOTTIME = 1,
    PRISM_CLOCK_MONOTONIC = 2,
    PRISM_CLOCK_VIRTUAL = 3 ///< the mock's own time
} prism_clock;

/// Bits of prism_metadata.valid.
typedef enum prism_metadata_field {
    PRISM_HAS_TIMESTAMP = 1 << 0,
    PRISM_HAS_EXPOSURE = 1 << 1,
    PRISM_HAS_ANALOGUE_GAIN = 1 << 2,
    PRISM_HAS_DIGITAL_GAIN = 1 << 3,
    PRISM_HAS_FRAME_DURATION = 1 << 4,
    PRISM_HAS_COLOUR_GAINS = 1 << 5,
    PRISM_HAS_COLOUR_TEMPERATURE = 1 << 6,
    PRISM_HAS_COLOUR_MATRIX = 1 << 7,
    PRISM_HAS_LENS_POSITION = 1 << 8,
    PRISM_HAS_AE_STATE = 1 << 9,
    PRISM_HAS_AWB_STATE = 1 << 10,
    PRISM_HAS_AF_STATE = 1 << 11,
    PRISM_HAS_LUX = 1 << 12,
    PRISM_HAS_SENSOR_TEMPERATURE = 1 << 13,
    PRISM_HAS_BLACK_LEVELS = 1 << 14,
    PRISM_HAS_SCALER_CROP = 1 << 15,
    PRISM_HAS_FOCUS_FOM = 1 << 16
} prism_metadata_field;

/// What a completed request says of itself; a field counts only when its bit is in `valid`.
typedef struct prism_metadata {
    uint32_t size;
    uint32_t valid;
    uint32_t sequence;
    uint32_t clock;       ///< prism_clock of `timestamp_ns`
    int64_t timestamp_ns; ///< start of the first row's exposure, or as near as the handler knows
    int64_t exposure_ns;  ///< exposure time
    int64_t frame_duration_ns; ///< start of this frame to start of the next
    float analogue_gain, digital_gain;
    float colour_gains[2];    ///< red, blue
    float colour_temperature; ///< kelvin
    float colour_matrix[9];   ///< row major, sensor RGB to output RGB
    float lens_position;      ///< dioptres
    float lux;
    float sensor_temperature; ///< degrees Celsius
    uint32_t black_levels[4]; ///< R, Gr, Gb, B on a 16-bit scale
    uint32_t ae_state;        ///< 0 idle (off), 1 searching, 2 converged
    uint32_t awb_state;       ///< 0 off, 1 searching, 2 locked
    uint32_t af_state;        ///< 0 idle, 1 scanning, 2 focused, 3 failed
    uint32_t focus_fom;
    int32_t crop_x, crop_y; ///< scaler crop in sensor coordinates
    uint32_t crop_width, crop_height;
} prism_metadata;

/// A completed request. The struct, its descriptors and its blob stay valid until its token is given
/// back with prism_session_requeue(), also over stop, configure and close.
typedef struct prism_completion {
    uint32_t size;
    uint32_t status; ///< prism_completion_status
    uint64_t token;  ///< generation and slot; never 0
    /// Highest prism_session_set_controls() serial that this request carried or that was queued
    /// before it; says nothing of when the sensor applied it.
    uint64_t control_serial;
    uint32_t hidden_frames; ///< start-up frames hidden since the previous completion
    uint32_t image_count;
    prism_image images[PRISM_MAX_STREAMS];
    prism_metadata metadata;
    const uint8_t *blob; ///< whole metadata list, packed as prism_blob_entry records
    uint32_t blob_size;
} prism_completion;

/// Header of one record in a metadata blob. It is followed by `name_length` bytes of name, then
/// padding to 8 bytes, then the value's packed elements, then padding to 8 bytes (`record_size` in all).
typedef struct prism_blob_entry {
    uint32_t record_size;
    uint16_t type; ///< prism_type
    uint16_t is_array;
    uint32_t count;
    uint32_t name_length;
} prism_blob_entry;

#ifdef __cplusplus
}
#endif
