// SPDX-License-Identifier: MIT
// The bench's own few options.

import PrismCore

struct BenchOptions: Sendable {
    var isJSON = false
    var isList = false
    var isHelp = false
    /// Ends with status 1 where a target is missed.
    var checks = false
    /// Names of the cases to run; empty: all.
    var only: Set<String> = []

    static let help = """
        usage: prism-bench [--only CASE]... [--check] [--json] [--list]

          --only CASE   runs this case alone; may be repeated
          --check       ends with status 1 where a target is missed
          --json        one JSON object a line instead of a table
          --list        names the cases
        """

    /// Reads the arguments after the program's name.
    init(_ arguments: some Sequence<String>, known: [String]) throws(PrismError) {
        var rest = Array(arguments)[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--json": isJSON = true
            case "--list": isList = true
            case "--check": checks = true
            case "--help", "-h": isHelp = true
            case "--only": only.insert(try BenchOptions.name(rest.popFirst(), of: known))
            default: throw PrismError(.usage, "\(argument) is not understood; see --help")
            }
        }
    }

    private static func name(_ text: String?, of known: [String]) throws(PrismError) -> String {
        guard let text, known.contains(text) else {
            let names = known.joined(separator: ", ")
            throw PrismError(.usage, "--only needs one of \(names)")
        }
        return text
    }
}
