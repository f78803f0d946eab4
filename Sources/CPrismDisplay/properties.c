// SPDX-License-Identifier: MIT
// Properties of an object with their kinds, ranges and named values.
#include "topology.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <xf86drmMode.h>

static uint32_t kind_of(drmModePropertyRes *property) {
    if (drm_property_type_is(property, DRM_MODE_PROP_BLOB))
        return PRISM_PROPERTY_BLOB;
    if (drm_property_type_is(property, DRM_MODE_PROP_OBJECT))
        return PRISM_PROPERTY_OBJECT;
    if (drm_property_type_is(property, DRM_MODE_PROP_BITMASK))
        return PRISM_PROPERTY_BITMASK;
    if (drm_property_type_is(property, DRM_MODE_PROP_ENUM))
        return PRISM_PROPERTY_ENUM;
    if (drm_property_type_is(property, DRM_MODE_PROP_RANGE) ||
        drm_property_type_is(property, DRM_MODE_PROP_SIGNED_RANGE))
        return PRISM_PROPERTY_RANGE;
    return PRISM_PROPERTY_OTHER;
}

static int fill(prism_property *out, drmModePropertyRes *property, uint64_t value) {
    out->id = property->prop_id;
    out->kind = kind_of(property);
    out->is_immutable = (property->flags & DRM_MODE_PROP_IMMUTABLE) != 0;
    out->value = value;
    memcpy(out->name, property->name, sizeof out->name - 1);
    if (out->kind == PRISM_PROPERTY_RANGE && property->count_values >= 2) {
        out->minimum = property->values[0];
        out->maximum = property->values[1];
    }
    if (property->count_enums <= 0)
        return 0;
    out->values = calloc((size_t)property->count_enums, sizeof *out->values);
    if (!out->values)
        return -ENOMEM;
    out->value_count = (uint32_t)property->count_enums;
    for (uint32_t i = 0; i < out->value_count; i++) {
        out->values[i].value = property->enums[i].value;
        memcpy(out->values[i].name, property->enums[i].name, sizeof out->values[i].name - 1);
    }
    return 0;
}

int prism_properties_read(int fd, uint32_t object, uint32_t type, prism_properties *out) {
    drmModeObjectProperties *all = drmModeObjectGetProperties(fd, object, type);
    if (!all)
        return -errno;
    int result = 0;
    out->list = calloc(all->count_props ? all->count_props : 1, sizeof *out->list);
    if (!out->list)
        result = -ENOMEM;
    for (uint32_t i = 0; i < all->count_props && result == 0; i++) {
        drmModePropertyRes *property = drmModeGetProperty(fd, all->props[i]);
        if (!property)
            continue; // a property that went with an unplugged object
        result = fill(&out->list[out->count++], property, all->prop_values[i]);
        drmModeFreeProperty(property);
    }
    drmModeFreeObjectProperties(all);
    return result;
}

void prism_properties_free(prism_properties *properties) {
    for (uint32_t i = 0; i < properties->count; i++)
        free(properties->list[i].values);
    free(properties->list);
}

uint64_t prism_properties_value(const prism_properties *properties, const char *name) {
    for (uint32_t i = 0; i < properties->count; i++)
        if (strcmp(properties->list[i].name, name) == 0)
            return properties->list[i].value;
    return 0;
}
