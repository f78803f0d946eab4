// SPDX-License-Identifier: MIT
// The image room.
#include "prism_image.h"
