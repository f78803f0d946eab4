// SPDX-License-Identifier: MIT
// The writer's thread: bounded backlog, order, and an end that leaves everything whole.

import Foundation
import PrismTesting
import Testing

@testable import PrismCapture
@testable import PrismCore

@Suite struct ShotWriterTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func job(_ index: Int, _ gate: Gate? = nil) -> ShotJob {
        var intent = JournalRecord(.intent, index: index)
        intent.file = "\(index).jpg"
        return ShotJob(intent: intent) { descriptor in
            gate?.pass()
            let bytes = [UInt8(index)]
            guard write(descriptor, bytes, 1) == 1 else {
                throw PrismError.system("write", errno: errno)
            }
            return FileChecksum(of: bytes)
        }
    }

    private func open(_ writer: ShotWriter, _ durability: Durability = .each) async throws {
        let plan = TimelapsePlan(
            interval: 1, count: nil, output: "%d.jpg", camera: "", width: 1, height: 1)
        _ = try await writer.open(
            .new, plan: plan, root: directory.path, template: try OutputTemplate("%d.jpg"),
            durability: durability, at: ManualClock().read())
    }

    private func states() throws -> [String] {
        try JournalText.read(directory.read(".prism/journal.jsonl") ?? [], path: "").records
            .map { "\($0.state) \($0.index)" }
    }

    @Test func aSlowEncoderHoldsAsManyFramesAsWereLentAndNoMore() async throws {
        let writer = try ShotWriter(capacity: 2) { _ in }
        try await open(writer)
        let gate = Gate()
        #expect(writer.submit(job(0, gate)))
        #expect(writer.submit(job(1, gate)))
        #expect(!writer.submit(job(2, gate)))
        writer.note(.skipped(2..<3, "busy"))
        gate.open()
        try await writer.finish(next: 3, reason: "complete", dropping: false)
        #expect(writer.totals == ShotWriter.Totals(done: 2, skipped: 1, failed: 0))
        #expect(
            try states() == [
                "intent 0", "written 0", "done 0", "intent 1", "written 1", "done 1", "skipped 2",
                "ended 3",
            ])
    }

    @Test func endingSoonSkipsWhatWaitsAndFinishesWhatIsUnderWay() async throws {
        let writer = try ShotWriter(capacity: 2) { _ in }
        try await open(writer)
        let gate = Gate()
        #expect(writer.submit(job(0, gate)))
        gate.waitForArrival()
        #expect(writer.submit(job(1)))
        let end = Task { try await writer.finish(next: 2, reason: "stopped", dropping: true) }
        gate.open()
        try await end.value
        // The waiting shot may still have been stored, but never in part.
        let settled = try states().filter { $0.hasSuffix(" 1") }
        #expect(settled == ["skipped 1"] || settled == ["intent 1", "written 1", "done 1"])
        #expect(try states().last == "ended 2")
        #expect(directory.read("0.jpg") == [0])
    }

    @Test func aBatchIsNamedAtTheEndAtTheLatest() async throws {
        let writer = try ShotWriter(capacity: 2) { _ in }
        try await open(writer, .batch)
        #expect(writer.submit(job(0)))
        try await writer.finish(next: 1, reason: "complete", dropping: false)
        #expect(directory.read("0.jpg") == [0])
    }

    @Test func theFirstErrorIsTheRunsError() async throws {
        let writer = try ShotWriter(capacity: 4) { _ in }
        try await open(writer)
        try directory.write([9], to: "0.jpg")
        #expect(writer.submit(job(0)))
        #expect(writer.submit(job(1)))
        let error = await prismError {
            try await writer.finish(next: 2, reason: "complete", dropping: false)
        }
        #expect(error?.errno == EEXIST)
        #expect(writer.totals == ShotWriter.Totals(done: 1, skipped: 0, failed: 1))
    }

    /// An encoder that waits until a test lets it go on.
    private final class Gate: Sendable {
        private let arrival = DispatchSemaphore(value: 0)
        private let release = DispatchSemaphore(value: 0)

        func pass() {
            arrival.signal()
            release.wait()
            release.signal()
        }

        func waitForArrival() { arrival.wait() }

        func open() { release.signal() }
    }
}
