// SPDX-License-Identifier: MIT
// Affine adjustments of display-encoded colours: brightness, contrast, saturation, hue, invert, channel mixer.

internal import Glibc

/// Adds to every channel.
public struct Brightness: CatalogFilter, Hashable {
    /// −1…1.
    public var amount: Double

    /// Makes the filter.
    public init(_ amount: Double = 0) { self.amount = amount }

    /// Makes the filter from values in the order of the manual.
    public init(values: [FilterValue]) { self.init(values[0].number) }

    /// The parameters in the order of the manual.
    public var values: [FilterValue] { [.number(amount)] }

    /// What people read of it.
    public static let manual = FilterManual(
        "brightness", .color, "Adds to every channel.", formula: "c + amount",
        source: "CIColorControls, inputBrightness",
        parameters: [.number("amount", -1...1, 0, "what is added; 1 is white")])

    /// An affine map.
    public func operation(for geometry: FilterGeometry) -> FilterOperation {
        .matrix(ColorMatrix(scale: .one, offset: SIMD3(repeating: amount)))
    }
}

/// Stretches every channel around mid grey.
public struct Contrast: CatalogFilter, Hashable {
    /// 0…4; 1 changes nothing.
    public var amount: Double

    /// Makes the filter.
    public init(_ amount: Double = 1) { self.amount = amount }

    /// Makes the filter from values in the order of the manual.
    public init(values: [FilterValue]) { self.init(values[0].number) }

    /// The parameters in the order of the manual.
    public var values: [FilterValue] { [.number(amount)] }

    /// What people read of it.
    public static let manual = FilterManual(
        "contrast", .color, "Stretches every channel around mid grey.",
        formula: "(c - 0.5) amount + 0.5", source: "CIColorControls, inputContrast",
        parameters: [.number("amount", 0...4, 1, "slope; 1 changes nothing")])

    /// An affine map.
    public func operation(for geometry: FilterGeometry) -> FilterOperation {
        .matrix(
            ColorMatrix(
                scale: SIMD3(repeating: amount), offset: SIMD3(repeating: (1 - amount) / 2)))
    }
}

/// Moves colours away from, or to, the grey of the same luma.
public struct Saturation: CatalogFilter, Hashable {
    /// 0…2; 0 is grey, 1 changes nothing.
    public var amount: Double

    /// Makes the filter.
    public init(_ amount: Double = 1) { self.amount = amount }

    /// Makes the filter from values in the order of the manual.
    public init(values: [FilterValue]) { self.init(values[0].number) }

    /// The parameters in the order of the manual.
    public var values: [FilterValue] { [.number(amount)] }

    /// What people read of it.
    public static let manual = FilterManual(
        "saturation", .color, "Moves colours away from the grey of the same luma.",
        formula: "Y + (c - Y) amount, Y the luma of the picture's colour space",
        source: "CIColorControls, inputSaturation; luma of BT.601, BT.709 or BT.2020",
        parameters: [.number("amount", 0...2, 1, "0 is grey, 1 changes nothing")])

    /// An affine map.
    public func operation(for geometry: FilterGeometry) -> FilterOperation {
        .matrix(ColorMatrix.grey(geometry.luma).mixed(1 - amount))
    }
}

/// Grey of the same luma.
public struct Grayscale: CatalogFilter, Hashable {
    /// Makes the filter.
    public init() {}

    /// Makes the filter from values in the order of the manual.
    public init(values: [FilterValue]) {}

    /// What people read of it.
    public static let manual = FilterManual(
        "grayscale", .color, "Turns colours into the grey of the same luma.",
        formula: "Y, the luma of the picture's colour space",
        source: "ITU-R BT.601-7, BT.709-6, BT.2020-2")

    /// An affine map.
    public func operation(for geometry: FilterGeometry) -> FilterOperation {
        .matrix(.grey(geometry.luma))
    }
}

/// Turns hues, keeping luma.
public struct HueRotation: CatalogFilter, Hashable {
    /// Radians, −π…π.
    public var angle: Double

    /// Makes the filter.
    public init(angle: Double = 0) { self.angle = angle }

    /// Makes the filter from values in the order of the manual.
    public init(values: [FilterValue]) { self.init(angle: values[0].number) }

    /// The parameters in the order of the manual.
    public var values: [FilterValue] { [.number(angle)] }

