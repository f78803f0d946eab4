// SPDX-License-Identifier: MIT
// With PRISM_HARDWARE=1: what a real camera on this board can be asked without a person (HARDWARE-CHECKLIST.md).

import Foundation
import Testing

@Suite(.serialized, .enabled(if: Hardware.isAsked, "PRISM_HARDWARE=1 asks for a real camera"))
struct HardwareTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private func prism(_ words: String...) throws -> Run {
        try Run.prism(words, environment: Hardware.environment, directory: scratch.url)
    }

    /// What another program says of a picture; an empty text where it refuses.
    private func exiftool(_ tag: String, _ file: String) throws -> String {
        let run = try Run("/usr/bin/exiftool", ["-s3", "-n", "-\(tag)", scratch.path(file)])
        return run.status == 0 ? run.output.trimmingCharacters(in: .whitespacesAndNewlines) : ""
    }

    private func decodes(_ file: String) throws -> Bool {
        try Run("/usr/bin/djpeg", ["-outfile", "/dev/null", scratch.path(file)]).status == 0
    }

    @Test func doctorFindsNothingThatKeepsTheCameraFromWorking() throws {
        let run = try prism("doctor", "-o", ".")
        #expect(run.status == 0, "\(run.output)\(run.error)")
        #expect(run.output.contains("opens"))
    }

    @Test func aCameraIsListed() throws {
        let run = try prism("list")
        #expect(run.status == 0 && !run.outputLines.isEmpty, "\(run.error)")
        #expect(!run.output.contains("mock"))
    }

    @Test func aStillDecodesAndIsDated() throws {
        let run = try prism("still", "-o", "a.jpg")
        #expect(run.status == 0, "\(run.error)")
        #expect(try decodes("a.jpg"))
        #expect(try !exiftool("DateTimeOriginal", "a.jpg").isEmpty)
        #expect(try exiftool("Warning", "a.jpg").isEmpty)
    }

    @Test(arguments: ["1/100", "1/1000"])
    func theExposureTimeThatWasAskedForIsApplied(time: String) throws {
        let run = try prism("still", "-o", "a.jpg", "--shutter", time)
        #expect(run.status == 0, "\(run.error)")
        let applied = try #require(Double(exiftool("ExposureTime", "a.jpg")))
        let asked = try 1 / #require(Double(time.dropFirst(2)))
        // A sensor counts in rows: at most two of them, some 60 microseconds.
        #expect(abs(applied - asked) < max(asked * 0.02, 0.000_06))
    }

    @Test func aRawFileHasTheSensorsWholeSize() throws {
        let run = try prism("still", "-o", "a.jpg", "--raw")
        #expect(run.status == 0, "\(run.error)")
        #expect(try exiftool("FileType", "a.dng") == "DNG")
        #expect(try (Int(exiftool("ImageWidth", "a.dng")) ?? 0) >= 640)
    }

    @Test func aTimelapseKeepsItsGrid() throws {
        let run = try prism("timelapse", "--every", "1s", "--count", "20", "-o", "d/%03d.jpg")
        #expect(run.status == 0, "\(run.error)")
        #expect(run.output.contains("20 pictures, 0 skipped; complete"), "\(run.output)")
        for index in ["000", "010", "019"] { #expect(try decodes("d/\(index).jpg")) }
    }

    @Test func twentyStartsInARowAllWork() throws {
        for round in 1...20 {
            let run = try prism("still", "-o", "a.jpg", "--immediate", "--overwrite")
            #expect(run.status == 0, "start \(round): \(run.error)")
        }
        #expect(try decodes("a.jpg"))
    }

    @Test func aSignalLeavesTheCameraFree() throws {
        let running = try Running(
            Run.prism, ["timelapse", "--every", "1s", "-o", "d/%03d.jpg", "--json"],
            environment: Hardware.environment, directory: scratch.url)
        running.wait(for: "saved")
        kill(running.pid, SIGTERM)
        #expect(running.finish().status == 0)
        #expect(try prism("still", "-o", "a.jpg").status == 0)
    }
}

private enum Hardware {
    /// Which camera, and where its plug-in lies, is the caller's to say.
    static let environment = ProcessInfo.processInfo.environment.filter {
        ["HOME", "XDG_DATA_HOME", "PRISM_PLUGIN_PATH", "PRISM_CAMERA"].contains($0.key)
    }
    static let isAsked = ProcessInfo.processInfo.environment["PRISM_HARDWARE"] == "1"
}
