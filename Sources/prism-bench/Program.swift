// SPDX-License-Identifier: MIT
// Measures the numbers that Prism promises.

import Foundation
import PrismCore

@main
struct Program {
    static func main() async {
        do {
            let arguments = CommandLine.arguments.dropFirst()
            let options = try BenchOptions(arguments, known: BenchCase.all.map(\.name))
            exit(try await run(options))
        } catch {
            let code = (error as? PrismError)?.code ?? .inputOutput
            FileHandle.standardError.write(Data("prism-bench: \(error)\n".utf8))
            exit(code.exitStatus)
        }
    }

    private static func run(_ options: BenchOptions) async throws -> Int32 {
        if options.isHelp || options.isList {
            print(options.isHelp ? BenchOptions.help : list)
            return 0
        }
        let report = Report(isJSON: options.isJSON, machine: .this)
        report.begin()
        var isGood = true
        for item in BenchCase.all where options.only.isEmpty || options.only.contains(item.name) {
            let outcome = await item.outcome()
            try report.show(item.name, outcome)
            isGood = isGood && outcome.isGood
        }
        return options.checks && !isGood ? 1 : 0
    }

    private static var list: String {
        BenchCase.all.map { "\($0.name): \($0.summary)" }.joined(separator: "\n")
    }
}
