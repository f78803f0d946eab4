// SPDX-License-Identifier: MIT
// What every codec shares: pixels to read, a place to write to, a picture to fill.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// How the components of a source are to be read.
enum prism_image_kind {
    PRISM_IMAGE_GREY = 0, ///< component 0 is luma
    PRISM_IMAGE_YCC = 1,  ///< components Y, Cb, Cr
    PRISM_IMAGE_RGB = 2   ///< components R, G, B
};

/// Matrix between RGB and Y'CbCr.
enum prism_image_matrix { PRISM_IMAGE_REC601 = 0, PRISM_IMAGE_REC709 = 1, PRISM_IMAGE_REC2020 = 2 };

/// One component: sample (x, y) is at base + y * stride + x * step.
typedef struct prism_image_component {
    const uint8_t *base;
    ptrdiff_t stride; ///< bytes
    uint32_t step;    ///< bytes; 1 planar, 2 … 4 interleaved
} prism_image_component;

/// Pixels to encode, borrowed for the call. Components 1 and 2 of PRISM_IMAGE_YCC have
/// ceil(width / 2^h_shift) by ceil(height / 2^v_shift) samples; shifts are 0 or 1.
typedef struct prism_image_source {
    uint32_t kind; ///< prism_image_kind
    uint32_t width, height;
    uint32_t h_shift, v_shift;
    uint32_t matrix;        ///< prism_image_matrix; read for PRISM_IMAGE_YCC
    uint32_t limited_range; ///< 1: luma 16…235, chroma 16…240; read for PRISM_IMAGE_YCC and GREY
    prism_image_component components[3];
} prism_image_source;

/// Continues a checksum over `size` bytes.
typedef uint32_t prism_image_checksum_fn(uint32_t checksum, const void *data, size_t size);

/// Where encoded bytes go: a descriptor or, where `fd` is negative, `memory`.
/// After a failed call `bytes` says how much was written; the descriptor stays the caller's.
typedef struct prism_image_output {
    int fd;
    uint8_t *memory;                   ///< borrowed for the call
    size_t capacity;                   ///< of `memory`; beyond it a call fails with -ENOBUFS
    prism_image_checksum_fn *checksum; ///< NULL: none
    uint64_t bytes;                    ///< in: 0; out: bytes written
    uint32_t crc;                      ///< in: 0; out: checksum of the bytes written
} prism_image_output;

/// Room for one line of explanation.
#define PRISM_IMAGE_TEXT 200

/// Why a call failed, for a person; empty when there is nothing to add to the errno.
typedef struct prism_image_text {
    char text[PRISM_IMAGE_TEXT];
} prism_image_text;

/// A picture to decode into: packed R, G, B rows of `width` * 3 bytes, owned by the caller.
typedef struct prism_image_picture {
    uint32_t width, height; ///< as the header said
    uint8_t *pixels;        ///< width * height * 3 bytes
} prism_image_picture;

/// Writes all bytes; short writes and EINTR are handled, a non-blocking descriptor is waited for.
/// A broken pipe raises SIGPIPE unless the program ignores it.
/// Thread: any.  Errors: -errno of write(2); -ENOBUFS (memory is full).
int prism_image_write(prism_image_output *output, const void *data, size_t size);

/// Averages one component of sw by sh samples down to dw by dh, at most 4 by 4 samples per
/// result. `destination` has rows of dw * destination_step bytes. Thread: any.
void prism_image_shrink(uint8_t *destination, uint32_t destination_step, uint32_t dw, uint32_t dh,
                        const prism_image_component *source, uint32_t sw, uint32_t sh);

/// Turns packed 3-byte pixels so that EXIF orientation `orientation` (1 … 8) becomes 1.
/// `destination` has the same size; 5 … 8 swap width and height. Thread: any.
void prism_image_orient(uint8_t *destination, const uint8_t *source, uint32_t width,
                        uint32_t height, uint32_t orientation);

/// Turns one component of width by height samples likewise; samples of `destination` lie
/// `destination_step` bytes apart and rows follow each other without gaps. Thread: any.
void prism_image_orient_component(uint8_t *destination, uint32_t destination_step,
                                  const prism_image_component *source, uint32_t width,
                                  uint32_t height, uint32_t orientation);
