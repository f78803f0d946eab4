// SPDX-License-Identifier: MIT
// Outputs that cannot be written to are refused before the camera, and lost output is no success.

import Foundation
import Testing

@Suite struct BadOutputTests {
    private static let still = ["still", "--immediate", "--size", "320x240", "--camera", "mock"]

    private func shell(_ script: String, in scratch: Scratch) throws -> Run {
        try Run("/bin/sh", ["-c", script, Run.prism], directory: scratch.url)
    }

    @Test func aPipeIsNotReplaced() throws {
        let scratch = try Scratch()
        let run = try shell(
            "mkfifo p.jpg && \"$0\" \(Self.still.joined(separator: " ")) --overwrite -o p.jpg",
            in: scratch)
        #expect(run.status == 2)
        #expect(run.errorLines.count == 1)
        #expect(run.error.contains("not a regular file"))
        let kind = try FileManager.default.attributesOfItem(atPath: scratch.path("p.jpg"))[.type]
        #expect(kind as? FileAttributeType != .typeRegular)
    }

    @Test func aLinkToNowhereIsInTheWay() throws {
        let scratch = try Scratch()
        let run = try shell(
            "ln -s nowhere d.jpg && \"$0\" \(Self.still.joined(separator: " ")) -o d.jpg",
            in: scratch)
        #expect(run.status == 2)
        #expect(run.error.contains("--overwrite"))
    }

    @Test func aFileIsNoDirectory() throws {
        let scratch = try Scratch()
        let run = try shell(
            "touch f && \"$0\" \(Self.still.joined(separator: " ")) -o f/x.jpg", in: scratch)
        #expect(run.status == 8)
        #expect(run.error.contains("Not a directory"))
    }

    @Test func aClosedStandardOutputIsSaidSo() throws {
        let scratch = try Scratch()
        let run = try shell(
            "exec \"$0\" \(Self.still.joined(separator: " ")) -o - -e jpg >&-", in: scratch)
        #expect(run.status == 8)
        #expect(run.error.contains("Bad file descriptor"))
    }

    @Test(arguments: ["list --camera mock --json", "--help", "completion bash", "help --man"])
    func lostOutputIsNoSuccess(_ words: String) throws {
        let run = try shell("exec \"$0\" \(words) > /dev/full", in: try Scratch())
        #expect(run.status == 7)
        #expect(run.errorLines.count == 1)
        #expect(run.error.contains("standard output"))
    }

    @Test func aPipeInThePlaceOfTheJournalIsNotWaitedFor() throws {
        let scratch = try Scratch()
        let run = try shell(
            """
            mkdir -p D/.prism && mkfifo D/.prism/run.json && exec timeout 20 "$0" timelapse \
            --every 1s --count 2 --size 320x240 --camera mock -o D/%d.jpg --resume
            """, in: scratch)
        #expect(run.status == 12)
        #expect(run.error.contains("not a regular file"))
    }
}
