// SPDX-License-Identifier: MIT
// Opening a camera: on whose thread it blocks.

import Foundation
import PrismTesting
import Testing

@testable import PrismCore

@Suite struct OpeningTests {
    /// A copy of the plug-in of broken cameras is a handler of its own, whatever other tests do with theirs.
    private static func plugin(in directory: TemporaryDirectory) throws -> String {
        let original = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
            .deletingLastPathComponent().appendingPathComponent("libprism-test-handler.so")
        try FileManager.default.copyItem(
            atPath: original.path, toPath: directory.file("handler.so"))
        return directory.file("handler.so")
    }

    @Test func aDriverThatTakesItsTimeBlocksTheSessionsOwnThread() async throws {
        let directory = try TemporaryDirectory()
        let path = try OpeningTests.plugin(in: directory)
        let session = try await CameraSession.open(
            CameraReference(pluginPath: path, selector: "good"))
        let opener = try await session.properties()["OpenedOn"]
        #expect(opener == .text("prism-camera"))
        await session.close()
    }
}
