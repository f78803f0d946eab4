// SPDX-License-Identifier: MIT
// From a frame to a picture file: which image, which format, and what the file says of itself.

public import PrismCore
public import PrismFilters
public import PrismImage

/// Writes frames as picture files.
public struct PictureEncoder: Sendable {
    /// Format and its options.
    public var encoder: ImageEncoder
    /// What every picture says (maker, model, position ...); exposure and date are added to each.
    public var metadata: PhotoMetadata
    /// Which of a frame's images is written.
    public var image: Int
    /// Filters that each picture goes through first; nil for none.
    public var chain: FilterChain?

    /// Makes an encoder.
    public init(
        _ encoder: ImageEncoder, metadata: PhotoMetadata = PhotoMetadata(), image: Int = 0,
        chain: FilterChain? = nil
    ) {
        self.encoder = encoder
        self.metadata = metadata
        self.image = image
        self.chain = chain
    }

    /// Writes a picture.
    ///
    /// - Parameters:
    ///   - frame: What to write.
    ///   - moment: When its exposure began.
    ///   - descriptor: Where to; it stays open.
    /// - Returns: Size and checksum of the file.
    /// - Throws: ``PrismError`` of the encoder or the disk.
    public func encode(
        _ frame: CameraFrame, at moment: WallTime, to descriptor: Int32
    ) throws -> FileChecksum {
        try encodeAndCheck(frame, at: moment, to: descriptor).checksum
    }

    /// Writes a picture and looks at its pixels: whether they show anything at all.
    ///
    /// - Parameters: As of ``encode(_:at:to:)``.
    /// - Returns: Size and checksum of the file, and what is wrong with its pixels.
    /// - Throws: ``PrismError`` of the encoder or the disk.
    public func encodeAndCheck(
        _ frame: CameraFrame, at moment: WallTime, to descriptor: Int32
    ) throws -> EncodedPicture {
        let facts = facts(of: frame.metadata, moment)
        return try withFilteredPixels(of: frame) { view in
            let info = try encoder.encode(view, metadata: facts, to: descriptor)
            return EncodedPicture(
                size: PixelSize(width: info.width, height: info.height),
                checksum: FileChecksum(bytes: Int64(info.bytes), crc32c: info.crc32c),
                flaws: LimitCode.flaws(of: view))
        }
    }

    private func withFilteredPixels<Result>(
        of frame: CameraFrame, _ body: (PixelView) throws -> Result
    ) throws -> Result {
        guard let chain else { return try frame.withPixels(of: image, body) }
        guard frame.stream(of: image).format == .mjpeg else {
            let filtered = try chain.render(frame, image: image)
            // A chain that does nothing hands the frame on, with all its images.
            return try filtered.withPixels(of: filtered === frame ? image : 0, body)
        }
        let picture = try frame.withPixels(of: image) { try ImageDecoder().decodeMotionJPEG($0) }
        return try chain.filtered(picture).withPixels(body)
    }

    /// The metadata of one picture.
    func facts(of frame: FrameMetadata, _ moment: WallTime) -> PhotoMetadata {
        var facts = metadata
        facts.exposureTime = frame.exposureTime
        facts.analogueGain = frame.analogueGain
        facts.digitalGain = frame.digitalGain
        facts.lensPosition = frame.lensPosition
        facts.date = PhotoDate(localNanosecondsSince1970: moment.utc)
        if !moment.isSynchronised {
            let note = "clock unsynchronised"
            facts.userComment = facts.userComment.map { "\($0); \(note)" } ?? note
        }
        return facts
    }
}

/// A picture that was written.
public struct EncodedPicture: Hashable, Sendable {
    /// Size of the picture in the file, which may lie turned.
    public let size: PixelSize
    /// Size and checksum of the file.
    public let checksum: FileChecksum
    /// What is wrong with its pixels; mostly nothing.
    public let flaws: [LimitCode]
}

/// A moment on the wall clock.
public struct WallTime: Hashable, Sendable {
    /// Nanoseconds since 1970.
    public var utc: Int64
    /// Whether the clock was known to be right.
    public var isSynchronised: Bool

    /// Makes a moment.
    public init(utc: Int64, isSynchronised: Bool) {
        self.utc = utc
        self.isSynchronised = isSynchronised
    }
}
