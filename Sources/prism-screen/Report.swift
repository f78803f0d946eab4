// SPDX-License-Identifier: MIT
// What the program says: lines on standard error, JSON objects on standard output.

internal import FoundationEssentials
internal import Glibc
import PrismCore

enum Report {
    /// A line for people.
    static func line(_ text: String) { write("prism: " + text + "\n", to: STDERR_FILENO) }

    /// The error that ended the preview.
    static func failure(_ error: PrismError, isJSON: Bool) {
        if isJSON {
            event(
                Failure(
                    code: error.code.rawValue, message: error.description,
                    exitStatus: error.code.exitStatus))
        }
        line(error.description)
    }

    /// An object on one line of standard output.
    static func event(_ value: some Encodable) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(value) else { return }
        write(String(decoding: data, as: UTF8.self) + "\n", to: STDOUT_FILENO)
    }

    private static func write(_ text: String, to descriptor: Int32) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 || errno == EINTR else { return }
            rest = rest.dropFirst(max(0, count))
        }
    }

    /// An error.
    struct Failure: Encodable {
        var event = "error"
        let code: String
        let message: String
        let exitStatus: Int32
    }

    /// A photograph that was written.
    struct Photograph: Encodable {
        var event = "photo"
        let file: String
        let bytes: Int64
        let crc32c: String
    }

    /// What a hand changed of the camera.
    struct Controls: Encodable {
        var event = "controls"
        let exposureValue: Double
        let zoom: Double
        /// Where it focuses and meters, in parts of the picture; nil where nobody tapped just now.
        var focus: [Double]?
    }

    /// What the preview came to.
    struct Summary: Encodable {
        var event = "preview"
        let shown: Int
        let dropped: Int
        let copies: Int
        let photos: Int
        let screen: String
        let firstFrameMilliseconds: Int64?
    }
}
