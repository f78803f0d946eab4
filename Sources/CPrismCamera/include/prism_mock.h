// SPDX-License-Identifier: MIT
// The mock handler's own door: which simulated cameras exist, what they see, what goes wrong with them.
//
// Nothing here opens a file: pixels come in through memory.
#pragma once

#include "prism_camera_types.h"
#include "prism_pipeline.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct prism_mock_options {
    uint32_t size;
    uint32_t virtual_clock; ///< 1: time moves with frames, see prism_mock_set_allowance()
    uint64_t seed;          ///< of the noise; 0: none
    const char *sensor;     ///< a name that prism_mock_sensor_at() gives; NULL: imx708
    const char *faults;     ///< fault script (docs: Sources/CPrismCamera/README.md) or NULL
    /// The scene: sRGB, 3 bytes a pixel in R, G, B order; NULL: see `scene_name`. Copied.
    const uint8_t *scene;
    uint32_t scene_width, scene_height, scene_stride;
    /// 1: exposure controls as in libcamera before 0.5 (no modes, 0 is automatic).
    uint32_t legacy_ae;
    /// 0: buffers are handed over untouched (for timing the path), 1: pixels are drawn.
    uint32_t render;
    // Below: since the scenes; a `size` that ends above leaves them 0.
    /// What it sees where `scene` is NULL: "bars", "chart", "daylight", "night" or "day"; NULL: bars.
    const char *scene_name;
    float
        light_kelvin; ///< colour of the light, 1000 … 40000; 0: a studio lamp (the day's own for "day")
    float flicker_rate;  ///< Hz of the light (twice the mains'), up to 10000; 0: steady
    float flicker_depth; ///< 0 … 1, amplitude beside the mean
    float distance;      ///< metres to the subject, 0.01 or more, or infinite; 0: one metre
    float start_hour;    ///< "day": time of day at the clock's beginning, 0 … 24
    float day_seconds;   ///< "day": length of a day, 1 or more; 0: 86400
    /// Hot pixels, noise of rows and darker corners in raw: 0 where the scene lies on the sensor (not bars, not
    /// a picture) and there is noise, 1 yes, 2 no.
    uint32_t flaws;
    /// Metres to what lies around the subject, which stands in the middle third both ways; 0: as far.
    float background;
    /// 1: a second output can be cropped by itself, by rpi::ScalerCrops as on the Pi 5.
    uint32_t stream_crops;
} prism_mock_options;

/// The figures of one simulated sensor, for tests to compare with Tuning/.
typedef struct prism_mock_sensor {
    uint32_t size;
    uint32_t width, height;
    uint32_t bayer_order;       ///< 0 RGGB, 1 GRBG, 2 GBRG, 3 BGGR
    uint32_t bits, black_level; ///< black on a 16-bit scale
    int64_t line_ns, longest_exposure_ns;
    float smallest_gain, largest_gain, gain_scale;
    uint32_t gain_code; ///< 0 scale / (scale - code), 1 code / scale, 2 10 ^ (code / scale)
    uint32_t exposure_delay, gain_delay, duration_delay, margin_lines, unit_cell_nm;
    uint32_t has_global_shutter, has_moving_lens;
    float full_well, read_before, read_after; ///< electrons
    float row_noise, hot_share, hot_current;  ///< electrons; of all pixels; electrons per second
    float lens_farthest, lens_nearest, lens_usual; ///< dioptres
    float focal_length_mm, aperture;
    uint32_t mode_count, illuminant_count;
    uint32_t mode_width[4], mode_height[4], mode_crop_width[4], mode_crop_height[4];
    int64_t mode_shortest_ns[4];
    float illuminant_kelvin[7], illuminant_red[7], illuminant_blue[7];
    char name[16];
} prism_mock_sensor;

/// Fills `*out` with the figures of the sensor of an index from 0 up. Thread: any.  Errors: -ENOENT after the last.
int prism_mock_sensor_at(uint32_t index, prism_mock_sensor *out) PRISM_NOEXCEPT;

/// Makes a camera known to the mock's manager, at once also to an open one (hotplug).
/// Thread: any.  Errors: -EEXIST, -EINVAL (`message`, may be NULL, gets one line: what, where, what was expected).
int prism_mock_define(const char *camera_id, const prism_mock_options *options, char *message,
                      size_t message_size) PRISM_NOEXCEPT;
/// Forgets it. Thread: any.  Errors: -ENOENT, -EBUSY it is open.
int prism_mock_undefine(const char *camera_id) PRISM_NOEXCEPT;

/// Virtual clock only: the next frame is made when at most `frames` completions are out (default 0: time
/// stands still while anybody holds a frame). Raise it while something slow holds one on purpose.
/// Thread: any.  Errors: -ENOENT.
int prism_mock_set_allowance(const char *camera_id, uint32_t frames) PRISM_NOEXCEPT;

/// Multiplies the light of the scene from the next frame on; `kelvin` 0 leaves its colour.
/// Thread: any.  Errors: -ENOENT, -EINVAL a factor outside 0 … 1e9, a colour outside 1000 … 40000.
int prism_mock_set_light(const char *camera_id, double factor, float kelvin) PRISM_NOEXCEPT;
/// Moves the subject, in metres from 0.01 on, or infinity. Thread: any.  Errors: -ENOENT, -EINVAL.
int prism_mock_set_distance(const char *camera_id, float metres) PRISM_NOEXCEPT;

/// The switch of the sensor's own HDR, as V4L2's WIDE_DYNAMIC_RANGE of the imx708: what modes there are changes
/// with it, but a manager sees that only when it starts. Thread: any.
/// Errors: -ENOENT, -ENOTTY the sensor has no such switch, -EBUSY the camera is open.
int prism_mock_set_sensor_hdr(const char *camera_id, int is_on) PRISM_NOEXCEPT;
/// 1 where it is on, else 0. Thread: any.  Errors: as above.
int prism_mock_sensor_hdr(const char *camera_id) PRISM_NOEXCEPT;

/// Bytes that all mock cameras hold besides buffers: scenes, their light at the streams' sizes, tables.
/// Thread: any.
uint64_t prism_mock_memory_bytes(void) PRISM_NOEXCEPT;

/// Bytes of memfd buffers alive, of all mock cameras. Thread: any.
uint64_t prism_mock_buffer_bytes(void) PRISM_NOEXCEPT;

/// The mock as a handler; static. Thread: any.
const prism_pipeline_v1 *prism_mock_pipeline(uint32_t abi) PRISM_NOEXCEPT;

#ifdef __cplusplus
}
#endif
