// SPDX-License-Identifier: MIT
// From libraw's structures to the facts of a mosaic.
#pragma once

#include "prism_raw.h"

#include <libraw/libraw.h>
#include <stdbool.h>

/// True where an opened file holds one sample per pixel behind a 2×2 pattern of R, G, G, B.
bool prism_raw_is_bayer(libraw_data_t *data);

/// Fills in everything but the samples.
void prism_raw_describe(libraw_data_t *data, prism_raw_facts *facts);
