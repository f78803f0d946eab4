// SPDX-License-Identifier: MIT
// Before a run goes on: whether the pictures that its journal calls done are still there, and whole.

internal import Glibc
internal import PrismCore

/// Compares done pictures with a directory's listing: presence and size, no content. Pure.
struct PictureReview: Hashable, Sendable {
    /// Pictures that are gone.
    private(set) var missing: [String] = []
    /// Pictures of another size than they were made with.
    private(set) var damaged: [String] = []

    /// Compares.
    ///
    /// - Parameters:
    ///   - records: The run's journal.
    ///   - files: Files under the template's names.
    ///   - newest: How many of the newest pictures are to be there; nil: all of them.
    init(_ records: [JournalRecord], files: [OutputDirectory.Found], newest: Int?) {
        var sizes: [String: Int64] = [:]
        for found in files { sizes[found.file] = found.bytes }
        let done = records.filter { $0.state == .done }
        for record in done.suffix(newest ?? done.count) {
            guard let file = record.file else { continue }
            if let size = sizes[file] {
                if let bytes = record.bytes, bytes != size { damaged.append(file) }
            } else {
                missing.append(file)
            }
        }
    }
}

/// The end of a picture's file, where a picture that was cut short shows it.
enum PictureEnd {
    /// End of image (ITU-T T.81, B.1.1.3).
    private static let jpeg: [UInt8] = [0xFF, 0xD9]
    /// An IEND chunk with its length and checksum (PNG specification, 11.2.5).
    private static let png: [UInt8] = [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]

    /// Whether a file is a JPEG or PNG picture with its end; false for other formats, which do not say.
    static func isThere(in path: String) -> Bool {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        let size = lseek(descriptor, 0, SEEK_END)
        let start = bytes(2, at: 0, of: descriptor)
        let end = start == [0xFF, 0xD8] ? jpeg : start == [0x89, 0x50] ? png : []
        return !end.isEmpty && bytes(end.count, at: size - off_t(end.count), of: descriptor) == end
    }

    private static func bytes(_ count: Int, at offset: off_t, of descriptor: Int32) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        return pread(descriptor, &bytes, count, offset) == count ? bytes : []
    }
}
