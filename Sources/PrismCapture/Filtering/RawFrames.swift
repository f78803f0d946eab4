// SPDX-License-Identifier: MIT
// Files of raw frames: planes without padding, frame behind frame.

internal import Glibc
public import PrismCore
internal import PrismFilters

/// Layout of a file's frames, which the file itself does not tell.
public struct RawFrameLayout: Hashable, Sendable {
    /// Layout of the pixels.
    public var format: PixelFormat
    /// Size of each frame.
    public var size: PixelSize
    /// Colour space of the pixels.
    public var colorSpace: ColorSpace

    /// Makes a layout.
    public init(format: PixelFormat, size: PixelSize, colorSpace: ColorSpace = .sYCC) {
        self.format = format
        self.size = size
        self.colorSpace = colorSpace
    }
}

/// One frame in memory, as in the file.
struct RawFrame {
    private(set) var bytes: [UInt8]
    private let layout: RawFrameLayout
    private let shapes: [(bytes: Int, rows: Int)]

    init(_ layout: RawFrameLayout) throws(PrismError) {
        guard let planes = PixelLayout(layout.format) else {
            throw PrismError(.unsupported, "no layout for raw frames of \(layout.format)")
        }
        self.layout = layout
        shapes = try planes.planes(width: layout.size.width, height: layout.size.height)
        bytes = [UInt8](repeating: 0, count: shapes.reduce(0) { $0 + $1.bytes * $1.rows })
    }

    /// Reads a frame; returns how many bytes there were.
    mutating func fill(from descriptor: Int32) throws(PrismError) -> Int {
        var count = 0
        while count < bytes.count {
            let got = bytes.withUnsafeMutableBytes { buffer in
                read(descriptor, buffer.baseAddress.map { $0 + count }, buffer.count - count)
            }
            if got == 0 { break }
            if got < 0, errno != EINTR { throw .system("read raw frames", errno: errno) }
            count += max(0, got)
        }
        return count
    }

    /// Filters another frame into this one.
    mutating func write(
        from source: RawFrame, through chain: FilterChain
    ) throws(PrismError) {
        let (layout, shapes) = (layout, shapes)
        let outcome = source.bytes.withUnsafeBytes { from -> Result<Void, PrismError> in
            bytes.withUnsafeMutableBytes { to -> Result<Void, PrismError> in
                guard let input = from.baseAddress, let output = to.baseAddress else {
                    return .success(())
                }
                let places = RawFrame.offsets(shapes)
                let size = layout.size
                let view = PixelView(
                    format: layout.format, width: size.width, height: size.height,
                    colorSpace: layout.colorSpace,
                    planes: zip(places, shapes).map {
                        .init(base: input + $0, stride: $1.bytes, rows: $1.rows)
                    })
                let target = MutablePixelView(
                    format: layout.format, width: size.width, height: size.height,
                    colorSpace: layout.colorSpace,
                    planes: zip(places, shapes).map {
                        .init(base: output + $0, stride: $1.bytes, rows: $1.rows)
                    })
                do throws(PrismError) {
                    return .success(try chain.render(view, into: target))
                } catch {
                    return .failure(error)
                }
            }
        }
        try outcome.get()
    }

    /// CRC-32C of the frame, going on from what was written before.
    func checksum(after crc: UInt32) -> UInt32 {
        bytes.withUnsafeBytes { Checksum.crc32c(crc, $0.baseAddress, $0.count) }
    }

    private static func offsets(_ shapes: [(bytes: Int, rows: Int)]) -> [Int] {
        var offset = 0
        return shapes.map { shape in
            defer { offset += shape.bytes * shape.rows }
            return offset
        }
    }
}

/// Reads frames from a file.
final class RawFrameReader {
    private let path: String
    private let layout: RawFrameLayout
    private let descriptor: Int32
    private var index = 0

    init(path: String, layout: RawFrameLayout) throws(PrismError) {
        self.path = path
        self.layout = layout
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .system("open \(path)", errno: errno) }
    }

    deinit { close(descriptor) }

    /// Reads the next frame; false at the end.
    func read(_ frame: inout RawFrame) throws(PrismError) -> Bool {
        let count = try frame.fill(from: descriptor)
        if count == 0, index > 0 { return false }
        guard count == frame.bytes.count else {
            throw PrismError(
                .invalidData,
                "\(path): frame \(index + 1) of \(layout.format) \(layout.size) has \(count) "
                    + "bytes, expected \(frame.bytes.count)")
        }
        index += 1
        return true
    }
}
