// SPDX-License-Identifier: MIT
// Pixels to a still file in a descriptor, with its metadata and its checksum.

public import PrismCore

/// What was written.
public struct EncodedImageInfo: Hashable, Sendable {
    /// Size of the file.
    public var bytes: Int
    /// CRC-32C of the file, computed while it was written.
    public var crc32c: UInt32
    /// Width of the picture in pixels.
    public var width: Int
    /// Height of the picture in pixels.
    public var height: Int
}

/// Encodes frames; a value without state, safe on any thread and blocking while it works.
///
/// Needs memory for a few rows and a 64 KiB buffer, however large the frame.
public struct ImageEncoder: Hashable, Sendable {
    /// The format that is written.
    public var format: ImageFormat
    /// Whether pixels are turned as the metadata's orientation says, instead of leaving that to whoever shows the file.
    ///
    /// Formats without metadata are always turned. It takes memory for a second picture.
    public var turnsPixels: Bool

    /// Makes an encoder.
    public init(format: ImageFormat, turnsPixels: Bool = false) {
        self.format = format
        self.turnsPixels = turnsPixels || !format.holdsMetadata
    }

    /// The pixel formats that ``encode(_:metadata:to:)`` reads.
    public static let supportedFormats: [PixelFormat] =
        PixelLayout.formats.map(\.format) + [.mjpeg]

    /// True where ``encode(_:metadata:to:)`` reads `format`.
    public static func supports(_ format: PixelFormat) -> Bool {
        format == .mjpeg || PixelLayout(format) != nil
    }

    /// Writes a file.
    ///
    /// JPEG takes Y'CbCr planes as they are; limited range and the Rec. 709 and Rec. 2020 matrices
    /// are converted to JPEG's full-range Rec. 601, unspecified is taken as that. A Motion JPEG
    /// frame keeps its own compression: the EXIF block (and the Huffman tables, where the camera
    /// left them out) are put in, and quality, restart interval and thumbnail have no effect.
    ///
    /// A broken pipe raises SIGPIPE unless the program ignores it.
    ///
    /// - Parameters:
    ///   - view: The pixels.
    ///   - metadata: What the file says of the photograph; nil writes no EXIF.
    ///   - fd: A descriptor open for writing; it stays open, and after an error holds a part.
    /// - Returns: Size and checksum of the file.
    /// - Throws: `unsupported` (pixel format), `outOfRange` (options, size), `invalidData` (a view
    ///   too small for its size, a damaged Motion JPEG frame), `diskFull`, `inputOutput`,
    ///   `noMemory`.
    public func encode(
        _ view: PixelView, metadata: PhotoMetadata?, to fd: Int32
    ) throws(PrismError) -> EncodedImageInfo {
        try format.check()
        let turn = turnsPixels ? metadata?.orientation ?? .up : .up
        var metadata = metadata
        if turnsPixels { metadata?.orientation = .up }
        guard view.format == .mjpeg else {
            return try encode(view, metadata: metadata, turn, to: fd)
        }
        if case .jpeg = format, turn == .up {
            return try MotionJPEG.write(view, metadata: metadata, to: fd)
        }
        let picture = try ImageDecoder().decodeMotionJPEG(view)
        return try picture.withPixelView { (view) throws(PrismError) in
            try encode(view, metadata: metadata, turn, to: fd)
        }
    }

    private func encode(
        _ view: PixelView, metadata: PhotoMetadata?, _ turn: ImageOrientation, to fd: Int32
    ) throws(PrismError) -> EncodedImageInfo {
        switch format {
        case .jpeg(let options):
            try JPEGCodec.encode(view, turn, options: options, metadata: metadata, to: fd)
        case .png(let options):
            try PNGCodec.encode(view, turn, options: options, metadata: metadata, to: fd)
        case .bmp: try RasterCodec.encode(view, turn, .bmp, to: fd)
        case .rgb: try RasterCodec.encode(view, turn, .rgb, to: fd)
        case .yuv420: try RasterCodec.encode(view, turn, .yuv420, to: fd)
        }
    }
}

extension ImageFormat {
    func check() throws(PrismError) {
        switch self {
        case .jpeg(let options): try options.check()
        case .png(let options): try options.check()
        case .bmp, .rgb, .yuv420: return
        }
    }
}

extension JPEGOptions {
    func check() throws(PrismError) {
        try requireRange(quality, in: 1...100, "JPEG quality")
        try requireRange(restartInterval, in: 0...65535, "JPEG restart interval")
        guard let thumbnail else { return }
        try requireRange(thumbnail.quality, in: 1...100, "thumbnail quality")
        try requireRange(thumbnail.width, in: 16...512, "thumbnail's width")
        try requireRange(thumbnail.height, in: 16...512, "thumbnail's height")
    }
}

extension PNGOptions {
    func check() throws(PrismError) {
        try requireRange(compressionLevel, in: 0...9, "PNG compression level")
    }
}

private func requireRange(
    _ value: Int, in range: ClosedRange<Int>, _ name: String
) throws(PrismError) {
    guard range.contains(value) else {
        throw PrismError(
            .outOfRange, "\(name) \(value): expected \(range.lowerBound) to \(range.upperBound)")
    }
}
