// SPDX-License-Identifier: MIT
// The bridge.
#include "prism_camera.h"
#include "prism_mock.h"
