// SPDX-License-Identifier: MIT
// Reading the properties of one object.
#pragma once

#include "include/prism_topology.h"

/// Reads an object's properties; what was read before a failure is freed with prism_topology_free().
/// Thread: the display's.  Errors: -errno.
int prism_properties_read(int fd, uint32_t object, uint32_t type, prism_properties *out);

/// Frees a list of properties. Thread: any.  Errors: none.
void prism_properties_free(prism_properties *properties);

/// The present value of a property, or 0. Thread: any.  Errors: none.
uint64_t prism_properties_value(const prism_properties *properties, const char *name);
