// SPDX-License-Identifier: MIT
// A directory that lives as long as a test.

internal import Foundation

/// A fresh directory, removed with everything in it when the object goes.
public final class TemporaryDirectory: Sendable {
    /// Absolute path.
    public let path: String

    /// Makes the directory.
    public init() throws {
        let url = FileManager.default.temporaryDirectory
            .appendingPathComponent("prism-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Path of something in the directory.
    public func file(_ name: String) -> String { "\(path)/\(name)" }

    /// Names in the directory (hidden ones too), sorted.
    public func names(in child: String = "") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "\(path)/\(child)").sorted()
    }

    /// Bytes of a file; nil where there is none.
    public func read(_ name: String) -> [UInt8]? {
        FileManager.default.contents(atPath: file(name)).map { [UInt8]($0) }
    }

    /// Writes a file, in place.
    public func write(_ bytes: [UInt8], to name: String) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: file(name)))
    }
}
