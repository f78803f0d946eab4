// SPDX-License-Identifier: MIT
// A run killed before each step of its protocol, or with each step failing, and then resumed.

import Foundation
import Glibc
import PrismTesting
import Testing

@testable import PrismCapture
@testable import PrismCore

@Suite struct RunRecoveryTests {
    private let clock = ManualClock(boottime: 1_000_000_000)

    private func plan(count: Int? = 100) -> TimelapsePlan {
        TimelapsePlan(
            interval: 10_000_000_000, count: count, output: "%06d.jpg", camera: "mock", width: 64,
            height: 48,
            settings: ["quality": "90"])
    }

    private func prepare(
        _ directory: TemporaryDirectory, _ start: RunStart = .resume, probe: FileProbe = .none,
        plan: TimelapsePlan? = nil, durability: Durability = .each
    ) throws -> PreparedRun {
        try PreparedRun.open(
            start, plan: plan ?? self.plan(), root: directory.path,
            template: try OutputTemplate("%06d.jpg"),
            durability: durability, at: clock.read(), probe: probe)
    }

    /// Begins and ends as a JPEG file does.
    private func content(_ index: Int) -> [UInt8] {
        [0xFF, 0xD8] + Array("picture \(index)".utf8) + [0xFF, 0xD9]
    }

    private func job(_ index: Int) throws -> ShotJob {
        var intent = JournalRecord(.intent, index: index)
        intent.file = try OutputTemplate("%06d.jpg").path(index: index, date: OutputDate())
        let content = content(index)
        return ShotJob(intent: intent) { descriptor in
            guard write(descriptor, content, content.count) == content.count else {
                throw PrismError.system("write", errno: errno)
            }
            return FileChecksum(of: content)
        }
    }

    /// One process' life: shots from the next index on, until an error.
    private func live(
        _ directory: TemporaryDirectory, shots: Int, _ durability: Durability,
        probe: FileProbe = .none
    ) throws {
        let run = try prepare(directory, probe: probe, durability: durability)
        let store = ShotStore(
            root: directory.path, journal: run.journal, durability: durability, probe: probe)
        let next = run.state.next
        if next == 0 {
            try store.note(
                GridAnchor(index: 0, due: 0, at: clock.read(), certainty: .certain).record)
        }
        for index in next..<next + shots { try store.store(try job(index)) }
        try store.flush()
    }

    /// Every index is settled once, every done picture is whole, and every whole picture is done.
    private func verify(_ directory: TemporaryDirectory) throws {
        let run = try prepare(directory)
        #expect(run.state.settled.gaps(below: run.state.next) == [])
        #expect(run.state.open.isEmpty)
        #expect(run.report.damaged == [])
        let records = try run.directory.read().records
        let done = records.filter { $0.state == .done }.map(\.index)
        #expect(Set(done).count == done.count)
        let names = try directory.names().filter { $0 != ".prism" }
        let recorded = try done.map { try job($0).intent.file ?? "" }
        #expect(Set(names) == Set(recorded))
        for index in done {
            #expect(directory.read(try job(index).intent.file ?? "") == content(index))
        }
    }

    private func steps(_ durability: Durability) throws -> Int {
        let counter = FaultProbe()
        try live(try TemporaryDirectory(), shots: 3, durability, probe: counter.probe)
        return counter.steps.count
    }

