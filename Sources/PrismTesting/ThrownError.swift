// SPDX-License-Identifier: MIT
// The error of a call that must fail, for tests that look into it.

public import PrismCore

/// The `PrismError` that `body` throws; nil when it throws none or another error.
///
/// Swift 6.0's `#expect(throws:)` does not return the error, so a test that checks its code asks here.
public func prismError<Value>(_ body: () throws -> Value) -> PrismError? {
    do {
        _ = try body()
        return nil
    } catch {
        return error as? PrismError
    }
}

/// The `PrismError` that an asynchronous `body` throws; nil when it throws none or another error.
public func prismError<Value>(_ body: () async throws -> Value) async -> PrismError? {
    do {
        _ = try await body()
        return nil
    } catch {
        return error as? PrismError
    }
}
