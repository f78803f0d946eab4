// SPDX-License-Identifier: MIT
// Bursts from files: what comes out, what is left out, and what a full disk leaves behind.

import Foundation
import Glibc
import PrismCore
import PrismImage
import PrismTesting
import Testing

@testable import PrismNight

@Suite struct NightJobTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func outputs(_ name: String = "out") -> NightOutputs {
        var outputs = NightOutputs(picture: "\(directory.path)/\(name).jpg")
        outputs.merged = "\(directory.path)/\(name)-merged.dng"
        outputs.denoised = "\(directory.path)/\(name)-clean.dng"
        outputs.rejection = "\(directory.path)/\(name)-map.png"
        outputs.report = "\(directory.path)/\(name).json"
        return outputs
    }

    private func burst(_ count: Int) throws -> [String] {
        try NightFrames.write((0..<count).map { try NightFrames.frame($0) }, to: directory)
    }

    private func json(_ path: String?) throws -> [String: Any] {
        let data = try Data(contentsOf: URL(fileURLWithPath: try #require(path)))
        return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    @Test func aBurstBecomesAPictureMosaicsAMapAndAReport() throws {
        let outputs = outputs()
        let report = try NightJob(frames: burst(4), outputs: outputs).run()
        #expect(report.used == 4, "\(report.frames.map(\.note))")
        let picture = try ImageDecoder().decode(path: outputs.picture)
        #expect(picture.width == 192 && picture.height == 128)
        let merged = try RawReader().read(#require(outputs.merged))
        #expect(merged.facts.black == SIMD4(repeating: 4096) && merged.facts.bits == 16)
        #expect(merged.facts.baselineExposure == 3)
        #expect(merged.facts.photo.exposureTime == 66_000_000)
        let noise = try #require(merged.facts.noise)
        #expect(noise.slope.x < 4e-4 / 3)
        #expect(try RawReader().read(#require(outputs.denoised)).facts.noise == nil)
        let map = try ImageDecoder().decode(path: #require(outputs.rejection))
        #expect(map.width == 96 && map.height == 64)
        let text = try json(outputs.report)
        #expect((text["frames"] as? [[String: Any]])?.count == 4)
        #expect((text["transforms"] as? [String: [Double]])?["3"]?.count == 6)
        #expect((text["effectiveFrames"] as? [String: Double])?["50"] ?? 0 > 3)
    }

    @Test func oneFrameComesOutAsItIsTimesSixteen() throws {
        let frame = try NightFrames.frame(0)
        let outputs = outputs()
        var job = NightJob(
            frames: try NightFrames.write([frame], to: directory), outputs: outputs)
        job.stack.aligns = false
        job.stack.findsHotPixels = false
        try job.run()
        let merged = try RawReader().read(#require(outputs.merged))
        #expect(merged.rows == frame.rows.map { $0 * 16 })
    }

    @Test func framesThatCannotBeReadAreLeftOutWithTheirReason() throws {
        var frames = try burst(3)
        let cut = "\(directory.path)/cut.dng"
        let whole = try Data(contentsOf: URL(fileURLWithPath: frames[0]))
        try whole.prefix(8192).write(to: URL(fileURLWithPath: cut))
        let small = try NightFrames.write(
            [NightFrames.frame(0, width: 96, height: 96)], to: try TemporaryDirectory())
        frames.insert(cut, at: 0)
        frames.append("\(directory.path)/absent.dng")
        let report = try NightJob(frames: frames + small, outputs: outputs()).run()
        #expect(report.used == 3)
        #expect(report.frames[0].rejected == "invalidData")
        #expect(report.frames[0].note?.contains("cut.dng") == true)
        #expect(report.frames[4].rejected == "inputOutput")
        #expect(report.frames[5].rejected != nil && !report.frames[5].used)
    }

    @Test func framesOfOtherSizesAreLeftOut() throws {
        let frames = try [
            NightFrames.frame(0), NightFrames.frame(1, width: 160, height: 96),
        ]
        let paths = try NightFrames.write(frames, to: directory)
        var job = NightJob(frames: paths, outputs: outputs())
        job.reference = .first
        #expect(try job.run().frames[1].rejected == "size")
    }

    @Test func withoutAnyReadableFrameTheFirstErrorIsThrown() throws {
        let path = "\(directory.path)/text.dng"
        try Data("no picture".utf8).write(to: URL(fileURLWithPath: path))
        let job = NightJob(frames: [path, path + "2"], outputs: outputs())
        let error = try thrownError { try job.run() }
        #expect(error.code == .invalidData && error.message.contains(path))
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).count == 1)
    }

    @Test func calledOffItLeavesNothing() throws {
        let job = NightJob(frames: try burst(3), outputs: outputs())
        let error = try thrownError { try job.run(isCancelled: { true }) }
        #expect(error.code == .cancelled)
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).count == 3)
    }

    @Test func namesThatCollideAreRefused() throws {
        var outputs = outputs()
        outputs.merged = outputs.picture
        let frames = try burst(1)
        #expect(
            try thrownError { try NightJob(frames: frames, outputs: outputs).run() }.code == .usage)
        let own = NightJob(frames: frames, outputs: NightOutputs(picture: frames[0]))
        #expect(try thrownError { try own.run() }.code == .usage)
    }

    @Test func aFullDiskAtAnyStepLeavesWholeFilesAndTheReason() throws {
        let frames = try burst(2)
        let counter = FaultProbe()
        var job = NightJob(frames: frames, outputs: outputs("counted"))
        job.probe = counter.probe
        try job.run()
        #expect(counter.steps.count >= 20)
        for step in counter.steps.indices where counter.steps[step] != .discard {
            let place = try TemporaryDirectory()
            try expectWholeFiles(frames, failingAt: step, in: place)
        }
    }

    private func expectWholeFiles(
        _ frames: [String], failingAt step: Int, in place: TemporaryDirectory
    ) throws {
        var outputs = NightOutputs(picture: "\(place.path)/o.jpg")
        outputs.merged = "\(place.path)/m.dng"
        outputs.denoised = "\(place.path)/d.dng"
        outputs.rejection = "\(place.path)/x.png"
        outputs.report = "\(place.path)/r.json"
        var job = NightJob(frames: frames, outputs: outputs)
        job.probe = FaultProbe(atStep: step, .fail(ENOSPC)).probe
        let error = try thrownError { try job.run() }
        #expect(error.code == .diskFull, "step \(step)")
        let names = try FileManager.default.contentsOfDirectory(atPath: place.path)
        #expect(names.count >= 4 && !names.contains { $0.hasPrefix(".") }, "step \(step): \(names)")
        for name in names { try expectWhole("\(place.path)/\(name)") }
        guard names.contains("r.json") else { return }
        let written = try #require(json(outputs.report)["outputs"] as? [[String: Any]])
        let failed = written.filter { $0["error"] as? String == "diskFull" }
        #expect(failed.count == (written.count == 4 && names.count < 5 ? 1 : failed.count))
    }

    private func expectWhole(_ path: String) throws {
        if path.hasSuffix(".dng") {
            _ = try RawReader().read(path)
        } else if path.hasSuffix(".json") {
            _ = try json(path)
        } else {
            _ = try ImageDecoder().decode(path: path)
        }
    }

    private func thrownError<Value>(_ body: () throws -> Value) throws -> PrismError {
        let outcome = Result { try body() }
        guard case .failure(let error) = outcome else {
            throw PrismError(.invalidData, "no error was thrown")
        }
        return try #require(error as? PrismError)
    }
}
