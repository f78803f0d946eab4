// SPDX-License-Identifier: MIT
// A completed request between the mailbox and whoever takes it over, without the ABI's types.

internal import CPrismCamera

/// A completion that is out: somebody must make a frame of it or give its token back.
struct Completion {
    let pointer: UnsafePointer<prism_completion>
    /// When the handler called back, on CLOCK_MONOTONIC.
    let time: Int64

    var token: UInt64 { pointer.pointee.token }
    var isCancelled: Bool { pointer.pointee.status == PRISM_COMPLETION_CANCELLED.rawValue }
}
