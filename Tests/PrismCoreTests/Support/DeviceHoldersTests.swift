// SPDX-License-Identifier: MIT
// Who is named as the holder of a camera, and who is not.

import Foundation
import PrismCore
import Testing

@Suite struct DeviceHoldersTests {
    @Test(arguments: [
        ("/dev/media0", true), ("/dev/video12", true), ("/dev/v4l-subdev3", true),
        ("/dev/media", false), ("/dev/video0 (deleted)", false), ("/dev/mediax", false),
        ("/tmp/dev/video0", false), ("/dev/null", false), ("", false),
    ])
    func onlyCameraNodesCount(path: String, isCamera: Bool) {
        #expect(DeviceHolders.isCameraDevice(path) == isCamera)
    }

    @Test func descriptorsAreGroupedByProcess() {
        let links = [
            DeviceHolders.Link(pid: 9, target: "/dev/video1"),
            DeviceHolders.Link(pid: 9, target: "/dev/media0"),
            DeviceHolders.Link(pid: 9, target: "/dev/media0"),
            DeviceHolders.Link(pid: 7, target: "socket:[1]"),
        ]
        let found = DeviceHolders(links: links, hiddenCount: 0) { _ in "rpicam-vid\0-t\00\0" }
        #expect(found.holders.map(\.pid) == [9])
        #expect(found.holders.first?.devices == ["/dev/media0", "/dev/video1"])
        #expect(found.summary == "held by pid 9 (rpicam-vid -t 0)")
    }

    @Test func aHolderOutOfSightIsSaidToBeSo() {
        let hidden = DeviceHolders(links: [], hiddenCount: 3) { _ in "" }
        #expect(hidden.summary.contains("sudo prism doctor"))
        let none = DeviceHolders(links: [], hiddenCount: 0) { _ in "" }
        #expect(none.summary == "no process holds a camera device")
    }

    @Test func aCommandLineStaysOneShortLine() {
        let links = [DeviceHolders.Link(pid: 1, target: "/dev/media0")]
        let found = DeviceHolders(links: links, hiddenCount: 0) { _ in
            "a\nb\u{1B}[2J" + String(repeating: "x", count: 200)
        }
        let command = found.holders.first?.command ?? ""
        #expect(command.hasPrefix("a b [2Jx"))
        #expect(command.count == 80)
    }

    @Test func theScanReadsAProcfsTree() throws {
        let root = FileManager.default.temporaryDirectory.appendingPathComponent(
            "prism-holders-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: root) }
        let process = root.appendingPathComponent("4000000/fd")
        try FileManager.default.createDirectory(at: process, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: process.path + "/3", withDestinationPath: "/dev/video0")
        try Data("cam\0-l\0".utf8).write(to: root.appendingPathComponent("4000000/cmdline"))
        let found = DeviceHolders.scan(root: root.path)
        #expect(found.summary == "held by pid 4000000 (cam -l)")
    }
}
