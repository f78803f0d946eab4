// SPDX-License-Identifier: MIT
// INT, TERM, HUP and QUIT in every state of a run: a clean end, whole files, the right status.

import Foundation
import Testing

@testable import prism

@Suite(.serialized) struct SignalTests {
    static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

    @Test(arguments: signals)
    func aTimelapseEndsInOrderAndCanBeGoneOnWith(number: Int32) throws {
        let scratch = try Scratch()
        let words = [
            "timelapse", "--every", "50ms", "-o", scratch.path("%06d.jpg"), "--size", "320x240",
            "--camera", "mock", "--json", "--timeout", "0", "--durability", "none",
        ]
        let running = try Running(Run.prism, words)
        running.wait(for: "saved")
        kill(running.pid, number)
        let run = running.finish()
        #expect(run.status == 0, "\(run.error)")
        #expect(run.outputLines.last?.contains("\"isComplete\":false") == true)
        let saved = run.outputLines.filter { $0.contains("\"event\":\"saved\"") }.count
        let files = try FileManager.default.contentsOfDirectory(atPath: scratch.url.path)
        #expect(files.filter { $0.hasSuffix(".jpg") }.count == saved)
        #expect(files.filter { $0 != ".prism" && !$0.hasSuffix(".jpg") } == [])
    }

    @Test(arguments: signals)
    func aStillThatWaitsIsCalledOff(number: Int32) throws {
        let scratch = try Scratch()
        // The first frame of ten seconds' exposure is far away when the signal comes.
        let words = ["still", "-o", "a.jpg", "--shutter", "10s", "--camera", "mock", "--json"]
        let running = try Running(Run.prism, words, directory: scratch.url)
        running.wait(for: "\"event\":\"camera\"")
        kill(running.pid, number)
        let run = running.finish()
        #expect(run.status == 128 + number, "\(run.error)")
        #expect(run.errorLines.count == 1)
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.url.path).isEmpty)
    }

    @Test(arguments: ["stall@3:1000", "late@3:3600000", "cancel@3:100000", "unplug@3"])
    func aCameraInTroubleDoesNotKeepASignalWaiting(fault: String) throws {
        let scratch = try Scratch()
        let words = [
            "timelapse", "--every", "20ms", "-o", scratch.path("%06d.jpg"), "--size", "320x240",
            "--camera", "mock:fault=\(fault)", "--json", "--timeout", "0", "--durability", "none",
        ]
        let running = try Running(Run.prism, words)
        running.wait(for: "\"event\":\"camera\"")
        kill(running.pid, SIGTERM)
        let run = running.finish()
        #expect(run.status == 0, "\(run.error)")
        #expect(run.outputLines.last?.contains("\"event\":\"summary\"") == true)
    }

    @Test func aSignalWhileALongJournalIsReadEndsInOrder() throws {
        let scratch = try Scratch()
        let words = [
            "timelapse", "--every", "1s", "-o", scratch.path("%06d.jpg"), "--size", "320x240",
            "--camera", "mock", "--json", "--timeout", "0", "--count",
        ]
        #expect(try Run.prism(words + ["1"]).status == 0)
        let path = scratch.path(".prism/journal.jsonl")
        let journal = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try journal.seekToEnd()
        let lines = (1..<300_000).map { "{\"index\":\($0),\"state\":\"skipped\"}\n" }.joined()
        try journal.write(contentsOf: Data(lines.utf8))
        let before = scratch.text(".prism/journal.jsonl").utf8.count
        let running = try Running(Run.prism, words + ["400000", "--resume"])
        running.wait(for: "\"event\":\"camera\"")
        kill(running.pid, SIGTERM)
        let run = running.finish()
        #expect(run.status == 0, "\(run.error)")
        #expect(run.outputLines.last?.contains("\"isComplete\":false") == true)
        #expect(scratch.text(".prism/journal.jsonl").utf8.count >= before)
    }

    @Test func aScriptEndsWithEverythingItStarted() async throws {
        let work = try BlockingWork()
        let script = "echo out; echo err >&2; tail -f /dev/null & wait"
        let task = Task { try await ChildProcess.run("/bin/sh", ["-c", script], on: work) }
        task.cancel()
        // tail holds the pipes open: without its end this would never return.
        #expect(try await task.value.status == 128 + SIGTERM)
        let plain = try await ChildProcess.run(
            "/bin/sh", ["-c", "echo a; echo b >&2; exit 3"], on: work)
        #expect(plain == .init(status: 3, standardOutput: "a\n", standardError: "b\n"))
    }

    @Test func nohupIsRespected() throws {
        let scratch = try Scratch()
        let script = "trap '' HUP; exec \"$0\" \"$@\""
        let words = [
            "timelapse", "--every", "20ms", "--count", "20", "-o", scratch.path("%06d.jpg"),
            "--size", "320x240", "--camera", "mock", "--json", "--timeout", "0",
        ]
        let running = try Running("/bin/sh", ["-c", script, Run.prism] + words)
        running.wait(for: "saved")
        kill(running.pid, SIGHUP)
        let run = running.finish()
        #expect(run.status == 0, "\(run.error)")
        #expect(run.outputLines.last?.contains("\"isComplete\":true") == true)
    }
}
