// SPDX-License-Identifier: MIT
// The report says what happened, in JSON too, and the sharpest frame is the reference.

import Foundation
import PrismCore
import PrismImage
import Testing

@testable import PrismNight

@Suite struct ReportTests {
    private let scene = Scene(seed: 12)

    @Test func theReportSurvivesJSON() throws {
        var stacker = NightStacker()
        for index in 0..<3 {
            try stacker.add(scene.frame(dx: Double(index), seed: UInt64(index)), number: 10 + index)
        }
        let report = try stacker.finish().report
        let data = try JSONEncoder().encode(report)
        #expect(try JSONDecoder().decode(StackReport.self, from: data) == report)
        #expect(report.reference == 10)
        #expect(Set(report.transforms.keys) == ["10", "11", "12"])
        let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        #expect(object["transforms"] != nil && object["used"] as? Int == 3)
    }

    @Test func effectiveFramesGrowWithTheBurst() throws {
        var stacker = NightStacker()
        for index in 0..<5 { try stacker.add(scene.frame(seed: UInt64(30 + index))) }
        let stacked = try stacker.finish()
        let median = try #require(stacked.report.effectiveFrames["50"])
        #expect((4.8...5.6).contains(median), "\(median)")
        let noise = try #require(stacked.image.facts.noise)
        #expect((4.8...5.6).contains(scene.slope / noise.slope[0]))
    }

    @Test func theSharpestFrameIsTheReference() throws {
        let sharp = try scene.frame(seed: 50)
        let blurred = try scene.frame(seed: 51) { x, y, _ in
            (-4...4).reduce(0.0) { $0 + scene.value(Double(x + 2 * $1), Double(y)) } / 9
        }
        let scores = [
            try NightStacker.sharpness(of: blurred), try NightStacker.sharpness(of: sharp),
            try NightStacker.sharpness(of: blurred),
        ]
        #expect(NightStacker.reference(sharpness: scores) == 1, "\(scores)")
        #expect(NightStacker.reference(sharpness: [2, 2.001, 1]) == 0)
        #expect(NightStacker.reference(sharpness: []) == 0)
    }

    @Test func aStackerBeginsAnewAfterFinishing() throws {
        var stacker = NightStacker()
        try stacker.add(scene.frame(seed: 60))
        let first = try stacker.finish()
        try stacker.add(scene.frame(seed: 60))
        let second = try stacker.finish()
        #expect(first.image.all == second.image.all)
        #expect(second.report.frames.map(\.frame) == [0])
    }
}
