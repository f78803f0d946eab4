// SPDX-License-Identifier: MIT
// Words that may stand in few places or in none.

import Testing

@Suite struct ForbiddenTests {
    /// Folders whose job is to cross to C or to own a thread.
    private static let unsafeFolders: Set = [
        "Bridge", "Kernels", "KMS", "Codec", "Execution", "Frames", "Drawing", "Input",
        "Counting",
    ]

    @Test(arguments: SourceTree.swiftSources)
    func uncheckedCodeStaysInItsFolders(_ file: SourceFile) {
        let words = ["Unmanaged", "OpaquePointer", "@unchecked Sendable", "nonisolated(unsafe)"]
        guard !ForbiddenTests.unsafeFolders.contains(file.room ?? "") else { return }
        for (index, line) in file.code.enumerated() {
            for word in words where line.contains(word) && line.hasWord(word) {
                Issue.record(
                    "\(file):\(index + 1): \(word) outside \(ForbiddenTests.unsafeFolders)")
            }
        }
    }

    @Test(arguments: SourceTree.swift)
    func anUncheckedPromiseIsExplained(_ file: SourceFile) {
        for (index, line) in file.code.enumerated()
        where line.contains("@unchecked Sendable") || line.contains("nonisolated(unsafe)") {
            let above = file.lines[..<index].reversed().prefix { $0.trimmed.hasPrefix("//") }
            let beside = file.lines[index].contains("// ")
            #expect(
                beside || !above.isEmpty, "\(file):\(index + 1): no comment says why it is safe")
        }
    }

    @Test func libcamerasVersionIsNeverAskedFor() {
        for file in SourceTree.c {
            for (index, line) in file.code.enumerated() where line.contains("LIBCAMERA_VERSION") {
                // The one string that says what a plug-in was built against; it decides nothing.
                let isString = file.name == "Entry.cpp" && !line.trimmed.hasPrefix("#")
                #expect(isString, "\(file):\(index + 1): probe for the feature instead")
            }
        }
    }

    @Test(arguments: SourceTree.otherCode)
    func nothingIsLeftUnfinished(_ file: SourceFile) {
        for (index, line) in file.lines.enumerated() {
            for mark in ["TODO", "FIXME", "XXX", "HACK"] where line.hasWord(mark) {
                Issue.record("\(file):\(index + 1): \(mark)")
            }
            for phrase in ["not implemented", "unimplemented", "not yet implemented"] {
                #expect(!line.contains("\"\(phrase)"), "\(file):\(index + 1)")
            }
        }
    }

    @Test(arguments: SourceTree.swift)
    func nothingIsForced(_ file: SourceFile) {
        for (index, line) in file.code.enumerated() where line.contains("try!") {
            Issue.record("\(file):\(index + 1): try!")
        }
    }

    @Test(arguments: SourceTree.swiftTests)
    func noTestSleeps(_ file: SourceFile) {
        for (index, line) in file.code.enumerated() {
            for call in ["Task.sleep", "usleep(", "nanosleep("] where line.contains(call) {
                Issue.record("\(file):\(index + 1): await a state or step a clock instead")
            }
        }
    }

    /// Debian 13's compiler (6.0.3) crashes on a closure in the attribute itself; name the list instead.
    @Test(arguments: SourceTree.swiftTests)
    func noTestComputesItsArgumentsInAClosure(_ file: SourceFile) {
        for (index, line) in file.code.enumerated()
        where (line.contains("@Test(") || line.trimmed.hasPrefix("arguments:"))
            && line.hasSuffix("{") && !line.contains(" func ")
        {
            Issue.record("\(file):\(index + 1): a closure in @Test(arguments:)")
        }
    }
}
