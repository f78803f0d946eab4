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
    uint64_t seed;          ///< of the noise in raw images; 0: none
    const char *sensor;     ///< "imx708", "imx477", "imx219", "ov5647"; NULL: imx708
    const char *faults;     ///< fault script (docs: Sources/CPrismCamera/README.md) or NULL
    /// The scene: sRGB, 3 bytes a pixel in R, G, B order; NULL: colour bars. Copied.
    const uint8_t *scene;
    uint32_t scene_width, scene_height, scene_stride;
    /// 1: exposure controls as in libcamera before 0.5 (no modes, 0 is automatic).
    uint32_t legacy_ae;
    /// 0: buffers are handed over untouched (for timing the path), 1: pixels are drawn.
    uint32_t render;
} prism_mock_options;

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

/// Bytes of memfd buffers alive, of all mock cameras. Thread: any.
uint64_t prism_mock_buffer_bytes(void) PRISM_NOEXCEPT;

/// The mock as a handler; static. Thread: any.
const prism_pipeline_v1 *prism_mock_pipeline(uint32_t abi) PRISM_NOEXCEPT;

#ifdef __cplusplus
}
#endif
