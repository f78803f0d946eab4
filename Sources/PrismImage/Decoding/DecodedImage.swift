// SPDX-License-Identifier: MIT
// A decoded picture: packed pixels that belong to the caller.

public import PrismCore

/// Tightly packed 8-bit pixels, bytes R, G, B in memory (DRM's BGR888).
public struct DecodedImage: Hashable, Sendable {
    /// Width in pixels.
    public var width: Int
    /// Height in pixels.
    public var height: Int
    /// Rows of `width` × 3 bytes, from the top.
    public var pixels: [UInt8]

    /// Makes a picture; nil where the pixels are not `width` × `height` × 3 bytes.
    public init?(width: Int, height: Int, pixels: [UInt8]) {
        guard width > 0, height > 0, pixels.count == width * height * 3 else { return nil }
        self.init(width: width, height: height, packed: pixels)
    }

    init(width: Int, height: Int, packed: [UInt8]) {
        self.width = width
        self.height = height
        pixels = packed
    }

    /// Lends the pixels as a view, for example to encode them.
    public func withPixelView<Result>(
        _ body: (PixelView) throws(PrismError) -> Result
    ) throws(PrismError) -> Result {
        let outcome = pixels.withUnsafeBytes { bytes -> Swift.Result<Result, PrismError>? in
            guard let base = bytes.baseAddress else { return nil }
            let plane = PixelView.Plane(base: base, stride: width * 3, rows: height)
            let view = PixelView(
                format: .bgr888, width: width, height: height, colorSpace: .sYCC, planes: [plane])
            do throws(PrismError) { return .success(try body(view)) } catch {
                return .failure(error)
            }
        }
        guard let outcome else { throw PrismError(.invalidData, "a picture without pixels") }
        return try outcome.get()
    }
}
