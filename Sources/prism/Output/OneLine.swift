// SPDX-License-Identifier: MIT
// Names and paths on the screen: their control characters neither break a line nor steer a terminal.

extension String {
    /// The text with its control characters written as in Swift or C: `\n`, `\t`, `\u{1b}`.
    var onOneLine: String {
        var line = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "\n": line += "\\n"
            case "\r": line += "\\r"
            case "\t": line += "\\t"
            case "\0"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}":
                line += "\\u{\(String(scalar.value, radix: 16))}"
            default: line.unicodeScalars.append(scalar)
            }
        }
        return line
    }
}
