// SPDX-License-Identifier: MIT
// Raw files by their content: PGM with its sidecar, or whatever libraw knows.

internal import Glibc
public import PrismCore

/// Reads mosaics from files: DNG, the raw formats of cameras, and 16-bit PGM with a JSON sidecar.
public struct RawReader: Hashable, Sendable {
    /// Files with more pixels are refused before memory is taken for them.
    public var mostPixels: Int

    /// Makes a reader.
    public init(mostPixels: Int = 120_000_000) { self.mostPixels = mostPixels }

    /// Reads a file.
    ///
    /// Thread: any, but not the cooperative pool: it waits for the disk. Memory: one copy of the samples.
    ///
    /// - Throws: `invalidData` (no raw file, damaged, cut short), `unsupported` (no Bayer mosaic), `outOfRange`
    ///   (too many pixels), `inputOutput`, `permission`, `noMemory`; each names the path.
    public func read(_ path: String) throws(PrismError) -> RawImage {
        let descriptor = try RawReader.open(path)
        defer { close(descriptor) }
        let start = RawReader.bytes(descriptor, 0, 2)
        if start == Array("P5".utf8) {
            return try PGMFile.read(path, descriptor, mostPixels: mostPixels)
        }
        let tags = RawTags { offset, count in RawReader.bytes(descriptor, offset, count) }
        return try LibrawFile.read(path, mostPixels: mostPixels, adding: tags)
    }

    private static func open(_ path: String) throws(PrismError) -> Int32 {
        // Without O_NONBLOCK, opening a FIFO would wait for a writer.
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .system("open \(path)", errno: errno) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw PrismError(.invalidData, "cannot read \(path): expected a regular file")
        }
        return descriptor
    }

    /// Some bytes of a file; nil where it has fewer.
    static func bytes(_ descriptor: Int32, _ offset: Int, _ count: Int) -> [UInt8]? {
        guard offset >= 0, count >= 0 else { return nil }
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = max(0, pread(descriptor, buffer.baseAddress, count, off_t(offset)))
        }
        return bytes.count == count ? bytes : nil
    }
}
