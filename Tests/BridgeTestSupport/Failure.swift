// SPDX-License-Identifier: MIT
// A negative errno as an error, and the check that makes one.

/// What a function of the bridge returned.
public struct Failure: Error, Hashable, CustomStringConvertible {
    /// The negative errno.
    public let code: Int32

    /// Makes an error.
    public init(code: Int32) { self.code = code }

    /// The number, for a test's report.
    public var description: String { "bridge error \(code)" }
}

/// Hands a result on, or throws it where it is an error.
@discardableResult
public func check(_ result: Int32) throws(Failure) -> Int32 {
    guard result >= 0 else { throw Failure(code: result) }
    return result
}
