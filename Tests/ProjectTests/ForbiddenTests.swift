// SPDX-License-Identifier: MIT
// Words that may stand in few places or in none.

import Testing

@Suite struct ForbiddenTests {
    /// Folders whose job is to cross to C or to own a thread.
    private static let unsafeFolders: Set = [
        "Bridge", "Kernels", "KMS", "Codec", "Execution", "Frames", "Drawing", "Input",
    ]

    @Test(arguments: SourceTree.swiftSources)
    func uncheckedCodeStaysInItsFolders(_ file: SourceFile) {
        let words = ["Unmanaged", "OpaquePointer", "@unchecked Sendable", "nonisolated(unsafe)"]
        guard !ForbiddenTests.unsafeFolders.contains(file.room ?? "") else { return }
        for (index, line) in CodeText.lines(of: file).enumerated() {
            for word in words where line.contains(word) && line.hasWord(word) {
                Issue.record(
                    "\(file):\(index + 1): \(word) outside \(ForbiddenTests.unsafeFolders)")
            }
        }
    }

    @Test(arguments: SourceTree.swift)
    func anUncheckedPromiseIsExplained(_ file: SourceFile) {
        for (index, line) in CodeText.lines(of: file).enumerated()
        where line.contains("@unchecked Sendable") || line.contains("nonisolated(unsafe)") {
            let above = file.lines[..<index].reversed().prefix { $0.trimmed.hasPrefix("//") }
            let beside = file.lines[index].contains("// ")
            #expect(
                beside || !above.isEmpty, "\(file):\(index + 1): no comment says why it is safe")
        }
    }

    @Test func libcamerasVersionIsNeverAskedFor() {
        for file in SourceTree.c {
            for (index, line) in CodeText.lines(of: file).enumerated()
            where line.contains("LIBCAMERA_VERSION") {
                // The one string that says what a plug-in was built against.
                let isString = line.contains("build_version") || file.name.hasPrefix("BuildVersion")
                #expect(isString, "\(file):\(index + 1): probe for the feature instead")
            }
        }
    }

    // Named here because Swift 6.0 crashes on a closure among a test's arguments.
    private static let others = SourceTree.code.filter { !$0.path.hasPrefix("Tests/ProjectTests/") }
    private static let swiftTests = SourceTree.swift.filter { $0.path.hasPrefix("Tests/") }

    @Test(arguments: others)
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
        for (index, line) in CodeText.lines(of: file).enumerated() where line.contains("try!") {
            Issue.record("\(file):\(index + 1): try!")
        }
    }

    @Test(arguments: swiftTests)
    func noTestSleeps(_ file: SourceFile) {
        for (index, line) in CodeText.lines(of: file).enumerated() {
            for call in ["Task.sleep", "usleep(", "nanosleep("] where line.contains(call) {
                Issue.record("\(file):\(index + 1): await a state or step a clock instead")
            }
        }
    }
}
