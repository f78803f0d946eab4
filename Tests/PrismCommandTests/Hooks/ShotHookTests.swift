// SPDX-License-Identifier: MIT
// --on-shot and its kin: told of every picture, bounded, never in a shot's way.

import Foundation
import PrismCore
import PrismTesting
import Testing

@testable import prism

@Suite(.serialized) struct ShotHookTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// A time-lapse of ten pictures at ten a second on the wall clock.
    private func lapse(_ words: String..., clock: String = "virtual") throws -> Run {
        try Run.prism(
            [
                "timelapse", "--every", "100ms", "-o", "d/%03d.jpg", "--size", "320x240",
                "--timeout", "0", "--json", "--camera", "mock:clock=\(clock)",
            ] + words, directory: scratch.url)
    }

    private func pictures() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: scratch.path("d"))
            .filter { $0.hasSuffix(".jpg") }.sorted()
    }

    @Test func aHookIsToldOfEveryPicture() throws {
        let command = "echo \"$PRISM_EVENT $PRISM_INDEX $PRISM_FILE\" >> names; cat >> lines"
        let run = try lapse("--count", "4", "--on-shot", command, clock: "real")
        #expect(run.status == 0, "\(run.error)")
        #expect(
            run.output.contains("{\"event\":\"hooks\",\"succeeded\":4,\"failed\":0,\"dropped\":0}"))
        let names = scratch.text("names").split(separator: "\n")
        #expect(names.count == 4 && names[2].hasPrefix("saved 2 /"))
        for line in names {
            let path = String(line.split(separator: " ")[2])
            #expect(FileManager.default.fileExists(atPath: path))
        }
        let lines = scratch.text("lines").split(separator: "\n")
        let json = try JSONSerialization.jsonObject(with: Data(lines[3].utf8)) as? [String: Any]
        #expect(json?["index"] as? Int == 3 && json?["applied"] != nil)
    }

    @Test(arguments: ["sleep 1000", "exit 3", "exec /does/not/exist", "kill -9 $$"])
    func aHookThatHangsOrFailsCostsNoShot(command: String) throws {
        // The camera's own time, in which no load of the machine makes a shot late: whoever waited for a hook would
        // have no place for the next shots, and they would be skipped.
        let run = try lapse(
            "--count", "6", "--on-shot", command, "--hook-timeout", "500ms", "--durability", "none")
        #expect(run.status == 0, "\(run.error)")
        // Some have not had their turn when the time of all is over.
        let ends = (1...6).map { "\"succeeded\":0,\"failed\":\($0),\"dropped\":\(6 - $0)}" }
        #expect(ends.contains { run.output.contains($0) })
        #expect(run.output.contains("\"done\":6,\"skipped\":0"))
    }

    @Test func hooksThatWaitAtTheEndGetTheTimeOfOne() throws {
        let command = "echo $PRISM_INDEX >> begun; exec sleep 1000"
        let run = try lapse("--count", "30", "--on-shot", command, "--hook-timeout", "2s")
        #expect(run.status == 0)
        #expect(scratch.text("begun").split(separator: "\n").count < 30)
        #expect(run.output.contains("\"dropped\":"))
        #expect(!run.output.contains("\"dropped\":0"))
        #expect(run.errorLines.contains { $0.contains("of 30 hooks failed, ") })
    }

    @Test func aHookEndsWithAllThatItStarted() throws {
        let process = try HookProcess(
            "sleep 1000 & echo $! > \(scratch.path("pid")); wait", environment: [], input: "")
        #expect(process.wait(within: 300_000_000) == .timedOut)
        let pid = Int32(scratch.text("pid").trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0
        #expect(pid > 0)
        // Killed, or a zombie that nobody has waited for yet.
        let state = (try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)) ?? "Z"
        #expect(state.contains("Z"))
    }

    @Test func aSignalEndsARunWhoseHookHangs() throws {
        let running = try Running(
            Run.prism,
            [
                "timelapse", "--every", "50ms", "-o", "d/%03d.jpg", "--size", "320x240",
                "--timeout", "0", "--json", "--camera", "mock", "--on-shot", "sleep 1000",
            ], directory: scratch.url)
        running.wait(for: "saved")
        kill(running.pid, SIGTERM)
        let run = running.finish()
        #expect(run.status == 0, "\(run.error)")
        #expect(run.outputLines.last?.contains("summary") == true)
    }

    @Test func onlyTheNewestPicturesStay() throws {
        #expect(try lapse("--count", "7", "--keep-last", "3").status == 0)
        #expect(try pictures() == ["004.jpg", "005.jpg", "006.jpg"])
        let more = try lapse("--count", "9", "--keep-last", "3", "--resume")
        #expect(more.status == 0, "\(more.error)")
        #expect(try pictures() == ["006.jpg", "007.jpg", "008.jpg"])
    }

    @Test func aDiskThatIsNearlyFullSkipsShots() throws {
        let run = try lapse("--count", "3", "--min-free", "900000T")
        #expect(run.status == 7)
        #expect(run.errorLines.count { $0.contains("less room than --min-free") } == 1)
        #expect(run.output.contains("\"done\":0,\"skipped\":3"))
        #expect(run.output.contains("minFree"))
        let still = try Run.prism([
            "still", "-o", scratch.path("a.jpg"), "--camera", "mock", "--min-free", "900000T",
        ])
        #expect(still.status == 7 && still.errorLines.count == 1)
    }

    @Test func aCameraIsWaitedFor() throws {
        let run = try Run.prism(
            [
                "still", "-o", scratch.path("a.jpg"), "--camera", "libcamera:none", "--wait-camera",
                "300ms",
            ],
            environment: ["PRISM_PLUGIN_PATH": scratch.url.path])
        #expect(run.status != 0 && run.errorLines.count == 1)
    }

    @Test(arguments: [("06:30", 6, 30, 0), ("23:15:59", 23, 15, 59), ("00:00", 0, 0, 0)])
    func aTimeOfDayComesWithinADay(text: String, hour: Int, minute: Int, second: Int) throws {
        let time = try StopTime(text)
        #expect(time.hour == hour && time.minute == minute && time.second == second)
        var random = SeededGenerator(seed: 6)
        for _ in 0..<1_000 {
            let now = Int64.random(in: 0...4_000_000_000, using: &random) * 1_000_000_000
            let next = time.next(after: now)
            // Twenty-five hours where summer time ends in between.
            #expect(next > now && next - now <= 90_000_000_000_000)
            #expect(time.next(after: next) > next)
        }
    }

    @Test(arguments: ["", "6:30", "24:00", "06:60", "06:30:61", "0630", "06:30:00:00", "a6:30"])
    func whatIsNoTimeOfDayIsRefused(text: String) {
        #expect(prismError { try StopTime(text) }?.code == .usage)
    }
}
