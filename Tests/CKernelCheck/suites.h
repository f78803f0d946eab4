// SPDX-License-Identifier: MIT
// The list of suites.
#pragma once

#include "include/kernel_check.h"

/// All suites, and NULL.
extern const check_suite *const check_suites[];

extern const check_suite check_color;
extern const check_suite check_blur;
extern const check_suite check_edges;
extern const check_suite check_warp;
extern const check_suite check_bokeh;
extern const check_suite check_streak;
