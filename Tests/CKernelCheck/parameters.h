// SPDX-License-Identifier: MIT
// Parameters that slots of several suites take.
#pragma once

#include "include/kernel_check.h"

/// A prism_matrix: the identity, rows that saturate in each shift, and random ones.
void check_prepare_matrix(void *parameters, int variant, check_random *random);
