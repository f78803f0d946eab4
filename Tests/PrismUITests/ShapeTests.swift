// SPDX-License-Identifier: MIT
// Grids, masks, the horizon, histograms and figures as geometry and words.

import PrismCore
import PrismUI
import Testing

@Suite struct ShapeTests {
    private let frame = Frame(x: 10, y: 20, width: 300, height: 180)

    @Test func thirdsDivideBothSides() {
        let strokes = Grid.thirds.strokes(in: frame)
        #expect(strokes.count == 4)
        #expect(strokes[0] == .line(Point(x: 110, y: 20), Point(x: 110, y: 200)))
        #expect(strokes[3] == .line(Point(x: 10, y: 140), Point(x: 310, y: 140)))
    }

    @Test func goldenPartsAreToEachOtherAsTheWholeToTheLarger() throws {
        guard case .line(let from, _) = Grid.golden.strokes(in: frame)[1] else {
            return #expect(Bool(false), "the second stroke is a line")
        }
        let larger = from.x - frame.x
        #expect(abs(larger / (frame.width - larger) - frame.width / larger) < 1e-9)
    }

    /// Each arc ends where the next one begins.
    @Test(arguments: [
        Frame(x: 0, y: 0, width: 1920, height: 1080), Frame(x: 5, y: 5, width: 480, height: 800),
        Frame(x: 0, y: 0, width: 500, height: 500),
    ])
    func theSpiralIsOneLineWithinThePicture(_ frame: Frame) {
        var last: Point?
        for stroke in Grid.spiral.strokes(in: frame) {
            guard case .arc(let center, let radius, let from, let to) = stroke else { continue }
            let ends = [from, to].map { angle in
                Point(
                    x: center.x + radius * cosine(angle),
                    y: center.y + radius * cosine(angle - .pi / 2))
            }
            if let last {
                #expect(abs(last.x - ends[0].x) < 1e-6 && abs(last.y - ends[0].y) < 1e-6)
            }
            last = ends[1]
            for end in ends {
                #expect(end.x >= frame.x - 1e-6 && end.x <= frame.x + frame.width + 1e-6)
                #expect(end.y >= frame.y - 1e-6 && end.y <= frame.y + frame.height + 1e-6)
            }
        }
        #expect(last != nil)
    }

    /// Of multiples of a quarter turn.
    private func cosine(_ angle: Double) -> Double {
        [1, 0, -1, 0][((Int((angle / (.pi / 2)).rounded()) % 4) + 4) % 4]
    }

    @Test(arguments: [
        ("4:3", 240.0, 180.0), ("1:1", 180, 180), ("16:9", 300, 168.75), ("2:3", 120, 180),
    ])
    func aMaskLeavesItsShape(_ text: String, _ width: Double, _ height: Double) throws {
        let mask = try #require(AspectMask(text))
        let open = mask.opening(in: frame)
        #expect(abs(open.width - width) < 1e-9 && abs(open.height - height) < 1e-9)
        let covered = mask.bars(in: frame).reduce(0) { $0 + $1.width * $1.height }
        #expect(abs(covered + open.width * open.height - frame.width * frame.height) < 1e-6)
    }

    @Test func anUprightPictureHasAnUprightMask() throws {
        let upright = Frame(x: 0, y: 0, width: 480, height: 800)
        let open = try #require(AspectMask("4:3")).opening(in: upright)
        #expect(open.width == 480 && open.height == 640)
    }

