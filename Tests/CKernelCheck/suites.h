// SPDX-License-Identifier: MIT
// The list of suites.
#pragma once

#include "include/kernel_check.h"

/// All suites, and NULL.
extern const check_suite *const check_suites[];

/// The suite of a slot that is counted over all suites, or NULL; `*index` becomes the slot's within the suite.
const check_suite *check_suite_of(int *index);
extern const check_suite check_blend;
extern const check_suite check_blur;
extern const check_suite check_bokeh;
extern const check_suite check_color;
extern const check_suite check_convert;
extern const check_suite check_edges;
extern const check_suite check_streak;
extern const check_suite check_tone;
extern const check_suite check_warp;
