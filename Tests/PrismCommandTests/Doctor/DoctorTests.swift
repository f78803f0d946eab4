// SPDX-License-Identifier: MIT
// What doctor says of each state of a machine, and the command that mends it.

import Foundation
import PrismCore
import Testing

@testable import prism

@Suite struct DoctorTests {
    private func node(
        _ kind: DeviceNode.Kind, _ path: String, group: String = "video", mode: UInt32 = 0o660,
        isUsable: Bool = false
    ) -> DeviceNode {
        DeviceNode(kind: kind, path: path, group: group, mode: mode, isUsable: isUsable)
    }

    @Test func aNodeOpenToItsGroupIsMendedByJoiningIt() {
        let found = PermissionCheck.findings([node(.media, "/dev/media0")])[0]
        #expect(found.verdict == .fail(.permission))
        #expect(found.text == "/dev/media0 (group video, mode 0660) is closed to this user")
        #expect(found.remedy == "sudo usermod -aG video $USER, then log in again")
    }

    @Test(arguments: [
        (DeviceNode.Kind.heap, "/dev/dma_heap/system", "SUBSYSTEM==\"dma_heap\""),
        (.udmabuf, "/dev/udmabuf", "KERNEL==\"udmabuf\""), (.media, "/dev/media0", "\"media\""),
        (.video, "/dev/video0", "\"video4linux\""), (.media, "/dev/v4l-subdev0", "\"video4linux\""),
    ])
    func aNodeOfRootIsMendedByARule(kind: DeviceNode.Kind, path: String, match: String) {
        let remedy = CameraPermissions.remedy(node(kind, path, group: "root", mode: 0o600))
        #expect(remedy.contains(match + ", GROUP=\"video\", MODE=\"0660\""))
        #expect(remedy.contains(CameraPermissions.rules))
        #expect(remedy.contains("usermod -aG video"))
    }

    @Test func oneUsableSourceOfBuffersIsEnough() {
        let nodes = [
            node(.udmabuf, "/dev/udmabuf", group: "root", mode: 0o600),
            node(.heap, "/dev/dma_heap/linux,cma", isUsable: true),
        ]
        #expect(PermissionCheck.findings(nodes)[2].verdict == .ok)
        #expect(PermissionCheck.findings([nodes[0]])[2].verdict == .fail(.permission))
        #expect(PermissionCheck.findings([])[2].verdict == .warn)
    }

    @Test(arguments: [
        (["0.7"], ["0.7"], [Finding.Verdict.ok, .ok]), (["0.7", "0.4"], ["0.4"], [.ok, .warn]),
        (["0.7"], ["0.4"], [.ok, .fail(.unsupported)]), (["0.7"], [], [.ok, .fail(.unsupported)]),
        ([], ["0.7"], [.fail(.unsupported)]),
    ])
    func aPluginMustFitTheLibrary(
        libraries: [String], plugins: [String], verdicts: [Finding.Verdict]
    ) {
        let files = plugins.map { PluginFile(path: "/x/prism-libcamera-\($0).so", version: $0) }
        let found = PluginCheck.findings(.init(libraries: libraries, plugins: files))
        #expect(found.map(\.verdict) == verdicts)
        for finding in found where finding.verdict != .ok {
            #expect(finding.remedy?.contains("prism bridge build") == true)
        }
    }

    @Test func aDiskMustBeThereWritableAndRoomy() {
        var facts = DiskCheck.Facts(directory: "/data")
        facts.isWritable = true
        facts.free = 400_000_000
        #expect(DiskCheck.findings(facts, minimum: 500_000_000)[0].verdict == .fail(.diskFull))
        #expect(DiskCheck.findings(facts, minimum: 400_000_000)[0].verdict == .ok)
        facts.isWritable = false
        #expect(DiskCheck.findings(facts, minimum: 0)[0].verdict == .fail(.permission))
        #expect(DiskCheck.findings(facts, minimum: 0)[0].remedy?.contains("'/data'") == true)
        let missing = DiskCheck.look("/nonexistent/prism")
        #expect(DiskCheck.findings(missing, minimum: 0)[0].verdict == .fail(.inputOutput))
        #expect(DiskCheck.look("/").errno == 0)
    }

    @Test func whatKilledWritersLeftIsNamedWithItsRemedy() throws {
        let scratch = try Scratch()
        let place = scratch.url.path
        #expect(DiskCheck.findings(DiskCheck.look(place), minimum: 0).count == 1)
        let living = try AtomicFile(path: scratch.path("b.jpg"))
        try Data().write(to: URL(fileURLWithPath: scratch.path(".it's.jpg.1x2.part")))
        let facts = DiskCheck.look(place)
        #expect(facts.stale == [".it's.jpg.1x2.part"], "one that is being written is none")
        let found = DiskCheck.findings(facts, minimum: 0)
        #expect(found.count == 2 && found[1].verdict == .warn)
        let remedy = try #require(found[1].remedy)
        // The remedy is what it says it is.
        #expect(try Run("/bin/sh", ["-c", remedy]).status == 0)
        #expect(DiskCheck.look(place).stale.isEmpty)
        for index in 0..<5 {
            try Data().write(to: URL(fileURLWithPath: scratch.path(".\(index).jpg.a.part")))
        }
        let many = DiskCheck.findings(DiskCheck.look(place), minimum: 0)[1]
        #expect(many.text.hasPrefix("5 unfinished files"))
        #expect(many.remedy?.hasPrefix("find '") == true)
        withExtendedLifetime(living) {}
    }

    @Test func theFirstFailureIsTheExitStatus() {
        var diagnosis = Diagnosis(findings: ClockCheck.findings(isSynchronised: false))
        #expect(diagnosis.error == nil)
        diagnosis.findings += CameraCheck.findings(.init(error: PrismError(.noCamera, "none")))
        diagnosis.findings += [Finding(subject: "disk", verdict: .fail(.diskFull), text: "full")]
        #expect(diagnosis.error?.code == .noCamera)
        #expect(diagnosis.error?.message == "camera: none (and 1 more)")
        #expect(diagnosis.json.text.hasSuffix("\"exitStatus\":3}"))
        #expect(diagnosis.table.contains("warn  clock"))
        #expect(diagnosis.table.contains("-> check the cable"))
    }

    @Test func theBuildScriptIsLookedForInstalledAndInACheckout() {
        let found = BridgeBuildCommand.candidates(program: "/usr/bin/prism")
        #expect(found.first == "/usr/share/prism/prism-libcamera/build")
        let built = BridgeBuildCommand.candidates(program: "/src/prism/.build/debug/prism")
        #expect(built.contains("/src/prism/Sources/prism-libcamera/build"))
    }

    @Test func theScriptsOwnWordsAreTheError() {
        let result = ChildProcess.Result(
            status: 1, standardOutput: "",
            standardError:
                "x.cpp:3: error: no such thing\nprism bridge build: the compiler failed\n")
        #expect(
            BridgeBuildCommand.failure(result).message
                == "the compiler failed: x.cpp:3: error: no such thing")
    }
}
