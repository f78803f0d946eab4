// SPDX-License-Identifier: MIT
// The still formats that can be written, with their options.

/// How a JPEG is written.
public struct JPEGOptions: Hashable, Sendable {
    /// Quality on libjpeg's scale, 1…100.
    public var quality: Int
    /// MCUs (8×8 to 16×16 pixels) between restart markers, 0…65535; 0 writes none.
    public var restartInterval: Int
    /// A small picture inside the EXIF block, written only along with metadata; nil for none.
    public var thumbnail: ThumbnailOptions?

    /// Makes options.
    public init(quality: Int = 93, restartInterval: Int = 0, thumbnail: ThumbnailOptions? = nil) {
        self.quality = quality
        self.restartInterval = restartInterval
        self.thumbnail = thumbnail
    }
}

/// The small picture inside an EXIF block: as large as fits a box, with the aspect ratio of the large one.
public struct ThumbnailOptions: Hashable, Sendable {
    /// Pixels across at most, 16…512.
    public var width: Int
    /// Pixels down at most, 16…512.
    public var height: Int
    /// JPEG quality, 1…100.
    public var quality: Int

    /// Makes options for a box.
    public init(width: Int, height: Int, quality: Int = 70) {
        self.width = width
        self.height = height
        self.quality = quality
    }

    /// Makes options that limit the longer side, whichever it is.
    public init(longSide: Int = 320, quality: Int = 70) {
        self.init(width: longSide, height: longSide, quality: quality)
    }
}

/// How a PNG is written.
public struct PNGOptions: Hashable, Sendable {
    /// zlib's level, 0…9: 1 is fast, 9 is small.
    public var compressionLevel: Int

    /// Makes options.
    public init(compressionLevel: Int = 1) { self.compressionLevel = compressionLevel }
}

/// A format of still files.
public enum ImageFormat: Hashable, Sendable {
    /// JPEG, full-range Rec. 601 as the file format has it.
    case jpeg(JPEGOptions)
    /// PNG, 8-bit RGB (grey for grey frames).
    case png(PNGOptions)
    /// Windows bitmap, 24 bits, without compression and without metadata.
    case bmp
    /// Bare pixels, bytes R, G, B in rows from the top, without a header.
    case rgb
    /// Bare planes Y, Cb, Cr, chroma of half width and height, range and matrix as the camera gives them.
    case yuv420

    /// The format that a file name's extension stands for, with default options.
    ///
    /// - Parameter fileExtension: Without the dot, in any case: jpg, jpeg, png, bmp, rgb, yuv.
    public init?(fileExtension: String) {
        switch fileExtension.lowercased() {
        case "jpg", "jpeg", "jpe": self = .jpeg(JPEGOptions())
        case "png": self = .png(PNGOptions())
        case "bmp": self = .bmp
        case "rgb": self = .rgb
        case "yuv": self = .yuv420
        default: return nil
        }
    }

    /// The usual extension, without the dot.
    public var fileExtension: String {
        switch self {
        case .jpeg: "jpg"
        case .png: "png"
        case .bmp: "bmp"
        case .rgb: "rgb"
        case .yuv420: "yuv"
        }
    }

    /// Whether the file has room for metadata, and so can say how it is to be turned.
    public var holdsMetadata: Bool {
        switch self {
        case .jpeg, .png: true
        case .bmp, .rgb, .yuv420: false
        }
    }

    /// The media type, for whoever sends the file on.
    public var mediaType: String {
        switch self {
        case .jpeg: "image/jpeg"
        case .png: "image/png"
        case .bmp: "image/bmp"
        case .rgb, .yuv420: "application/octet-stream"
        }
    }
}
