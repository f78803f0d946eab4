// SPDX-License-Identifier: MIT
// Whole time-lapses with the simulated camera, the real writer and real files.

import Foundation
import PrismImage
import PrismTesting
import Testing

@testable import PrismCapture
@testable import PrismCore

@Suite struct TimelapseRunTests {
    private let encoder = PictureEncoder(ImageEncoder(format: .jpeg(JPEGOptions())))
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func camera(_ mock: MockCamera) async throws -> CameraSession {
        let camera = try await CameraSession.open(.mock(mock))
        let stream = StreamConfiguration(
            .still, format: .yuv420, size: PixelSize(width: 64, height: 64))
        let buffers = TimelapseRun.bufferCount
        try await camera.configure(CameraConfiguration(streams: [stream], bufferCount: buffers))
        return camera
    }

    private func plan(interval: Int64, count: Int?) -> TimelapsePlan {
        TimelapsePlan(
            interval: interval, count: count, output: directory.file("%06d.jpg"), camera: "mock",
            width: 64, height: 64)
    }

    private func records(in other: TemporaryDirectory? = nil) throws -> [JournalRecord] {
        let bytes = (other ?? directory).read(".prism/journal.jsonl")
        return try JournalText.read(bytes ?? [], path: "journal").records
    }

    @discardableResult
    private func run(
        _ plan: TimelapsePlan, _ options: TimelapseOptions = TimelapseOptions(),
        mock: MockCamera.Options = MockCamera.Options(hasVirtualClock: true)
    ) async throws -> TimelapseSummary {
        let mock = try MockCamera(mock)
        let camera = try await camera(mock)
        do {
            let summary = try await TimelapseRun(plan, options: options)
                .run(camera: camera, encoder: encoder)
            await camera.close()
            withExtendedLifetime(mock) {}
            withExtendedLifetime(mock) {}
            return summary
        } catch {
            await camera.close()
            withExtendedLifetime(mock) {}
            throw error
        }
    }

    @Test func aRunWhoseTimeIsOverTakesNothing() async throws {
        let summary = try await run(
            plan(interval: 1_000_000_000, count: 5), TimelapseOptions(stopTime: 1))
        #expect(summary.done == 0 && !summary.isComplete && summary.next == 0)
    }

    /// Each index settled once; each picture there, whole, and within one frame of its time.
    private func verify(count: Int, in other: TemporaryDirectory? = nil) throws {
        let directory = other ?? directory
        let records = try records(in: directory)
        let state = try JournalState(records, path: "journal")
        #expect(state.settled.gaps(below: count) == [])
        #expect(state.settled.end == count)
        let done = records.filter { $0.state == .done }
        #expect(try directory.names().filter { $0 != ".prism" } == done.compactMap(\.file).sorted())
        for record in done {
            let path = directory.file(record.file ?? "")
            #expect(try FileChecksum(ofFile: path) == record.checksum)
            if let due = record.due, let started = record.started {
                #expect(abs(started - due) <= record.applied?.frameDuration ?? 0)
            }
        }
    }

    @Test func theBoardsHealthIsInTheDescriptionAndOnTheFirstShot() async throws {
        // A directory that the run makes.
        var plan = plan(interval: 200_000_000, count: 6)
        plan.output = directory.file("new/%06d.jpg")
        try await run(plan)
        let bytes = directory.read("new/.prism/journal.jsonl") ?? []
        let records = try JournalText.read(bytes, path: "journal").records
        let shots = records.filter { $0.state == .done }
        let first = try #require(shots.first?.health)
        let known = SystemPressure.allCases.map(\.rawValue)
        #expect(known.contains(first.pressure) && first.missedFrames == 0)
        #expect(shots.count == 6)
        #expect(shots.filter { $0.health != nil }.count < shots.count, "only where it changed")
        let text = directory.read("new/.prism/run.json") ?? []
        let run = try RunDescription(text, path: "run.json")
        #expect((run.health?.freeDisk ?? 0) > 0 && (run.health?.availableMemory ?? 0) > 0)
    }

    @Test(arguments: Durability.allCases)
    func aVirtualRunTakesEveryShot(_ durability: Durability) async throws {
        let options = TimelapseOptions(durability: durability)
        let summary = try await run(plan(interval: 200_000_000, count: 20), options)
        #expect(summary.isComplete)
        #expect(summary.done == 20)
        #expect(summary.skipped == 0)
        try verify(count: 20)
        #expect(try records().last?.reason == "complete")
    }

    @Test func aRealTimeRunStaysOnBoottime() async throws {
        let summary = try await run(
            plan(interval: 100_000_000, count: 10), mock: MockCamera.Options())
        #expect(summary.isComplete)
        #expect(summary.done + summary.skipped == 10)
        try verify(count: 10)
        #expect(try records().first?.anchor == .certain)
    }

