// SPDX-License-Identifier: MIT
// Decodes JSON that may be damaged: a damaged file must be an error, not the end of the process.

internal import FoundationEssentials
internal import PrismCore

extension JSONDecoder {
    /// Decodes a value from the bytes of a file.
    ///
    /// The decoder of Swift 6.0's Foundation traps where the name of a member is not well formed (a control
    /// character, no UTF-8). The parser of profiles has no such names and throws: it looks first.
    ///
    /// - Throws: What either parser throws.
    func decode<Value: Decodable>(
        _ type: Value.Type, fromFile bytes: some Collection<UInt8>
    ) throws -> Value {
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.utf8.elementsEqual(bytes), !JSONDecoder.hasControlsInText(bytes) else {
            throw PrismError(.invalidData, "it is not well formed")
        }
        _ = try JSON5Parser.parse(text, file: "line")
        return try decode(type, from: Data(bytes))
    }

    /// Whether a quoted text has a control character, which JSON writes as an escape.
    private static func hasControlsInText(_ bytes: some Collection<UInt8>) -> Bool {
        var (isInText, isEscaped) = (false, false)
        for byte in bytes {
            if isInText, byte < UInt8(ascii: " ") { return true }
            if isInText, isEscaped || byte == UInt8(ascii: "\\") {
                isEscaped.toggle()
            } else if byte == UInt8(ascii: "\"") {
                isInText.toggle()
            }
        }
        return false
    }
}