    @Test(arguments: Durability.allCases)
    func aKillBeforeAnyStepLosesAndDoublesNothing(_ durability: Durability) throws {
        let steps = try steps(durability)
        #expect(steps > 15)
        for step in 0..<steps {
            let directory = try TemporaryDirectory()
            let killer = FaultProbe(atStep: step, .kill)
            #expect(throws: PrismError.self) {
                try live(directory, shots: 3, durability, probe: killer.probe)
            }
            try verify(directory)
            try live(directory, shots: 2, durability)
            try verify(directory)
        }
    }

    @Test(arguments: Durability.allCases)
    func aKillWhileRecoveringLosesAndDoublesNothing(_ durability: Durability) throws {
        let steps = try steps(durability)
        for step in 0..<steps {
            let directory = try TemporaryDirectory()
            try? live(directory, shots: 3, durability, probe: FaultProbe(atStep: step, .kill).probe)
            for second in 0..<3 {
                try? live(
                    directory, shots: 1, durability, probe: FaultProbe(atStep: second, .kill).probe)
            }
            try verify(directory)
        }
    }

    @Test(arguments: [ENOSPC, EIO], Durability.allCases)
    func aFailingStepIsReportedAndTheRunGoesOn(_ errno: Int32, _ durability: Durability) throws {
        let counter = FaultProbe()
        try live(try TemporaryDirectory(), shots: 3, durability, probe: counter.probe)
        for (step, kind) in counter.steps.enumerated() where kind != .discard {
            let directory = try TemporaryDirectory()
            let failing = FaultProbe(atStep: step, .fail(errno))
            let error = prismError {
                try live(directory, shots: 3, durability, probe: failing.probe)
            }
            #expect(error?.errno == errno)
            try live(directory, shots: 2, durability)
            try verify(directory)
        }
    }

    @Test func aTornJournalOfAnyLengthIsRecoveredFromTheFiles() throws {
        let full = try TemporaryDirectory()
        try live(full, shots: 3, .each)
        let journal = try #require(full.read(".prism/journal.jsonl"))
        for length in stride(from: 0, through: journal.count, by: 7) {
            let directory = try TemporaryDirectory()
            try FileManager.default.removeItem(atPath: directory.path)
            try FileManager.default.copyItem(atPath: full.path, toPath: directory.path)
            try directory.write(Array(journal[..<length]), to: ".prism/journal.jsonl")
            try live(directory, shots: 1, .each)
            try verify(directory)
            #expect(directory.read("000003.jpg") == content(3))
        }
    }

    @Test func damagedFilesSettleTheirIndexAndAreNamed() throws {
        let directory = try TemporaryDirectory()
        try leaveDamage(in: directory)
        let report = try prepare(directory).report
        #expect(report.damaged == ["000001.jpg", "000002.jpg"])
        #expect(try prepare(directory).state.next == 3)
        #expect(directory.read("000001.jpg") == [1, 2, 3])
    }

    /// A picture that is not what its line says, and an empty one without a line.
    private func leaveDamage(in directory: TemporaryDirectory) throws {
        try live(directory, shots: 1, .each)
        let run = try prepare(directory)
        var line = try job(1).intent
        try run.journal.append(line)
        line.state = .written
        line.checksum = FileChecksum(of: content(1))
        try run.journal.append(line)
        try directory.write([1, 2, 3], to: "000001.jpg")
        try directory.write([], to: "000002.jpg")
    }

    @Test func aDonePictureThatLostItsBytesInAPowerCutIsNamed() throws {
        let directory = try TemporaryDirectory()
        try live(directory, shots: 2, .none)
        try directory.write([], to: "000001.jpg")
        let rebooted = ManualClock(bootIdentifier: "boot-2")
        let run = try PreparedRun.open(
            .resume, plan: plan(), root: directory.path, template: try OutputTemplate("%06d.jpg"),
            durability: .none, at: rebooted.read())
        #expect(run.report.damaged == ["000001.jpg"])
    }

    @Test func picturesThatAreGoneOrCutShortAreNamed() throws {
        let directory = try TemporaryDirectory()
        try live(directory, shots: 4, .none)
        try directory.write([], to: "000003.jpg")
        try FileManager.default.removeItem(atPath: directory.file("000001.jpg"))
        let run = try prepare(directory)
        #expect(run.report.damaged == ["000003.jpg"] && run.report.missing == ["000001.jpg"])
        #expect(run.state.next == 4 && run.state.done == 4)
    }

    @Test func picturesThatAreNotKeptAreNotMissed() throws {
        let directory = try TemporaryDirectory()
        try live(directory, shots: 4, .none)
        for name in ["000000.jpg", "000001.jpg"] {
            try FileManager.default.removeItem(atPath: directory.file(name))
        }
        let run = try PreparedRun.open(
            .resume, plan: plan(), root: directory.path, template: try OutputTemplate("%06d.jpg"),
            durability: .none, kept: 2, at: clock.read())
        #expect(run.report.missing == [])
    }

    @Test(arguments: [true, false])
    func aPictureWithoutALineIsAdoptedOnlyWithItsEnd(isWhole: Bool) throws {
        let directory = try TemporaryDirectory()
        try live(directory, shots: 1, .batch)
        try prepare(directory).journal.append(try job(1).intent)
        try directory.write(isWhole ? content(1) : Array(content(1).dropLast()), to: "000001.jpg")
        try directory.write(Array("P6 1 1 255 abc".utf8), to: "000002.jpg")
        let report = try prepare(directory).report
        #expect(report.adopted == (isWhole ? 1 : 0))
        #expect(report.damaged == (isWhole ? [] : ["000001.jpg"]) + ["000002.jpg"])
    }

    @Test func aForeignFileFarAheadDoesNotMoveTheIndex() throws {
        let directory = try TemporaryDirectory()
        try live(directory, shots: 1, .each)
        try directory.write([1], to: "999999.jpg")
        let error = prismError { try prepare(directory) }
        #expect(error?.message.contains("999999.jpg") == true)
    }

    @Test func aNewRunDoesNotBeginOverAnOldOne() throws {
        let directory = try TemporaryDirectory()
        try live(directory, shots: 1, .each)
        let error = prismError { try prepare(directory, .new) }
        #expect(error?.code == .usage)
        let pictures = try TemporaryDirectory()
        try pictures.write([1], to: "000007.jpg")
        let other = prismError { try prepare(pictures, .new) }
        #expect(other?.message.contains("000007.jpg") == true)
    }

    @Test func overwritingPutsTheOldJournalAsideAndAdoptsNoneOfItsPictures() throws {
        let directory = try TemporaryDirectory()
        try live(directory, shots: 3, .each)
        do {
            let run = try prepare(directory, .overwrite)
            try run.journal.append(try job(0).intent)
        }
        let resumed = try prepare(directory)
        #expect(resumed.state.next == 1)
        #expect(
            resumed.report == RecoveryReport(adopted: 0, interrupted: 1, damaged: [], removed: 0))
        #expect(try directory.names(in: ".prism").contains("journal-1.jsonl"))
    }

    @Test(arguments: ["every", "output", "camera", "size", "quality"])
    func resumingWithAnotherPlanNamesTheField(_ field: String) throws {
        let directory = try TemporaryDirectory()
        try live(directory, shots: 1, .each)
        var other = plan()
        switch field {
        case "every": other.interval += 1
        case "output": other.output = "x%06d.jpg"
        case "camera": other.camera = "imx219"
        case "size": other.width += 1
        default: other.settings["quality"] = nil
        }
        let error = prismError { try prepare(directory, plan: other) }
        #expect(error?.message.contains("\(field) was") == true)
        _ = try prepare(directory, plan: plan(count: 5))
    }

    @Test func aRunOfTheFutureIsRefused() throws {
        let directory = try TemporaryDirectory()
        try live(directory, shots: 1, .each)
        try directory.write(Array(#"{"schema": 2}"#.utf8), to: ".prism/run.json")
        let error = prismError { try prepare(directory) }
        #expect(error?.code == .invalidData)
        #expect(error?.message.contains("schema 2") == true)
    }
}
