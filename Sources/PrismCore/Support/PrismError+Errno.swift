// SPDX-License-Identifier: MIT
// errno to PrismError, in the one place that knows both.

internal import Glibc

extension PrismError {
    /// The system's text for an errno value.
    public static func text(of errno: Int32) -> String {
        var buffer = [CChar](repeating: 0, count: 128)
        guard strerror_r(errno, &buffer, buffer.count) == 0 else { return "error \(errno)" }
        let end = buffer.firstIndex(of: 0) ?? buffer.endIndex
        return String(decoding: buffer[..<end].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// An error of the operating system while doing `what`.
    ///
    /// - Parameters:
    ///   - what: What was tried, e.g. "write /data/0001.jpg".
    ///   - errno: The positive errno.
    /// - Returns: The error, with the code that the errno belongs to.
    public static func system(_ what: String, errno: Int32) -> PrismError {
        PrismError(code(of: errno), "cannot \(what)", errno: errno)
    }

    /// The code that an errno belongs to.
    static func code(of errno: Int32) -> Code {
        switch errno {
        case EACCES, EPERM, EROFS: .permission
        case EBUSY, EALREADY, EDEADLK, ECHILD: .busy
        case ENOSPC, EDQUOT: .diskFull
        case ENODEV, ENXIO: .unplugged
        case ENOMEM, EMFILE, ENFILE: .noMemory
        case ENOSYS, EOPNOTSUPP: .unsupported
        case ETIMEDOUT: .stalled
        case ERANGE: .outOfRange
        case EINVAL: .unsupported
        default: .inputOutput
        }
    }
}
