// SPDX-License-Identifier: MIT
// The list of suites: a concern adds its line here and to the header.
#include "suites.h"

const check_suite *const check_suites[] = {
    &check_blend, &check_blur,   &check_bokeh, &check_color, &check_convert,
    &check_edges, &check_streak, &check_tone,  &check_warp,  NULL,
};
