// SPDX-License-Identifier: MIT
// Zoom as crops, ramps, and places on the sensor.

import BridgeTestSupport
import PrismTesting
import Testing

@testable import PrismCore

@Suite struct ZoomTests {
    private let full = SensorRectangle(x: 8, y: 16, width: 4000, height: 3000)

    @Test func aCropNeverLeavesThePicture() {
        var random = SplitMix(seed: 7)
        for _ in 0..<2_000 {
            let zoom = Zoom(
                1 + random.unit * 60, centreX: random.unit, centreY: random.unit)
            let crop = zoom.crop(of: full)
            #expect(crop.isInside(full) && crop.width >= 1 && crop.height >= 1)
            #expect(abs(Double(crop.width) - 4000 / zoom.factor) <= 0.5)
        }
        #expect(Zoom.none.crop(of: full) == full)
    }

    @Test func aRampBeginsAndEndsWhereItShouldAndGrowsEvenly() {
        let ramp = ZoomRamp(
            from: .none, to: Zoom(4, centreX: 0.8), at: 100, taking: 1_000)
        #expect(ramp.zoom(at: 0) == .none && ramp.zoom(at: 100) == .none)
        #expect(ramp.zoom(at: 1_100) == Zoom(4, centreX: 0.8))
        #expect(ramp.zoom(at: .max) == Zoom(4, centreX: 0.8))
        #expect(abs(ramp.zoom(at: 600).factor - 2) < 1e-9, "each half doubles")
        #expect(!ramp.isOver(at: 1_099) && ramp.isOver(at: 1_100) && !ramp.isOver(at: .min))
        let factors = stride(from: 100, through: 1_100, by: 50).map { ramp.zoom(at: $0).factor }
        #expect(zip(factors, factors.dropFirst()).allSatisfy { $0 < $1 })
    }

    @Test func aRampBetweenEqualFactorsMovesTheCentre() {
        let ramp = ZoomRamp(
            from: Zoom(2, centreX: 0.25), to: Zoom(2, centreX: 0.75), at: 0, taking: 10)
        #expect(ramp.zoom(at: 5) == Zoom(2, centreX: 0.5))
    }

    @Test func aTapBecomesARegionAndARectangle() throws {
        let corner = ImageRegion.around(x: 0, y: 1)
        #expect(corner.isInPicture && corner.x == 0)
        let region = ImageRegion(x: 0.5, y: 0.25, width: 0.25, height: 0.25)
        #expect(
            try region.onSensor(showing: full)
                == SensorRectangle(x: 2008, y: 766, width: 1000, height: 750))
        #expect(
            try region.onSensor(showing: full, transform: .rotated180)
                == SensorRectangle(x: 1008, y: 1516, width: 1000, height: 750))
        for bad in [
            ImageRegion(x: 0.9, y: 0, width: 0.2, height: 0.1),
            ImageRegion(x: -0.1, y: 0, width: 0.2, height: 0.1),
            ImageRegion(x: 0, y: 0, width: .nan, height: 0.1),
            ImageRegion(x: 0, y: 0, width: 0, height: 0.1),
        ] { #expect(prismError { try bad.onSensor(showing: full) }?.code == .outOfRange) }
    }

    @Test func aTapOffTheCentreSaysThatNoWindowIsMetered() {
        let capabilities = CameraCapabilities(.full)
        let rectangle = SensorRectangle(x: 0, y: 0, width: 9, height: 9)
        let centre = PointOfInterest(
            .around(x: 0.5, y: 0.5), rectangle, focus: .continuous, for: capabilities)
        #expect(centre.settings.metering == .spot && centre.ignored.isEmpty)
        #expect(centre.settings.focusWindows == [rectangle])
        let corner = PointOfInterest(
            .around(x: 0.1, y: 0.1), rectangle, focus: .continuous, for: capabilities)
        #expect(corner.settings.metering == .matrix)
        #expect(corner.ignored.map(\.control) == [.metering])
        let fixed = PointOfInterest(
            .around(x: 0.5, y: 0.5), rectangle, focus: .continuous,
            for: CameraCapabilities(.modern))
        #expect(fixed.settings.isEmpty)
        #expect(fixed.ignored.map(\.control) == [.focusWindows, .metering])
    }
}

extension SplitMix {
    /// A number from 0 up to 1.
    fileprivate var unit: Double {
        mutating get { Double(next() >> 11) / Double(1 << 53) }
    }
}
