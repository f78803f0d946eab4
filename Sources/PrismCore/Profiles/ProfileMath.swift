// SPDX-License-Identifier: MIT
// The few functions of mathematics that profiles need, so that their own files need no C library.

internal import Glibc

enum ProfileMath {
    /// The angle in radians whose tangent is `value`.
    static func arcTangent(_ value: Double) -> Double { atan(value) }
}
