// SPDX-License-Identifier: MIT
// Each file says its licence and what it is for; each C function says its thread.

import Testing

@Suite struct HeaderTests {
    @Test(arguments: SourceTree.code)
    func aFileBeginsWithItsLicenceAndASentence(_ file: SourceFile) {
        // A script has its interpreter, the manifest its tools version, in the first line.
        let begins = file.isScript || file.name == "Package.swift" ? 1 : 0
        let head = Array(file.lines[min(begins, file.lines.count)...].prefix(2))
        let mark = file.isSwift || file.isC ? "// " : "# "
        #expect(head.first == mark + "SPDX-License-Identifier: MIT")
        let sentence = head.last ?? ""
        #expect(sentence.hasPrefix(mark) && sentence.count > mark.count + 5, "\(sentence)")
    }

    @Test(arguments: SourceTree.publicHeaders)
    func aPublicFunctionSaysItsThread(_ header: SourceFile) {
        for (index, line) in header.lines.enumerated() where isPrototype(line) {
            #expect(
                threadIsSaid(above: index, in: header.lines),
                "\(header):\(index + 1): no Thread: above \(line)")
        }
    }

    private func isPrototype(_ line: String) -> Bool {
        guard let first = line.first, first.isLetter, line.contains("prism_"),
            let bracket = line.firstIndex(of: "(")
        else { return false }
        return !line.hasPrefix("typedef") && line[..<bracket].contains(" ")
    }

    /// A comment stands for the whole group of declarations below it, up to a blank line.
    private func threadIsSaid(above index: Int, in lines: [String]) -> Bool {
        let group = lines[..<index].reversed().prefix { !$0.trimmed.isEmpty }
        return group.contains { $0.hasPrefix("//") && $0.contains("Thread:") }
    }
}
