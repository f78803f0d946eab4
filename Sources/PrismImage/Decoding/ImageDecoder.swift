// SPDX-License-Identifier: MIT
// JPEG and PNG files of unknown origin to packed pixels.

public import PrismCore

/// Decodes pictures; a value without state, safe on any thread and blocking while it works.
///
/// Strict: a file that ends early or has damaged data is an error, never a half grey picture.
public struct ImageDecoder: Hashable, Sendable {
    /// Most pixels that are decoded; three bytes of memory each (progressive JPEG: about six).
    public var maximumPixels: Int
    /// Largest file that is read.
    public var maximumFileBytes: Int

    /// Makes a decoder.
    public init(maximumPixels: Int = 128_000_000, maximumFileBytes: Int = 256 << 20) {
        self.maximumPixels = maximumPixels
        self.maximumFileBytes = maximumFileBytes
    }

    /// Decodes a JPEG or PNG file in memory; which of them, its first bytes say.
    ///
    /// The picture comes upright: the file's EXIF orientation is applied. 16-bit PNG is cut to 8,
    /// transparency is laid over black, colour profiles are not applied.
    ///
    /// - Parameters:
    ///   - data: The whole file.
    ///   - name: What error messages call it.
    /// - Returns: The picture, upright.
    /// - Throws: `invalidData` (neither format, damaged), `outOfRange` (too many pixels),
    ///   `noMemory`.
    public func decode(
        _ data: UnsafeRawBufferPointer, name: String
    ) throws(PrismError) -> DecodedImage {
        if data.starts(with: [0xFF, JPEGSegments.Marker.startOfImage]) {
            let size = try JPEGCodec.size(of: data, name: name)
            try check(size, name)
            let pixels = try JPEGCodec.decode(
                data, width: size.width, height: size.height, name: name)
            let orientation = JPEGSegments(data)?.orientation(in: data) ?? .up
            return upright(pixels, size, orientation)
        }
        if data.starts(with: PNGChunks.signature) {
            let size = try PNGCodec.size(of: data, name: name)
            try check(size, name)
            let pixels = try PNGCodec.decode(
                data, width: size.width, height: size.height, name: name)
            return upright(pixels, size, PNGChunks.orientation(in: data))
        }
        throw PrismError(.invalidData, "cannot decode \(name): expected a JPEG or PNG file")
    }

    /// Decodes the bytes of a JPEG or PNG file; see ``decode(_:name:)-(UnsafeRawBufferPointer,_)``.
    ///
    /// - Throws: `invalidData` (neither format, damaged), `outOfRange` (too many pixels),
    ///   `noMemory`.
    public func decode(_ bytes: [UInt8], name: String) throws(PrismError) -> DecodedImage {
        let outcome = bytes.withUnsafeBytes { data -> Result<DecodedImage, PrismError> in
            do throws(PrismError) { return .success(try decode(data, name: name)) } catch {
                return .failure(error)
            }
        }
        return try outcome.get()
    }

    /// Reads and decodes a file.
    ///
    /// - Throws: `inputOutput`, `permission` (reading), `outOfRange` (too large a file), and what
    ///   ``decode(_:name:)-([UInt8],_)`` throws.
    public func decode(path: String) throws(PrismError) -> DecodedImage {
        try decode(FileReader.read(path, atMost: maximumFileBytes), name: path)
    }

    /// Decodes a Motion JPEG frame as it is stored, with standard tables where it has none.
    ///
    /// - Throws: `unsupported` (another format), `invalidData` (damaged), `outOfRange`, `noMemory`.
    public func decodeMotionJPEG(_ view: PixelView) throws(PrismError) -> DecodedImage {
        let data = try MotionJPEG.bytes(of: view)
        let size = try JPEGCodec.size(of: data, name: "a Motion JPEG frame")
        try check(size, "a Motion JPEG frame")
        let pixels = try JPEGCodec.decode(
            data, width: size.width, height: size.height, name: "a Motion JPEG frame")
        return DecodedImage(width: size.width, height: size.height, packed: pixels)
    }

    private func check(_ size: (width: Int, height: Int), _ name: String) throws(PrismError) {
        guard size.width <= maximumPixels / size.height else {
            throw PrismError(
                .outOfRange,
                "\(name) has \(size.width)×\(size.height) pixels, expected at most \(maximumPixels)"
            )
        }
    }

    private func upright(
        _ pixels: [UInt8], _ size: (width: Int, height: Int), _ orientation: ImageOrientation
    ) -> DecodedImage {
        guard orientation != .up else {
            return DecodedImage(width: size.width, height: size.height, packed: pixels)
        }
        let turned = Turning.upright(
            pixels, width: size.width, height: size.height, orientation: orientation)
        let (width, height) =
            orientation.swapsSides ? (size.height, size.width) : (size.width, size.height)
        return DecodedImage(width: width, height: height, packed: turned)
    }
}
