// SPDX-License-Identifier: MIT
// Files and functions stay small enough to be read at once.

import Testing

@Suite struct BudgetTests {
    @Test func noFileIsLongerThan600Lines() {
        let long = SourceTree.code.filter { $0.lines.count > 600 }
        #expect(long.isEmpty, "\(long.map { "\($0): \($0.lines.count) lines" })")
    }

    @Test func mostFilesAreShort() throws {
        let lengths = SourceTree.code.filter { $0.isSwift || $0.isC }.map(\.lines.count).sorted()
        let median = try #require(lengths.dropFirst(lengths.count / 2).first)
        let high = try #require(lengths.dropFirst(lengths.count * 95 / 100).first)
        #expect(median <= 120, "the median file has \(median) lines")
        #expect(high <= 400, "of 100 files five have more than \(high) lines")
    }

    @Test func noFunctionIsLongerThan60Lines() {
        for file in SourceTree.code where file.isSwift || file.isC {
            for function in FunctionScanner.functions(in: file) where function.length > 60 {
                Issue.record(
                    "\(file):\(function.line): \(function.name) has \(function.length) lines")
            }
        }
    }

    @Test func mostFunctionsFitInTenLines() throws {
        let files = SourceTree.code.filter {
            $0.path.hasPrefix("Sources/") && ($0.isSwift || $0.isC)
        }
        let lengths = files.flatMap(FunctionScanner.functions(in:)).map(\.length).sorted()
        let median = try #require(lengths.dropFirst(lengths.count / 2).first)
        #expect(median <= 10, "the median function has \(median) lines")
    }
}
