// SPDX-License-Identifier: MIT
// Journals: torn at every byte, damaged in the middle, full disks, and two runs in one directory.

import Glibc
import PrismTesting
import Testing

@testable import PrismCapture
@testable import PrismCore

@Suite struct JournalTests {
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func record(_ state: JournalRecord.State, _ index: Int) -> JournalRecord {
        var record = JournalRecord(state, index: index)
        record.file = "\(index).jpg"
        record.checksum = FileChecksum(bytes: 10, crc32c: UInt32(truncatingIfNeeded: index))
        return record
    }

    private var sample: [JournalRecord] {
        let now = ManualClock().read()
        var lines = [GridAnchor(index: 0, due: 5, at: now, certainty: .certain).record]
        for index in 0..<3 {
            lines += [record(.intent, index), record(.written, index), record(.done, index)]
        }
        return lines + [.skipped(3..<6, "late"), record(.intent, 6)]
    }

    private func bytes(_ lines: [JournalRecord]) throws -> [UInt8] {
        try lines.flatMap { line throws(PrismError) in try JournalText.line(line) }
    }

    @Test func linesReadBackAsTheyWereWritten() throws {
        var line = record(.done, 7)
        line.anchor = .uncertain
        line.limitedBy = ["tuning"]
        var metadata = FrameMetadata()
        metadata.analogueGain = 1.1
        metadata.digitalGain = .infinity
        line.applied = AppliedSettings(metadata)
        let content = try JournalText.read(try bytes([line]), path: "j")
        #expect(content.records == [line])
        #expect(content.records[0].applied?.digitalGain == nil)
        #expect(content.records[0].crc32c == "00000007")
    }

    @Test func aJournalTornAtAnyByteLosesItsLastLineOnly() throws {
        let whole = try bytes(sample)
        for length in 0...whole.count {
            let content = try JournalText.read(Array(whole[..<length]), path: "j")
            let lines = whole[..<length].filter { $0 == 0x0A }.count
            #expect(content.records == Array(sample[..<lines]))
            #expect(try JournalState(content.records, path: "j").settled.end <= 6)
        }
    }

    @Test func zeroesAfterAPowerCutAreATornLine() throws {
        let torn = try bytes(sample) + [UInt8](repeating: 0, count: 4096)
        #expect(try JournalText.read(torn, path: "j").records == sample)
    }

    @Test func otherDamageNamesItsLine() throws {
        var damaged = try bytes(sample)
        let secondLine = try #require(damaged.firstIndex(of: 0x0A)) + 1
        damaged[secondLine] = UInt8(ascii: "x")
        let error = prismError { try JournalText.read(damaged, path: "j") }
        #expect(error?.code == .invalidData)
        #expect(error?.message.contains("j line 2") == true)
    }

    @Test func linesThatContradictEachOtherAreRefused() {
        let contradictions: [[JournalRecord]] = [
            [record(.done, 1), record(.done, 1)], [record(.intent, 1), record(.intent, 1)],
            [record(.written, 1)], [record(.done, 1), record(.intent, 1)],
            [.skipped(0..<3, ""), record(.done, 2)],
            [JournalRecord(.anchor, index: 0)], [JournalRecord(.intent, index: 0)],
            [record(.intent, -1)],
            [.skipped(0..<Int.max, "")],
        ]
        for lines in contradictions {
            let error = prismError { try JournalState(lines, path: "j") }
            #expect(error?.message.contains("j line \(lines.count)") == true)
        }
    }

    @Test func randomDamageIsReadOrRefusedButNeverTraps() throws {
        var random = SeededGenerator(seed: 5)
        let whole = try bytes(sample)
        for _ in 0..<2000 {
            var damaged = whole
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                damaged[Int.random(in: 0..<damaged.count, using: &random)] = UInt8.random(
                    in: 0...255, using: &random)
            }
            do {
                let content = try JournalText.read(damaged, path: "j")
                _ = try JournalState(content.records, path: "j").next
            } catch {
                #expect(error.code == .invalidData)
            }
        }
    }

    @Test func appendingGoesOnBehindATornLine() throws {
        let run = try RunDirectory(root: directory.path)
        try directory.write(try bytes(sample).dropLast(5) + [], to: ".prism/journal.jsonl")
        let journal = try run.open(after: try run.read())
        try journal.append(record(.intent, 9))
        #expect(try run.read().records == sample.dropLast() + [record(.intent, 9)])
    }

    @Test func aSecondRunIsRefusedNamingTheFirst() throws {
        let first = try RunDirectory(root: directory.path)
        let error = prismError { try RunDirectory(root: directory.path) }
        #expect(error?.code == .busy)
        #expect(error?.message.contains("process \(getpid()) ") == true)
        withExtendedLifetime(first) {}
    }

    @Test func aLockEndsWithItsOwner() throws {
        _ = try RunDirectory(root: directory.path)
        _ = try RunDirectory(root: directory.path)
    }

    /// Between fork and exec a child holds copies of every descriptor.
    @Test func aLockEndsWithItsOwnerAlthoughAChildHasACopy() throws {
        var copy: Int32 = -1
        do {
            let run = try RunDirectory(root: directory.path)
            copy = dup(try #require(descriptor(of: "\(directory.path)/.prism/lock")))
            withExtendedLifetime(run) {}
        }
        _ = try RunDirectory(root: directory.path)
        close(copy)
    }

    private func descriptor(of path: String) -> Int32? {
        var wanted = stat()
        guard stat(path, &wanted) == 0 else { return nil }
        return (0..<1024).first { number in
            var found = stat()
            return fstat(number, &found) == 0 && found.st_ino == wanted.st_ino
                && found.st_dev == wanted.st_dev
        }
    }
}

@Suite struct IndexRangesTests {
    @Test func rangesJoinAndRefuseWhatIsThere() {
        var random = SeededGenerator(seed: 6)
        for _ in 0..<300 {
            var ranges = IndexRanges()
            var model: Set<Int> = []
            for _ in 0..<40 {
                let start = Int.random(in: 0..<60, using: &random)
                let range = start..<start + Int.random(in: 1...4, using: &random)
                let isNew = model.isDisjoint(with: range)
                #expect(ranges.insert(range) == isNew)
                if isNew { model.formUnion(range) }
            }
            #expect(Set(ranges.ranges.joined()) == model)
            #expect(
                zip(ranges.ranges, ranges.ranges.dropFirst()).allSatisfy {
                    $0.upperBound < $1.lowerBound
                })
            #expect(ranges.end == (model.max() ?? -1) + 1)
            #expect((0..<70).allSatisfy { ranges.contains($0) == model.contains($0) })
            #expect(Set(ranges.gaps(below: 50).joined()) == Set(0..<50).subtracting(model))
        }
    }
}
