// SPDX-License-Identifier: MIT
// One look at a card: connectors with modes, CRTCs, planes with formats and modifiers.
#include "topology.h"

#include "display.h"

#include <drm_fourcc.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xf86drm.h>
#include <xf86drmMode.h>

static void copy_mode(prism_mode *out, const drmModeModeInfo *mode) {
    *out = (prism_mode){
        .clock = mode->clock,
        .hdisplay = mode->hdisplay,
        .hsync_start = mode->hsync_start,
        .hsync_end = mode->hsync_end,
        .htotal = mode->htotal,
        .hskew = mode->hskew,
        .vdisplay = mode->vdisplay,
        .vsync_start = mode->vsync_start,
        .vsync_end = mode->vsync_end,
        .vtotal = mode->vtotal,
        .vscan = mode->vscan,
        .vrefresh = mode->vrefresh,
        .flags = mode->flags,
        .type = mode->type,
    };
    memcpy(out->name, mode->name, sizeof out->name - 1);
}

static uint32_t crtcs_of(int fd, const drmModeConnector *connector) {
    uint32_t mask = 0;
    for (int i = 0; i < connector->count_encoders; i++) {
        drmModeEncoder *encoder = drmModeGetEncoder(fd, connector->encoders[i]);
        if (encoder)
            mask |= encoder->possible_crtcs;
        drmModeFreeEncoder(encoder);
    }
    return mask;
}

static int fill_connector(int fd, prism_connector *out, const drmModeConnector *connector) {
    const char *type = drmModeGetConnectorTypeName(connector->connector_type);
    out->id = connector->connector_id;
    out->connection = connector->connection;
    out->is_writeback = connector->connector_type == DRM_MODE_CONNECTOR_WRITEBACK;
    out->width_mm = connector->mmWidth;
    out->height_mm = connector->mmHeight;
    out->possible_crtcs = crtcs_of(fd, connector);
    snprintf(out->name, sizeof out->name, "%.20s-%u", type ? type : "Unknown",
             connector->connector_type_id);
    if (connector->count_modes > 0) {
        out->modes = calloc((size_t)connector->count_modes, sizeof *out->modes);
        if (!out->modes)
            return -ENOMEM;
        out->mode_count = (uint32_t)connector->count_modes;
    }
    for (uint32_t i = 0; i < out->mode_count; i++)
        copy_mode(&out->modes[i], &connector->modes[i]);
    return prism_properties_read(fd, out->id, DRM_MODE_OBJECT_CONNECTOR, &out->properties);
}

static int read_connectors(int fd, const drmModeRes *resources, prism_topology *out) {
    out->connectors = calloc((size_t)resources->count_connectors + 1, sizeof *out->connectors);
    if (!out->connectors)
        return -ENOMEM;
    int result = 0;
    for (int i = 0; i < resources->count_connectors && result == 0; i++) {
        drmModeConnector *connector = drmModeGetConnector(fd, resources->connectors[i]);
        if (!connector)
            continue; // unplugged with its dock since the list was made
        result = fill_connector(fd, &out->connectors[out->connector_count++], connector);
        drmModeFreeConnector(connector);
    }
    return result;
}

static int read_crtcs(int fd, const drmModeRes *resources, prism_topology *out) {
    out->crtcs = calloc((size_t)resources->count_crtcs + 1, sizeof *out->crtcs);
    if (!out->crtcs)
        return -ENOMEM;
    for (int i = 0; i < resources->count_crtcs; i++) {
        prism_crtc *crtc = &out->crtcs[out->crtc_count++];
        drmModeCrtc *found = drmModeGetCrtc(fd, resources->crtcs[i]);
        crtc->id = resources->crtcs[i];
        crtc->has_mode = found && found->mode_valid;
        if (crtc->has_mode)
            copy_mode(&crtc->mode, &found->mode);
        drmModeFreeCrtc(found);
        int result = prism_properties_read(fd, crtc->id, DRM_MODE_OBJECT_CRTC, &crtc->properties);
        if (result < 0)
            return result;
    }
    return 0;
}

/// Formats of a driver that states no modifiers: memory in rows.
static int plain_formats(prism_display_plane *out, const drmModePlane *plane) {
    out->formats = calloc(plane->count_formats + 1, sizeof *out->formats);
    if (!out->formats)
        return -ENOMEM;
    for (uint32_t i = 0; i < plane->count_formats; i++)
        out->formats[out->format_count++].fourcc = plane->formats[i];
    return 0;
}