    /// What people read of it.
    public static let manual = FilterManual(
        "hue", .color, "Turns hues, keeping luma.",
        formula: "the plane of Cb and Cr turned by angle, Y kept",
        source:
            "CIHueAdjust, inputAngle; a rotation of the scaled chroma plane of the picture's space",
        parameters: [.angle("angle", -Double.pi...Double.pi, 0, "radians, or 30deg")])

    /// An affine map.
    public func operation(for geometry: FilterGeometry) -> FilterOperation {
        let (sine, cosine) = (sin(angle), cos(angle))
        let space = geometry.colorSpace.fullRange
        let zero = 128.0 / 255
        let turn = ColorMatrix(
            SIMD4(1, 0, 0, 0), SIMD4(0, cosine, -sine, zero * (1 - cosine + sine)),
            SIMD4(0, sine, cosine, zero * (1 - cosine - sine)))
        return .matrix(space.toRGB.following(turn).following(space.toYCC))
    }
}

/// Brown as old photographs.
public struct Sepia: CatalogFilter, Hashable {
    /// 0…1.
    public var amount: Double

    /// Makes the filter.
    public init(_ amount: Double = 1) { self.amount = amount }

    /// Makes the filter from values in the order of the manual.
    public init(values: [FilterValue]) { self.init(values[0].number) }

    /// The parameters in the order of the manual.
    public var values: [FilterValue] { [.number(amount)] }

    /// What people read of it.
    public static let manual = FilterManual(
        "sepia", .color, "Brown as old photographs.",
        formula: "c + (M c - c) amount, M the matrix of the source",
        source: "CISepiaTone, inputIntensity; matrix of W3C Filter Effects 1, 13.1.3",
        parameters: [.number("amount", 0...1, 1, "0 changes nothing")])

    private static let matrix = ColorMatrix(
        SIMD4(0.393, 0.769, 0.189, 0), SIMD4(0.349, 0.686, 0.168, 0),
        SIMD4(0.272, 0.534, 0.131, 0))

    /// An affine map.
    public func operation(for geometry: FilterGeometry) -> FilterOperation {
        .matrix(Sepia.matrix.mixed(amount))
    }
}

/// The negative.
public struct Invert: CatalogFilter, Hashable {
    /// Makes the filter.
    public init() {}

    /// Makes the filter from values in the order of the manual.
    public init(values: [FilterValue]) {}

    /// What people read of it.
    public static let manual = FilterManual(
        "invert", .color, "The negative.", formula: "1 - c", source: "CIColorInvert")

    /// An affine map.
    public func operation(for geometry: FilterGeometry) -> FilterOperation {
        .matrix(ColorMatrix(scale: -.one, offset: .one))
    }
}

/// Mixes the channels.
public struct ChannelMixer: CatalogFilter, Hashable {
    /// Weights −4…4, offsets −1…1.
    public var matrix: ColorMatrix

    /// Makes the filter.
    public init(_ matrix: ColorMatrix = .identity) { self.matrix = matrix }

    /// Makes the filter from values in the order of the manual.
    public init(values: [FilterValue]) {
        let numbers = values.map(\.number)
        self.init(
            ColorMatrix(
                SIMD4(numbers[0], numbers[1], numbers[2], numbers[9]),
                SIMD4(numbers[3], numbers[4], numbers[5], numbers[10]),
                SIMD4(numbers[6], numbers[7], numbers[8], numbers[11])))
    }

    /// The parameters in the order of the manual.
    public var values: [FilterValue] {
        let rows = [matrix.red, matrix.green, matrix.blue]
        return (rows.flatMap { [$0.x, $0.y, $0.z] } + rows.map(\.w)).map { .number($0) }
    }

    /// What people read of it.
    public static let manual = FilterManual(
        "mixer", .color, "Mixes the channels.",
        formula: "r' = rr r + rg g + rb b + r0, and so on", source: "CIColorMatrix",
        parameters: ["rr", "rg", "rb", "gr", "gg", "gb", "br", "bg", "bb"].map {
            .number($0, -4...4, $0.first == $0.last ? 1 : 0, "weight")
        } + ["r0", "g0", "b0"].map { .number($0, -1...1, 0, "offset") })

    /// An affine map.
    public func operation(for geometry: FilterGeometry) -> FilterOperation { .matrix(matrix) }
}

extension ColorMatrix {
    /// Luma in every channel.
    static func grey(_ luma: SIMD3<Double>) -> ColorMatrix {
        let row = SIMD4(luma, 0)
        return ColorMatrix(row, row, row)
    }
}
