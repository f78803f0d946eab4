// SPDX-License-Identifier: MIT
// Refuses words of the command line that are not UTF-8: changed as they would be, they name another file.

import PrismCore

enum ArgumentEncoding {
    /// Looks at the program's own words.
    ///
    /// - Throws: `usage` with the first that is not UTF-8.
    static func check() throws(PrismError) {
        // The shown words are changed already; the unsafe ones are those that the program got.
        let words = CommandLine.unsafeArgv
        for (number, shown) in CommandLine.arguments.enumerated() {
            guard let word = words[number], String(validatingCString: word) == nil else { continue }
            throw PrismError(
                .usage, "\"\(shown)\" is not UTF-8; names must be")
        }
    }
}
