// SPDX-License-Identifier: MIT
// Refuses an output before the camera is touched, with the option that helps.

import PrismCore

extension AtomicFile {
    /// Refuses a path whose directory cannot be written, or whose file exists and is not to be replaced.
    static func check(path: String, overwrites: Bool) throws(PrismError) {
        try examineDirectory(of: path)
        let standard = "-o - writes to standard output"
        switch try obstacle(at: path) {
        case nil: return
        case .file:
            guard !overwrites else { return }
            throw PrismError(.usage, "\(path) exists; --overwrite replaces it")
        case .descriptor: throw PrismError(.usage, "\(path) is an open descriptor; \(standard)")
        case .directory, .notRegular:
            throw PrismError(.usage, "\(path) is not a regular file; \(standard)")
        }
    }
}
