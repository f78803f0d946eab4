// SPDX-License-Identifier: MIT
// The package of filters outside of Prism builds, and its filters do what they say.

import Foundation
import Testing

@Suite struct ExamplePackageTests {
    @Test func filtersFromAnotherPackageJoinAChain() throws {
        let root = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "swift", "run", "--package-path",
            root.appendingPathComponent("Examples/CustomFilter").path,
            "--scratch-path", root.appendingPathComponent(".build/examples").path, "screen-demo",
        ]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = String(
            decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        #expect(output.contains("warm, mirror and scanlines did what they say"))
    }
}
