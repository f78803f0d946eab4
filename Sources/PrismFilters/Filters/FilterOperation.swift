// SPDX-License-Identifier: MIT
// Descriptions of effects, from which alone the planner decides what can be joined.

/// What a filter does, in terms that the planner can compose.
public enum FilterOperation: Sendable {
    /// Nothing.
    case identity
    /// A 3×4 matrix on red, green and blue.
    case matrix(ColorMatrix)
    /// A function of each channel by itself.
    case curves(ToneFunction)
    /// A function of the whole colour.
    case color(ColorFunction)
    /// A gain that depends on the position.
    case shade(Shade)
    /// A function of the neighbourhood.
    case area(AreaOperation)
    /// Colours fetched from elsewhere.
    case warp(WarpOperation)
    /// Rows written by code of the user's.
    case rows(any RowFilter)
}

/// A function of one channel, 0…1 to 0…1, evaluated once for each of the 256 code values.
public struct ToneFunction: Sendable {
    /// What becomes of red, green and blue.
    public var map: @Sendable (SIMD3<Double>) -> SIMD3<Double>

    /// Makes a function; each channel of the result must depend on the same channel alone.
    public init(_ map: @escaping @Sendable (SIMD3<Double>) -> SIMD3<Double>) { self.map = map }
}

/// A function of a colour, 0…1 to 0…1 per channel, baked into a table of 33³ or 65³ colours.
///
/// Between the colours of the table the result is interpolated, so the function should be smooth.
public struct ColorFunction: Sendable {
    /// What becomes of a colour.
    public var map: @Sendable (SIMD3<Double>) -> SIMD3<Double>

    /// Makes a function.
    public init(_ map: @escaping @Sendable (SIMD3<Double>) -> SIMD3<Double>) { self.map = map }
}

/// A gain over the picture that falls with the distance from its centre: 1 + amount · (f(d) − 1), with
/// f(d) = (1 + d²)⁻² the cos⁴ law of natural vignetting and d the distance in units of `radius` half diagonals.
public struct Shade: Hashable, Sendable {
    /// −1…1; 1 is the law itself, negative values brighten the corners.
    public var amount: Double
    /// Where the gain is (1 + 1)⁻² = ¼, in half diagonals.
    public var radius: Double

    /// Makes a shade.
    public init(amount: Double, radius: Double) {
        self.amount = amount
        self.radius = radius
    }
}

/// Functions of a pixel's neighbourhood that have kernels of their own.
public enum AreaOperation: Hashable, Sendable {
    /// Normal distribution with a standard deviation in pixels.
    case gaussian(sigma: Double)
    /// The mean along a line through the pixel, `radius` pixels to either side.
    case motion(radius: Double, angle: Double)
    /// The mean along the line towards the centre.
    case zoom(amount: Double, center: UnitPoint)
    /// c + amount · (c − gaussian(c)).
    case sharpen(amount: Double, sigma: Double)
    /// The mean of squares of `scale` pixels.
    case pixellate(scale: Double, center: UnitPoint)
    /// Dots in the colours beneath their centres.
    case pointillize(radius: Double, seed: Double)
    /// Gradient magnitude.
    case edges(intensity: Double)
    /// Flat colours with dark outlines.
    case comic
    /// A disc whose size follows a matte.
    case bokeh(radius: Double, matte: Matte)
}

/// Geometric distortions; pixels outside the disc stay where they are.
public enum WarpOperation: Hashable, Sendable {
    /// Swells the disc, or with a negative scale hollows it.
    case bump(center: UnitPoint, radius: Double, scale: Double)
    /// Draws the disc in towards its centre.
    case pinch(center: UnitPoint, radius: Double, scale: Double)
    /// Turns the disc, less towards its edge; the angle is in radians.
    case twirl(center: UnitPoint, radius: Double, angle: Double)
    /// Turns the disc, ever more towards its centre; the angle is in radians.
    case vortex(center: UnitPoint, radius: Double, angle: Double)
}
