// SPDX-License-Identifier: MIT
// Filters on files: a picture, or raw frames one behind the other.

internal import Glibc
public import PrismCore
public import PrismFilters
public import PrismImage

/// What was written.
public struct FilteredFile: Hashable, Sendable {
    /// Size of the pictures.
    public var size: PixelSize
    /// Pictures in the file.
    public var frames: Int
    /// Bytes and checksum of the file.
    public var checksum: FileChecksum
}

/// Runs a chain over files. Blocks; one thread at a time.
public struct PictureFilter: Sendable {
    /// The filters.
    public let chain: FilterChain
    /// How files that exist are met.
    public var collision: AtomicFile.Collision
    /// Limits of what is decoded.
    public var decoder: ImageDecoder

    /// Makes a filter for files.
    public init(
        _ chain: FilterChain, collision: AtomicFile.Collision = .refuse,
        decoder: ImageDecoder = ImageDecoder()
    ) {
        self.chain = chain
        self.collision = collision
        self.decoder = decoder
    }

    /// Filters a JPEG or PNG file into another, which appears whole or not at all.
    ///
    /// - Throws: What reading, filtering, encoding and the disk do; the errors name the file.
    public func filter(
        _ input: String, to output: String, as encoder: ImageEncoder
    ) throws(PrismError) -> FilteredFile {
        let result = try filtered(decoder.decode(path: input), input)
        return try write(output, size: result.size) { (descriptor) throws(PrismError) in
            try PictureFilter.encode(result, encoder, to: descriptor, called: output)
        }
    }

    /// Filters a JPEG or PNG file into an open descriptor, for example a pipe.
    ///
    /// - Throws: What reading, filtering and encoding do; the errors name the file.
    public func filter(
        _ input: String, to descriptor: Int32, as encoder: ImageEncoder
    ) throws(PrismError) -> FilteredFile {
        let result = try filtered(decoder.decode(path: input), input)
        let checksum = try PictureFilter.encode(
            result, encoder, to: descriptor,
            called: descriptor == STDOUT_FILENO ? "standard output" : "descriptor \(descriptor)")
        return FilteredFile(size: result.size, frames: 1, checksum: checksum)
    }

    /// The encoder does not know where its bytes go, so its errors get the name here.
    private static func encode(
        _ picture: PixelBuffer, _ encoder: ImageEncoder, to descriptor: Int32, called name: String
    ) throws(PrismError) -> FileChecksum {
        do throws(PrismError) {
            let info = try encoder.encode(picture.view, metadata: nil, to: descriptor)
            return FileChecksum(bytes: Int64(info.bytes), crc32c: info.crc32c)
        } catch {
            throw PrismError(error.code, "\(name): \(error.message)", errno: error.errno)
        }
    }

    private func filtered(
        _ picture: DecodedImage, _ input: String
    ) throws(PrismError) -> PixelBuffer {
        do throws(PrismError) {
            return try chain.filtered(picture)
        } catch {
            throw PrismError(error.code, "\(input): \(error.message)", errno: error.errno)
        }
    }

    private func write(
        _ output: String, size: PixelSize,
        _ body: (Int32) throws(PrismError) -> FileChecksum
    ) throws(PrismError) -> FilteredFile {
        let file = try AtomicFile(path: output, collision: collision)
        let checksum = try body(file.fileDescriptor)
        try file.synchronise()
        try file.publish()
        return FilteredFile(size: size, frames: 1, checksum: checksum)
    }

    /// Filters a file of raw frames, one behind the other without padding, into another of the same layout.
    ///
    /// - Throws: `invalidData` where the file is not a whole number of frames.
    public func filterRaw(
        _ input: String, _ layout: RawFrameLayout, to output: String
    ) throws(PrismError) -> FilteredFile {
        let reader = try RawFrameReader(path: input, layout: layout)
        let file = try AtomicFile(path: output, collision: collision)
        var source = try RawFrame(layout)
        var target = try RawFrame(layout)
        var written = FilteredFile(
            size: layout.size, frames: 0, checksum: FileChecksum(bytes: 0, crc32c: 0))
        while try reader.read(&source) {
            try target.write(from: source, through: chain)
            try file.write(target.bytes)
            written.frames += 1
            written.checksum.bytes += Int64(target.bytes.count)
            written.checksum.crc32c = target.checksum(after: written.checksum.crc32c)
        }
        try file.synchronise()
        try file.publish()
        return written
    }
}

extension FilterChain {
    /// Filters a decoded picture.
    ///
    /// - Throws: What ``FilterChain/render(_:into:)`` throws.
    public func filtered(_ picture: DecodedImage) throws(PrismError) -> PixelBuffer {
        let size = PixelSize(width: picture.width, height: picture.height)
        let buffer = try PixelBuffer(format: .bgr888, size: size, colorSpace: .sYCC)
        try picture.withPixelView { (view) throws(PrismError) in
            try self.render(view, into: buffer.mutableView)
        }
        return buffer
    }
}
