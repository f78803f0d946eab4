// SPDX-License-Identifier: MIT
// Which vector instructions the CPU has, and the mask that forces a path.
#pragma once

#include <stdint.h>

/// Sets of instructions that kernels are written for. 0 is the plain C reference.
enum prism_cpu_flag {
    PRISM_CPU_NEON = 1 << 0,
    PRISM_CPU_AVX2 = 1 << 8,
    /// AVX-512 F, BW, DQ, VL, VBMI and VNNI: Ice Lake, Zen 4 and later.
    PRISM_CPU_AVX512 = 1 << 9,
};

/// What this CPU has, whatever the mask says. Thread: any.
uint32_t prism_cpu_detect(void);

/// What kernels may use: the CPU's flags and the mask. The mask begins as the environment's PRISM_CPU says ("c", "neon",
/// "avx2", "avx512": that and what it builds on), or full. Thread: any.
uint32_t prism_cpu_flags(void);

/// Replaces the mask; tables that were filled before keep their paths. Thread: any.
void prism_cpu_set_mask(uint32_t mask);
