// SPDX-License-Identifier: MIT
// Compares the night kernels' row functions on every path with the C reference.
//
// They have a check of their own because they may write whole blocks beyond a row, into padding (PRISM_NIGHT_PAD).
#pragma once

#include <stddef.h>
#include <stdint.h>

/// The number of row functions. Thread: any.
int night_check_count(void);

/// "unpack". Thread: any.
const char *night_check_name(int index);

/// Compares a path with the reference at widths 1 ... 200 with random and extreme rows. Returns 0, or the first width
/// that differs. Thread: any.
int night_check_run(int index, uint32_t cpu_flags, uint64_t seed);
