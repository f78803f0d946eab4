// SPDX-License-Identifier: MIT
// The functions of the C library that the reference needs.

import Glibc

/// The sine.
func sine(_ x: Double) -> Double { sin(x) }

/// The cosine.
func cosine(_ x: Double) -> Double { cos(x) }

/// A power.
func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }
