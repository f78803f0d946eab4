// SPDX-License-Identifier: MIT
// State that a handler's thread changes and a test waits for.

internal import Foundation

/// A value under a condition. `@unchecked Sendable`: every access holds the condition.
public final class Monitor<Value>: @unchecked Sendable {
    private let condition = NSCondition()
    private var value: Value

    /// Makes a monitor.
    public init(_ value: Value) { self.value = value }

    /// Changes the value and wakes whoever waits.
    public func change<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        condition.lock()
        defer {
            condition.broadcast()
            condition.unlock()
        }
        return try body(&value)
    }

    /// Waits until `body` returns something. The limit only ends a test that would hang.
    ///
    /// - Returns: What `body` returned; nil after `seconds`.
    public func wait<Result>(seconds: Double = 20, _ body: (inout Value) -> Result?) -> Result? {
        let deadline = Date(timeIntervalSinceNow: seconds)
        condition.lock()
        defer { condition.unlock() }
        while true {
            if let result = body(&value) { return result }
            guard condition.wait(until: deadline) else { return body(&value) }
        }
    }
}
