// SPDX-License-Identifier: MIT
// The samples of a mosaic in memory that is written once and then shared, whoever allocated it.

/// Immutable 16-bit samples; a reference, so that an image of them is never copied by accident.
///
/// `@unchecked Sendable`: the memory is written before the object exists and only read afterwards.
public final class RawSamples: @unchecked Sendable {
    /// Samples in the memory.
    public let count: Int
    private let base: UnsafePointer<UInt16>
    private let release: @Sendable () -> Void

    /// Takes over memory that holds `count` samples and is given back by `release`.
    init(
        adopting base: UnsafePointer<UInt16>, count: Int, release: @escaping @Sendable () -> Void
    ) {
        self.base = base
        self.count = count
        self.release = release
    }

    /// Allocates memory, which `fill` gets zeroed.
    ///
    /// - Throws: What `fill` throws.
    public init<Failure: Error>(
        count: Int, _ fill: (UnsafeMutableBufferPointer<UInt16>) throws(Failure) -> Void
    ) throws(Failure) {
        let memory = UnsafeMutablePointer<UInt16>.allocate(capacity: max(1, count))
        memory.initialize(repeating: 0, count: count)
        // An address, because pointers do not cross into a closure that any thread may run.
        let address = UInt(bitPattern: memory)
        base = UnsafePointer(memory)
        self.count = count
        release = { UnsafeMutablePointer<UInt16>(bitPattern: address)?.deallocate() }
        try fill(UnsafeMutableBufferPointer(start: memory, count: count))
    }

    /// Copies samples.
    public convenience init(_ samples: [UInt16]) {
        self.init(count: samples.count) { buffer in
            _ = buffer.update(fromContentsOf: samples)
        }
    }

    /// Borrows memory that somebody else holds for longer than the object lives.
    convenience init(borrowing base: UnsafePointer<UInt16>, count: Int) {
        self.init(adopting: base, count: count, release: {})
    }

    deinit { release() }

    /// Lends the samples for one call; never keep the pointer.
    public func withUnsafeBuffer<Result, Failure: Error>(
        _ body: (UnsafeBufferPointer<UInt16>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafeBufferPointer(start: base, count: count))
    }
}