    @Test(arguments: ["", "4", "4:", "a:b", "0:1", "1:0", "100:1", "4:3:2", "nan:1"])
    func whatIsNoShapeIsNone(_ text: String) { #expect(AspectMask(text) == nil) }

    @Test func theHorizonSnapsAndHolds() {
        var level = LevelIndicator()
        #expect(level.update(x: 0, y: 9.8, z: 0) == .angle(0, isLevel: true))
        // 1.5° is within what it holds, though beyond what it snaps to.
        for _ in 0..<60 { _ = level.update(x: 0.02618, y: 1, z: 0) }
        #expect(level.reading == .angle(0, isLevel: true))
        for _ in 0..<60 { _ = level.update(x: 0.05241, y: 1, z: 0) }
        guard case .angle(let degrees, false) = level.reading else {
            return #expect(Bool(false), "\(level.reading)")
        }
        #expect(abs(degrees - 3) < 0.01)
        for _ in 0..<60 { _ = level.update(x: 0.02618, y: 1, z: 0) }
        guard case .angle(_, false) = level.reading else {
            return #expect(Bool(false), "snapped at 1.5°")
        }
    }

    @Test func everyQuarterTurnHasItsLevel() {
        for (x, y) in [(0.0, 1.0), (1, 0), (0, -1), (-1, 0)] {
            var level = LevelIndicator()
            #expect(level.update(x: x, y: y, z: 0) == .angle(0, isLevel: true))
        }
    }

    @Test func lookingDownThereIsNoHorizonAndNothingFlickers() {
        var level = LevelIndicator()
        #expect(level.update(x: 0, y: 0.2, z: 1) == .facesUpOrDown)
        // 17° from straight down: still none, as it takes 20° to come back.
        #expect(level.update(x: 0, y: 0.3, z: 1) == .facesUpOrDown)
        #expect(level.update(x: 0, y: 0.4, z: 1) == .angle(0, isLevel: true))
        #expect(level.update(x: .nan, y: 0, z: 0) == .angle(0, isLevel: true))
    }

    @Test func aHistogramCountsWhatIsThere() throws {
        let size = PixelSize(width: 160, height: 80)
        let buffer = try PixelBuffer(format: .nv12, size: size)
        buffer.withMutablePixels { view in
            let luma = view.planes[0]
            for y in 0..<80 {
                for x in 0..<160 {
                    luma.base.storeBytes(
                        of: x < 80 ? 40 : 255, toByteOffset: y * luma.stride + x, as: UInt8.self)
                }
            }
        }
        let histogram = buffer.withPixels { Histogram($0) }
        #expect(histogram.bins[10] == 100 && histogram.bins[63] == 100)
        #expect(histogram.clipped == 0.5)
    }

    @Test func aPeakAtTheEndDoesNotFlattenTheRest() {
        var bins = Array(repeating: 1, count: 64)
        bins[63] = 1_000_000
        let outline = Histogram(bins: bins).outline(in: frame)
        #expect(outline.count == 66)
        #expect(outline.allSatisfy { $0.y >= frame.y && $0.y <= frame.y + frame.height })
        #expect(outline[30].y == frame.y)
    }

    @Test(arguments: [
        (Int64(20_000_000), "1/50 s"), (1_000_000, "1/1000 s"), (500_000_000, "0.5 s"),
        (2_000_000_000, "2 s"), (0, "0 s"),
    ])
    func exposureIsAsPhotographersWriteIt(_ time: Int64, _ text: String) {
        #expect(Telemetry.exposure(time) == text)
    }

    @Test(arguments: [(0.0, "+0 EV"), (1.0 / 3, "+1/3 EV"), (-5.0 / 3, "-1 2/3 EV"), (2, "+2 EV")])
    func stopsAreInThirds(_ value: Double, _ text: String) {
        #expect(Telemetry.stops(value) == text)
    }

    @Test func everyWordIsInEveryLanguage() {
        for word in UIStrings.allCases {
            let texts = UIStrings.Language.allCases.map { word.text($0) }
            #expect(Set(texts).count == texts.count && !texts.contains(""))
        }
        #expect(UIStrings.Language(locale: "de_AT.UTF-8") == .german)
        #expect(UIStrings.Language(locale: "fr_FR") == .english)
        #expect(UIStrings.Language(locale: nil) == .english)
    }
}
