// SPDX-License-Identifier: MIT
// The list of suites: a concern adds its line here and to the header.
#include "suites.h"

const check_suite *const check_suites[] = {
    &check_color, &check_blur, &check_edges, &check_warp, &check_streak, &check_bokeh, NULL,
};
