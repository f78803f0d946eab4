// SPDX-License-Identifier: MIT
// Which output a preview goes to, as written on a command line.

public import PrismCore

/// `auto`, `drm`, `null`, `file:DIRECTORY` or `terminal`.
public enum PreviewBackend: Hashable, Sendable {
    /// A screen; where there is none and a person watches, the terminal.
    case automatic
    /// A screen, or an error.
    case drm
    /// Nothing is shown.
    case null
    /// One PPM file per frame in a directory.
    case file(String)
    /// Drawn with characters.
    case terminal

    /// Reads it.
    ///
    /// - Throws: `usage`.
    public init(_ text: String) throws(PrismError) {
        switch text {
        case "auto": self = .automatic
        case "drm": self = .drm
        case "null": self = .null
        case "terminal": self = .terminal
        default:
            guard text.hasPrefix("file:"), text.utf8.count > 5, !text.utf8.contains(0) else {
                let hint = Suggestion.hint(for: text, among: ["auto", "drm", "null", "terminal"])
                throw PrismError(
                    .usage,
                    "\"\(text)\": use auto, drm, terminal, null or file:DIRECTORY\(hint)")
            }
            self = .file(String(text.dropFirst(5)))
        }
    }
}
