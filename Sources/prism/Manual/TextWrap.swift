// SPDX-License-Identifier: MIT
// Words into lines of a terminal.

enum TextWrap {
    /// The width that help is written for.
    static let width = 80

    /// Lines of at most `width` columns, each behind `indent` blanks; a longer word stands alone.
    static func lines(_ text: String, indent: Int, width: Int = TextWrap.width) -> [String] {
        let margin = String(repeating: " ", count: indent)
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            if !line.isEmpty, indent + line.count + 1 + word.count > width {
                lines.append(margin + line)
                line = ""
            }
            line += line.isEmpty ? word : " " + word
        }
        if !line.isEmpty { lines.append(margin + line) }
        return lines
    }
}
