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

    @Test(arguments: [
        Self.still + ["-o"],
        ["timelapse", "--every", "1s", "--count", "1", "--camera", "mock", "-o"],
    ])
    func aNameThatIsTooLongIsOneLine(words: [String]) throws {
        let scratch = try Scratch()
        let name = String(repeating: "x", count: 300) + "%d.jpg"
        let run = try Run.prism(words + [name], directory: scratch.url)
        #expect(run.status == 8, "\(run.error)")
        #expect(run.errorLines.count == 1 && run.error.contains("File name too long"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.url.path).isEmpty)
    }

    @Test func aNameWithALineBreakIsToldOnOneLine() throws {
        let scratch = try Scratch()
        let saved = try Run.prism(Self.still + ["-o", "a\nb.jpg"], directory: scratch.url)
        #expect(saved.status == 0, "\(saved.error)")
        #expect(saved.outputLines.first?.hasPrefix("a\\nb.jpg: 320x240") == true)
        #expect(FileManager.default.fileExists(atPath: scratch.path("a\nb.jpg")))
        let again = try Run.prism(Self.still + ["-o", "a\nb.jpg"], directory: scratch.url)
        #expect(again.status == 2 && again.errorLines.count == 1, "\(again.error)")
        let template = "c\nd.jpg"
        let lapse = try Run.prism(
            ["timelapse", "--every", "1s", "-o", template, "--camera", "mock"],
            directory: scratch.url)
        #expect(lapse.status == 2 && lapse.errorLines.count == 1)
        #expect(lapse.error.contains("a place for the index"))
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

    private func timelapse(after preparation: String, _ more: String = "") throws -> (Run, String) {
        let scratch = try Scratch()
        let run = try shell(
            """
            \(preparation) && { find . | sort > ../$$.before; "$0" timelapse --every 20ms --count 3 \
            --size 320x240 --camera mock -t 0 \(more); status=$?
            find . | sort > ../$$.after; diff ../$$.before ../$$.after > difference
            rm ../$$.before ../$$.after; exit $status; }
            """, in: scratch)
        return (run, scratch.text("difference"))
    }

    @Test(arguments: [
        ("ln -s nowhere 0.jpg", "-o %d.jpg"), ("ln -s nowhere 2.jpg", "-o %d.jpg"),
        ("mkdir 1.jpg", "-o %d.jpg"), ("mkdir -p D/0.jpg", "-o D/%d.jpg"),
        ("mkfifo 0.jpg", "-o %d.jpg"), ("touch 1.jpg", "-o %d.jpg"),
        ("mkdir D && ln -s nowhere D/0.jpg", "-o D/%d.jpg --resume"),
    ])
    func whatIsInTheWayOfATimelapseIsSaidAtItsStart(preparation: String, words: String) throws {
        let (run, difference) = try timelapse(after: preparation, words)
        #expect(run.status == 2, "\(run.error)")
        #expect(run.errorLines.count == 1)
        #expect(difference == "")
    }

    @Test(arguments: [
        ("touch D", "-o D/%d.jpg"), ("mkdir D && touch D/$(date +%Y)", "-o D/%Y/%d.jpg"),
        ("ln -s nowhere D", "-o D/e/%d.jpg"),
    ])
    func aTimelapseNeedsDirectoriesThatCanBe(preparation: String, words: String) throws {
        let (run, difference) = try timelapse(after: preparation, words)
        #expect(run.status == 8, "\(run.error)")
        #expect(run.errorLines.count == 1)
        #expect(difference == "")
    }

    @Test func aRunWithoutItsDescriptionIsNotBegunAnew() throws {
        let (run, difference) = try timelapse(
            after: "mkdir -p D/.prism && touch D/.prism/journal.jsonl", "-o D/%d.jpg --resume")
        #expect(run.status == 12)
        #expect(run.error.contains("D/.prism/run.json is missing"))
        #expect(difference == "")
    }

    @Test(arguments: ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"])
    func aDescriptorIsNoNameForAFile(path: String) throws {
        for more in ["", " --overwrite"] {
            let run = try shell(
                "\"$0\" \(Self.still.joined(separator: " ")) -e jpg -o \(path)\(more) > out",
                in: try Scratch())
            #expect(run.status == 2, "\(run.error)")
            #expect(run.error.contains("-o - writes to standard output"))
        }
    }

    @Test func aLineBreakInANameBreaksNoLine() throws {
        let scratch = try Scratch()
        let run = try Run.prism(Self.still + ["-o", "a\nb.jpg"], directory: scratch.url)
        #expect(run.status == 0)
        #expect(run.outputLines.first?.hasPrefix("a\\nb.jpg: ") == true)
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