static int modified_formats(prism_display_plane *out, const drmModePropertyBlobRes *blob) {
    drmModeFormatModifierIterator at = {0};
    uint32_t count = 0;
    while (drmModeFormatModifierBlobIterNext(blob, &at))
        count++;
    out->formats = calloc(count + 1, sizeof *out->formats);
    if (!out->formats)
        return -ENOMEM;
    out->states_modifiers = 1;
    memset(&at, 0, sizeof at);
    while (out->format_count < count && drmModeFormatModifierBlobIterNext(blob, &at))
        if (at.mod != DRM_FORMAT_MOD_INVALID)
            out->formats[out->format_count++] = (prism_plane_format){at.fmt, at.mod};
    return 0;
}

static int fill_plane(int fd, prism_display_plane *out, const drmModePlane *plane,
                      bool has_modifiers) {
    out->id = plane->plane_id;
    out->possible_crtcs = plane->possible_crtcs;
    int result = prism_properties_read(fd, out->id, DRM_MODE_OBJECT_PLANE, &out->properties);
    if (result < 0)
        return result;
    uint64_t id = has_modifiers ? prism_properties_value(&out->properties, "IN_FORMATS") : 0;
    drmModePropertyBlobRes *blob = id ? drmModeGetPropertyBlob(fd, (uint32_t)id) : NULL;
    result = blob ? modified_formats(out, blob) : plain_formats(out, plane);
    drmModeFreePropertyBlob(blob);
    return result;
}

static int read_planes(int fd, prism_topology *out) {
    drmModePlaneRes *resources = drmModeGetPlaneResources(fd);
    if (!resources)
        return -errno;
    int result = 0;
    out->planes = calloc((size_t)resources->count_planes + 1, sizeof *out->planes);
    if (!out->planes)
        result = -ENOMEM;
    for (uint32_t i = 0; i < resources->count_planes && result == 0; i++) {
        drmModePlane *plane = drmModeGetPlane(fd, resources->planes[i]);
        if (!plane)
            continue;
        result = fill_plane(fd, &out->planes[out->plane_count++], plane, out->has_modifiers);
        drmModeFreePlane(plane);
    }
    drmModeFreePlaneResources(resources);
    return result;
}

static uint64_t capability(int fd, uint64_t which) {
    uint64_t value = 0;
    return drmGetCap(fd, which, &value) == 0 ? value : 0;
}

static void read_card(int fd, prism_topology *out, const drmModeRes *resources) {
    drmVersion *version = drmGetVersion(fd);
    if (version)
        snprintf(out->driver, sizeof out->driver, "%.*s", version->name_len, version->name);
    drmFreeVersion(version);
    out->has_dumb = capability(fd, DRM_CAP_DUMB_BUFFER) != 0;
    out->has_prime_import = (capability(fd, DRM_CAP_PRIME) & DRM_PRIME_CAP_IMPORT) != 0;
    out->has_modifiers = capability(fd, DRM_CAP_ADDFB2_MODIFIERS) != 0;
    out->has_async_flip = capability(fd, DRM_CAP_ASYNC_PAGE_FLIP) != 0;
    out->dumb_prefers_shadow = capability(fd, DRM_CAP_DUMB_PREFER_SHADOW) != 0;
    out->minimum_width = resources->min_width;
    out->minimum_height = resources->min_height;
    out->maximum_width = resources->max_width;
    out->maximum_height = resources->max_height;
}

int prism_topology_read(prism_display *display, prism_topology **out) {
    *out = NULL;
    drmModeRes *resources = drmModeGetResources(display->fd);
    if (!resources)
        return -errno;
    prism_topology *topology = calloc(1, sizeof *topology);
    int result = topology ? 0 : -ENOMEM;
    if (result == 0) {
        read_card(display->fd, topology, resources);
        result = read_connectors(display->fd, resources, topology);
    }
    if (result == 0)
        result = read_crtcs(display->fd, resources, topology);
    if (result == 0)
        result = read_planes(display->fd, topology);
    drmModeFreeResources(resources);
    if (result < 0)
        prism_topology_free(topology);
    else
        *out = topology;
    return result;
}

void prism_topology_free(prism_topology *topology) {
    if (!topology)
        return;
    for (uint32_t i = 0; i < topology->connector_count; i++) {
        prism_properties_free(&topology->connectors[i].properties);
        free(topology->connectors[i].modes);
    }
    for (uint32_t i = 0; i < topology->crtc_count; i++)
        prism_properties_free(&topology->crtcs[i].properties);
    for (uint32_t i = 0; i < topology->plane_count; i++) {
        prism_properties_free(&topology->planes[i].properties);
        free(topology->planes[i].formats);
    }
    free(topology->connectors);
    free(topology->crtcs);
    free(topology->planes);
    free(topology);
}
