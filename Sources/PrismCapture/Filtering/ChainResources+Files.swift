// SPDX-License-Identifier: MIT
// The files that chains name: tables of colours and mattes.

internal import PrismCore
public import PrismFilters
internal import PrismImage

extension ChainResources {
    /// Reads `.cube` files, and JPEG or PNG files as mattes by their luma.
    public static let files = ChainResources(
        cube: { (path: String) throws(PrismError) in
            let bytes = try FileReader.read(path, atMost: 64 << 20)
            return try ColorCube(cube: String(decoding: bytes, as: UTF8.self), name: path)
        },
        matte: { (path: String) throws(PrismError) in
            let picture = try ImageDecoder().decode(path: path)
            let luma = ColorSpace.sYCC.luma
            let pixels = stride(from: 0, to: picture.pixels.count, by: 3).map { at -> UInt8 in
                let color = SIMD3(
                    Double(picture.pixels[at]), Double(picture.pixels[at + 1]),
                    Double(picture.pixels[at + 2]))
                return UInt8((color * luma).sum().rounded())
            }
            return try Matte(
                size: PixelSize(width: picture.width, height: picture.height), pixels: pixels)
        })
}
