// SPDX-License-Identifier: MIT
// Decodes JSON that may be damaged: a damaged file must be an error, not the end of the process.

internal import Foundation

extension JSONDecoder {
    /// Decodes a value from the bytes of a file.
    ///
    /// The decoder of Swift 6.0's Foundation traps where the name of a member is not well formed (a control
    /// character, no UTF-8). `JSONSerialization` has another parser, which throws: it looks first.
    ///
    /// - Throws: What either parser throws.
    func decode<Value: Decodable>(
        _ type: Value.Type, fromFile bytes: some Collection<UInt8>
    ) throws -> Value {
        let data = Data(bytes)
        _ = try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
        return try decode(type, from: data)
    }
}
