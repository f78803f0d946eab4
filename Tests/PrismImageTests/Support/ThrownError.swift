// SPDX-License-Identifier: MIT
// The error of a call; swift-testing before 6.1 does not return it from #expect(throws:).

import PrismCore
import Testing

/// The error that `body` ends with; the test ends where it is no PrismError or there is none.
func thrownError<Value>(
    sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Value
) throws -> PrismError {
    let outcome = Result { try body() }
    guard case .failure(let error) = outcome else {
        throw PrismError(.invalidData, "no error was thrown at \(sourceLocation)")
    }
    return try #require(error as? PrismError, sourceLocation: sourceLocation)
}
