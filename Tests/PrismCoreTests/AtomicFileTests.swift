// SPDX-License-Identifier: MIT
// Files that appear whole or not at all, with each step of the way failing once.

import Glibc
import PrismTesting
import Testing

@testable import PrismCore

@Suite struct AtomicFileTests {
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func writeFile(
        _ name: String, _ collision: AtomicFile.Collision = .refuse, probe: FileProbe = .none,
        isUnnamed: Bool = true
    ) throws {
        let file = try AtomicFile(
            path: directory.file(name), collision: collision, probe: probe, isUnnamed: isUnnamed)
        try file.write(Array("picture".utf8))
        try file.synchronise()
        try file.publish()
        try AtomicFile.synchroniseDirectory(of: file.path, probe: probe)
    }

    @Test func aFileHasNoNameBeforeItIsPublished() throws {
        let file = try AtomicFile(path: directory.file("a.jpg"))
        try file.write([1, 2, 3])
        #expect(directory.read("a.jpg") == nil)
        try file.publish()
        #expect(directory.read("a.jpg") == [1, 2, 3])
        #expect(try directory.names() == ["a.jpg"])
    }

    @Test func aDroppedFileLeavesNothing() throws {
        for collision in [AtomicFile.Collision.refuse, .replace] {
            try AtomicFile(path: directory.file("a"), collision: collision).write([1])
        }
        #expect(try directory.names() == [])
    }

    @Test func anExistingFileIsRefusedBeforeTheWork() throws {
        try directory.write([9], to: "a")
        let error = prismError { try AtomicFile(path: directory.file("a")) }
        #expect(error?.errno == EEXIST)
        #expect(error?.message.contains(directory.file("a")) == true)
    }

    @Test func aFileThatAppearsMeanwhileIsNotReplaced() throws {
        let file = try AtomicFile(path: directory.file("a"))
        try file.write([1])
        try directory.write([9], to: "a")
        let error = prismError { try file.publish() }
        #expect(error?.errno == EEXIST)
        #expect(directory.read("a") == [9])
        #expect(try directory.names() == ["a"])
    }

    @Test func aHiddenFileDoesNotReplaceEither() throws {
        let file = try AtomicFile(
            path: directory.file("a"), collision: .refuse, probe: .none, isUnnamed: false)
        try file.write([1])
        #expect(try directory.names().first?.hasPrefix(".a.") == true)
        try directory.write([9], to: "a")
        #expect(prismError { try file.publish() }?.errno == EEXIST)
        #expect(directory.read("a") == [9])
        #expect(try directory.names() == ["a"])
    }

    @Test func replacingIsOneStep() throws {
        try directory.write([9], to: "a")
        try writeFile("a", .replace)
        #expect(directory.read("a") == Array("picture".utf8))
        #expect(try directory.names() == ["a"])
    }

    @Test(arguments: [AtomicFile.Collision.refuse, .replace], [true, false])
    func aKillBeforeAnyStepLeavesAWholeFileOrNone(
        _ collision: AtomicFile.Collision, _ isUnnamed: Bool
    ) throws {
        let counter = FaultProbe()
        try writeFile("count", collision, probe: counter.probe, isUnnamed: isUnnamed)
        #expect(counter.steps.count >= 5)
        for step in counter.steps.indices {
            let name = "\(step).jpg"
            let killer = FaultProbe(atStep: step, .kill)
            #expect(throws: PrismError.self) {
                try writeFile(name, collision, probe: killer.probe, isUnnamed: isUnnamed)
            }
            let content = directory.read(name)
            #expect(content == nil || content == Array("picture".utf8))
        }
    }

    @Test(arguments: [ENOSPC, EIO, EACCES])
    func anErrorAtAnyStepNamesThePathAndLeavesNoTemporary(_ errno: Int32) throws {
        let counter = FaultProbe()
        try writeFile("count", .replace, probe: counter.probe)
        for step in counter.steps.indices where counter.steps[step] != .discard {
            let failing = FaultProbe(atStep: step, .fail(errno))
            let error = prismError {
                try writeFile("x\(step)", .replace, probe: failing.probe)
            }
            #expect(error?.errno == errno)
            #expect(error?.message.contains("x\(step)") == true)
        }
        #expect(try directory.names().allSatisfy { !$0.hasSuffix(".part") })
    }

    @Test func missingAndForbiddenDirectoriesAreNamed() throws {
        let missing = prismError {
            try AtomicFile(path: directory.file("no/such/a.jpg"))
        }
        #expect(missing?.errno == ENOENT)
        try directory.write([], to: "plain")
        let plain = prismError {
            try AtomicFile(path: directory.file("plain/a.jpg"))
        }
        #expect(plain?.errno == ENOTDIR)
        let isDirectory = prismError {
            try AtomicFile(path: directory.path, collision: .replace)
        }
        #expect(isDirectory?.errno == EISDIR)
    }

    @Test func aNameThatIsTooLongIsRefusedAtOnce() throws {
        let name = String(repeating: "n", count: 256)
        let error = prismError { try AtomicFile(path: directory.file(name)) }
        #expect(error?.errno == ENAMETOOLONG)
        let longest = String(repeating: "n", count: 255)
        try writeFile(longest, .replace)
        #expect(try directory.names() == [longest])
    }

    @Test func onlyDeadTemporariesAreRemoved() throws {
        try directory.write([1], to: ".old.jpg.abc.part")
        try directory.write([1], to: "kept.part")
        let alive = try AtomicFile(path: directory.file("b.jpg"), collision: .replace)
        #expect(try AtomicFile.removeStale(inDirectory: directory.path) == 1)
        try alive.write([2])
        try alive.publish()
        #expect(try directory.names() == ["b.jpg", "kept.part"])
    }

    @Test func onlyDeadTemporariesOfTheTargetsAreRemoved() throws {
        for name in [".a.jpg.1x2y.part", ".b.jpg.1x2y.part", ".a.jpg..part", ".a.jpg.1_.part"] {
            try directory.write([1], to: name)
        }
        let alive = try AtomicFile(path: directory.file("a.jpg"), collision: .replace)
        let names = try directory.names().filter { $0 != ".a.jpg.1x2y.part" }
        #expect(AtomicFile.removeStale(of: [directory.file("a.jpg"), "none/b.jpg"]) == 1)
        #expect(try directory.names() == names)
        withExtendedLifetime(alive) {}
    }

    @Test func hardLinksStandInWhereRenamingCannotBeExclusive() throws {
        try directory.write([1], to: "source")
        try directory.write([2], to: "taken")
        #expect(
            AtomicFile.moveExclusively(directory.file("source"), directory.file("taken")) == -EEXIST
        )
        #expect(AtomicFile.moveExclusively(directory.file("source"), directory.file("free")) == 0)
        #expect(try directory.names() == ["free", "taken"])
    }

    @Test func checksumsAgreeInMemoryAndOnDisk() throws {
        // The check value of CRC-32C in the catalogue of parametrised CRC algorithms.
        let bytes = Array("123456789".utf8)
        #expect(FileChecksum(of: bytes) == FileChecksum(bytes: 9, crc32c: 0xE306_9283))
        let file = try AtomicFile(path: directory.file("a"))
        try file.write(bytes)
        try file.publish()
        #expect(try FileChecksum(ofFile: directory.file("a")) == FileChecksum(of: bytes))
    }
}
