// SPDX-License-Identifier: MIT
// What is known of a mosaic: filters, levels, noise, colours, and the photograph it belongs to.

public import PrismCore

/// The noise of a sample: variance = `slope` · x + `offset`, x being 0 at black and 1 at white.
///
/// As DNG's NoiseProfile has it (its S and O), for the channels R, Gr, Gb, B.
public struct RawNoise: Hashable, Sendable {
    /// Variance per signal: shot noise.
    public var slope: SIMD4<Double>
    /// Variance without light: read noise and quantisation.
    public var offset: SIMD4<Double>

    /// Makes a model for each channel.
    public init(slope: SIMD4<Double>, offset: SIMD4<Double>) {
        self.slope = slope
        self.offset = offset
    }

    /// Makes one model for all channels.
    public init(slope: Double, offset: Double) {
        self.init(slope: SIMD4(repeating: slope), offset: SIMD4(repeating: offset))
    }
}

/// A matrix from CIE XYZ to the camera's red, green and blue, as DNG's ColorMatrix1 has it.
public struct RawColorMatrix: Hashable, Sendable {
    /// Nine numbers, row by row: camera red from X, Y, Z, then green, then blue.
    public var values: [Double]
    /// EXIF's code of the light that it holds for; 21 is D65.
    public var illuminant: UInt16

    /// Makes a matrix; nil where there are not nine finite numbers.
    public init?(_ values: [Double], illuminant: UInt16 = 21) {
        guard values.count == 9, values.allSatisfy(\.isFinite) else { return nil }
        self.values = values
        self.illuminant = illuminant
    }
}

/// A part of a mosaic, in samples from its top left one.
public struct RawCrop: Hashable, Sendable {
    /// Left edge.
    public var x: Int
    /// Top edge.
    public var y: Int
    /// Width.
    public var width: Int
    /// Height.
    public var height: Int

    /// Makes a part.
    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }
}

/// What is known of a mosaic. Levels are on the samples' own scale; channels are R, Gr, Gb, B.
public struct RawFacts: Hashable, Sendable {
    /// Colour filters of the top left 2×2 samples.
    public var order: BayerOrder
    /// Significant bits of a sample, 8 to 16.
    public var bits: Int
    /// Samples without light: R, Gr (in red's rows), Gb, B.
    public var black: SIMD4<Float>
    /// Samples at or above this are clipped.
    public var white: Float
    /// Noise of the samples; nil where nobody said.
    public var noise: RawNoise?
    /// The camera's red, green and blue of what is to be white, green being 1; nil where nobody said.
    public var asShotNeutral: SIMD3<Double>?
    /// The camera's colours; nil where nobody said.
    public var colorMatrix: RawColorMatrix?
    /// Stops by which a viewer is to brighten the picture.
    public var baselineExposure = 0.0
    /// The part to be shown; nil is all of it.
    public var defaultCrop: RawCrop?
    /// Exposure time, gains, orientation, date and the rest.
    public var photo = PhotoMetadata()

    /// Makes facts with what no mosaic can do without.
    public init(order: BayerOrder, bits: Int, black: SIMD4<Float>, white: Float) {
        self.order = order
        self.bits = bits
        self.black = black
        self.white = white
    }

    /// Makes facts with one black level.
    public init(order: BayerOrder, bits: Int, black: Float, white: Float) {
        self.init(order: order, bits: bits, black: SIMD4(repeating: black), white: white)
    }
}

extension RawFacts {
    func check(width: Int, height: Int) throws(PrismError) {
        try require((8...16).contains(bits), "\(bits) bits a sample, expected 8 to 16")
        let levels = (0..<4).allSatisfy { black[$0].isFinite && black[$0] >= 0 }
        try require(
            levels && white.isFinite && white <= 65535 && white > black.max(),
            "black levels \(text(black)) and white level \(white): expected 0 ≤ black < white ≤ 65535"
        )
        if let noise {
            let sane = (0..<4).allSatisfy {
                (0..<1).contains(noise.slope[$0]) && (0..<1).contains(noise.offset[$0])
            }
            try require(sane, "a noise profile that is not within 0 to 1")
        }
        if let asShotNeutral {
            let sane = (0..<3).allSatisfy { (0.01...100).contains(asShotNeutral[$0]) }
            try require(sane, "a neutral colour that is not within 0.01 to 100")
        }
        try require(
            (-16...16).contains(baselineExposure),
            "a baseline exposure of \(baselineExposure), expected -16 to 16")
        guard let crop = defaultCrop else { return }
        let fits =
            crop.x >= 0 && crop.y >= 0 && crop.width > 0 && crop.height > 0
            && crop.width <= width - crop.x && crop.height <= height - crop.y
        try require(fits, "a crop that is not inside \(width)×\(height)")
    }

    private func require(_ holds: Bool, _ what: String) throws(PrismError) {
        if !holds { throw PrismError(.invalidData, "a raw picture with \(what)") }
    }

    private func text(_ levels: SIMD4<Float>) -> String {
        (0..<4).map { "\(levels[$0])" }.joined(separator: " ")
    }
}

extension BayerOrder {
    /// Channel (0 R, 1 Gr, 2 Gb, 3 B) of the samples at (0, 0), (1, 0), (0, 1) and (1, 1).
    public var channels: [Int] {
        switch self {
        case .rggb: [0, 1, 2, 3]
        case .grbg: [1, 0, 3, 2]
        case .gbrg: [2, 3, 0, 1]
        case .bggr: [3, 2, 1, 0]
        }
    }

    /// The order seen from a sample that lies `x` to the right and `y` below.
    public func shifted(x: Int, y: Int) -> BayerOrder {
        var order = self
        if x % 2 != 0 { order = order.mirrored }
        if y % 2 != 0 { order = order.flipped }
        return order
    }

    private var mirrored: BayerOrder {
        switch self {
        case .rggb: .grbg
        case .grbg: .rggb
        case .gbrg: .bggr
        case .bggr: .gbrg
        }
    }

    private var flipped: BayerOrder {
        switch self {
        case .rggb: .gbrg
        case .gbrg: .rggb
        case .grbg: .bggr
        case .bggr: .grbg
        }
    }
}
