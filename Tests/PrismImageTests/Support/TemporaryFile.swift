// SPDX-License-Identifier: MIT
// A file that vanishes with its owner.

import Foundation
import Glibc
import Testing

final class TemporaryFile {
    let path: String
    let descriptor: Int32

    init(suffix: String = "") throws {
        var template = Array((NSTemporaryDirectory() + "/prism-image-XXXXXX" + suffix).utf8CString)
        descriptor = mkstemps(&template, Int32(suffix.utf8.count))
        try #require(descriptor >= 0)
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    func bytes() throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))) }

    func write(_ bytes: [UInt8]) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: path))
    }

    deinit {
        close(descriptor)
        unlink(path)
    }
}
