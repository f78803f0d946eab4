// SPDX-License-Identifier: MIT
// The sRGB curve, for filters that work on light.

internal import Glibc

/// IEC 61966-2-1: between display-encoded values and light, both 0…1.
enum TransferCurve {
    /// Light of an encoded value.
    static func linear(_ value: Double) -> Double {
        value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }

    /// Encoded value of light.
    static func encoded(_ light: Double) -> Double {
        light <= 0.003_130_8 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
    }

    /// Light of an encoded colour.
    static func linear(_ color: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3(linear(color.x), linear(color.y), linear(color.z))
    }

    /// Encoded colour of light.
    static func encoded(_ light: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3(encoded(light.x), encoded(light.y), encoded(light.z))
    }
}
