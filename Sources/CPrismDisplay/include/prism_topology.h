// SPDX-License-Identifier: MIT
// Connectors, CRTCs and planes of a card, read into plain structs.
#pragma once

#include <stdint.h>

/// An open card.
typedef struct prism_display prism_display;

/// Longest name of a property, a value, a mode or a driver, with the final 0.
#define PRISM_DISPLAY_NAME 32

/// One value that a property may take by name.
typedef struct prism_property_value {
    uint64_t value; ///< of a bit mask: the bit's number
    char name[PRISM_DISPLAY_NAME];
} prism_property_value;

/// Kinds of property.
enum prism_property_kind {
    PRISM_PROPERTY_OTHER = 0,
    PRISM_PROPERTY_RANGE = 1,
    PRISM_PROPERTY_ENUM = 2,
    PRISM_PROPERTY_BITMASK = 3,
    PRISM_PROPERTY_OBJECT = 4,
    PRISM_PROPERTY_BLOB = 5
};

/// A property of an object with its present value.
typedef struct prism_property {
    uint32_t id;
    uint32_t kind;         ///< prism_property_kind
    uint32_t is_immutable; ///< 0 or 1
    uint32_t value_count;
    uint64_t value;
    uint64_t minimum, maximum; ///< of a range; signed ranges as two's complement
    prism_property_value *values;
    char name[PRISM_DISPLAY_NAME];
} prism_property;

/// Properties of one object.
typedef struct prism_properties {
    uint32_t count;
    prism_property *list;
} prism_properties;

/// A mode: timings in pixels and lines.
typedef struct prism_mode {
    uint32_t clock; ///< kHz
    uint16_t hdisplay, hsync_start, hsync_end, htotal, hskew;
    uint16_t vdisplay, vsync_start, vsync_end, vtotal, vscan;
    uint32_t vrefresh; ///< Hz, rounded
    uint32_t flags;    ///< DRM_MODE_FLAG_
    uint32_t type;     ///< DRM_MODE_TYPE_
    char name[PRISM_DISPLAY_NAME];
} prism_mode;

/// A connector; kinds that matter to a preview are in its name.
typedef struct prism_connector {
    uint32_t id;
    uint32_t connection; ///< 1 connected, 2 disconnected, 3 unknown
    uint32_t is_writeback;
    uint32_t width_mm, height_mm;
    uint32_t possible_crtcs; ///< bit i: CRTC i of the topology
    uint32_t mode_count;
    prism_mode *modes;
    prism_properties properties;
    char name[PRISM_DISPLAY_NAME]; ///< "HDMI-A-1", as in /sys/class/drm
} prism_connector;

/// A CRTC: what drives connectors with one mode.
typedef struct prism_crtc {
    uint32_t id;
    uint32_t has_mode;
    prism_mode mode; ///< the present one
    prism_properties properties;
} prism_crtc;

/// A format and modifier that a plane takes together.
typedef struct prism_plane_format {
    uint32_t fourcc;
    uint64_t modifier; ///< 0 where the driver states none
} prism_plane_format;

/// A plane.
typedef struct prism_display_plane {
    uint32_t id;
    uint32_t possible_crtcs; ///< bit i: CRTC i of the topology
    uint32_t states_modifiers;
    uint32_t format_count;
    prism_plane_format *formats;
    prism_properties properties;
} prism_display_plane;

/// All that a card has.
typedef struct prism_topology {
    char driver[PRISM_DISPLAY_NAME];
    uint32_t has_dumb, has_prime_import, has_modifiers, has_async_flip;
    uint32_t dumb_prefers_shadow; ///< reading a dumb buffer back is slow
    uint32_t minimum_width, minimum_height, maximum_width, maximum_height;
    uint32_t connector_count, crtc_count, plane_count;
    prism_connector *connectors;
    prism_crtc *crtcs;
    prism_display_plane *planes;
} prism_topology;

/// Reads everything; probes connectors, which may take some hundred milliseconds on a real one.
/// `*out` is the caller's, to be freed with prism_topology_free(). Thread: the display's; blocks.
/// Errors: -errno (-ENOMEM, -ENODEV).
int prism_topology_read(prism_display *display, prism_topology **out);

/// Frees a topology; NULL is fine. Thread: any.  Errors: none.
void prism_topology_free(prism_topology *topology);