    @Test func aCancelledRunIsWholeAndGoesOnWhereItWas() async throws {
        let mock = try MockCamera(MockCamera.Options(hasVirtualClock: true))
        let camera = try await camera(mock)
        let plan = plan(interval: 200_000_000, count: nil)
        let (reports, continuation) = AsyncStream.makeStream(of: JournalRecord.self)
        let encoder = encoder
        let task = Task {
            try await TimelapseRun(plan, options: TimelapseOptions(durability: .each))
                .run(camera: camera, encoder: encoder) { continuation.yield($0) }
        }
        var seen = 0
        for await record in reports where record.state == .done {
            seen += 1
            if seen == 5 { break }
        }
        task.cancel()
        let summary = try await task.value
        await camera.close()
        withExtendedLifetime(mock) {}
        #expect(!summary.isComplete)
        #expect(summary.done >= 5)
        try verify(count: summary.next)
        #expect(try records().last?.reason == "stopped")
        var longer = plan
        longer.count = summary.next + 5
        let resumed = try await run(longer, TimelapseOptions(start: .resume))
        #expect(resumed.isComplete)
        #expect(resumed.done == summary.done + 5)
        try verify(count: summary.next + 5)
        let again = try await run(longer, TimelapseOptions(start: .resume))
        #expect(again.done == resumed.done)
    }

    @Test func aStallEndsInARestartAndTheRunGoesOn() async throws {
        let mock = MockCamera.Options(hasVirtualClock: true, faults: "stall@60:1")
        let summary = try await run(plan(interval: 200_000_000, count: 20), mock: mock)
        #expect(summary.isComplete)
        try verify(count: 20)
    }

    @Test func anUnpluggedCameraEndsTheRunInOrder() async throws {
        let mock = MockCamera.Options(hasVirtualClock: true, faults: "unplug@60")
        let error = await prismError {
            try await run(plan(interval: 200_000_000, count: 20), mock: mock)
        }
        #expect(error?.code == .unplugged)
        let state = try JournalState(try records(), path: "journal")
        #expect(state.done > 0)
        try verify(count: state.next)
        #expect(try records().last?.reason == "unplugged")
    }

    @Test func aTakenNameEndsTheRunAndNothingIsReplaced() async throws {
        let mock = try MockCamera(MockCamera.Options(hasVirtualClock: true))
        let camera = try await camera(mock)
        let timelapse = try TimelapseRun(
            plan(interval: 200_000_000, count: 20),
            options: TimelapseOptions(durability: Durability.none))
        let path = directory.file("000003.jpg")
        let error = await prismError {
            try await timelapse.run(camera: camera, encoder: encoder) { record in
                if record.index == 0 {
                    try? Data([1]).write(to: URL(fileURLWithPath: path))
                }
            }
        }
        await camera.close()
        withExtendedLifetime(mock) {}
        #expect(error?.message.contains("000003.jpg") == true)
        #expect(directory.read("000003.jpg") == [1])
    }

    @Test(.enabled(if: SmallDisk.isPossible, "only root can mount a small disk"))
    func aFullDiskEndsTheRunInOrderAndMoreSpaceLetsItGoOn() async throws {
        let disk = try SmallDisk(bytes: 64 << 10)
        var plan = plan(interval: 200_000_000, count: 200)
        plan.output = disk.directory.file("%06d.jpg")
        let error = await prismError { try await run(plan) }
        #expect(error?.code == .diskFull)
        #expect(error?.errno == ENOSPC)
        #expect(error?.message.contains(disk.directory.path) == true)
        try disk.grow(to: 16 << 20)
        let summary = try await run(plan, TimelapseOptions(start: .resume))
        #expect(summary.isComplete)
        #expect(summary.done > 150)
        try verify(count: 200, in: disk.directory)
    }

    @Test func aThousandShotsStayWithinOneFrameOfTheGrid() async throws {
        let options = TimelapseOptions(durability: Durability.none)
        let mock = MockCamera.Options(hasVirtualClock: true, rendersPixels: false)
        let summary = try await run(plan(interval: 100_000_000, count: 1000), options, mock: mock)
        #expect(summary.done == 1000)
        try verify(count: 1000)
    }

    @Test func datedDirectoriesAreMadeAndFoundAgain() async throws {
        var plan = plan(interval: 200_000_000, count: 3)
        plan.output = directory.file("%Y/%m-%d/%06d.jpg")
        #expect(try await run(plan).done == 3)
        try FileManager.default.removeItem(atPath: directory.file(".prism/journal.jsonl"))
        plan.count = 5
        let resumed = try await run(plan, TimelapseOptions(start: .resume))
        #expect(resumed.recovery.adopted == 3)
        #expect(resumed.done == 5)
    }

    @Test func plansThatCannotBeAreRefused() {
        var plan = plan(interval: 1, count: 1)
        plan.output = "%Y.jpg"
        #expect(throws: PrismError.self) { try TimelapseRun(plan) }
        plan.output = "%06d.jpg"
        plan.interval = 0
        #expect(throws: PrismError.self) { try TimelapseRun(plan) }
    }
}
