// SPDX-License-Identifier: MIT
// The choice of a sensor mode, and what lenses and mirrors make of a picture.

import PrismTesting
import Testing

@testable import PrismCore

@Suite struct SensorModeTests {
    /// As the imx708's driver lists them; the third one reads the middle only.
    private let modes = [
        SensorMode(
            size: PixelSize(width: 4608, height: 2592), bitDepth: 10,
            crop: SensorRectangle(x: 0, y: 0, width: 4608, height: 2592),
            shortestFrame: 69_700_000),
        SensorMode(
            size: PixelSize(width: 2304, height: 1296), bitDepth: 10,
            crop: SensorRectangle(x: 0, y: 0, width: 4608, height: 2592),
            shortestFrame: 17_849_000),
        SensorMode(
            size: PixelSize(width: 1536, height: 864), bitDepth: 10,
            crop: SensorRectangle(x: 768, y: 432, width: 3072, height: 1728),
            shortestFrame: 8_317_000),
    ]

    private func width(_ wish: SensorModeWish) throws -> Int {
        try SensorMode.choose(wish, among: modes).size.width
    }

    @Test func aModeOfTheWholeFieldWinsWhereverOneWillDo() throws {
        #expect(try width(.atLeast(size: nil, rate: nil)) == 2304)
        #expect(try width(.atLeast(size: PixelSize(width: 640, height: 480), rate: 30)) == 2304)
        #expect(try width(.atLeast(size: PixelSize(width: 3000, height: 100), rate: nil)) == 4608)
        #expect(try width(.fullField) == 4608)
    }

    @Test func aHighRateTakesTheModeThatCrops() throws {
        #expect(try width(.atLeast(size: nil, rate: 120)) == 1536)
        #expect(try width(.atLeast(size: nil, rate: 56.1)) == 2304, "a rounding apart is met")
    }

    @Test func aPinnedModeIsThatModeOrARefusalWithTheList() throws {
        #expect(try width(.pinned(PixelSize(width: 1536, height: 864), bitDepth: 10)) == 1536)
        for wish in [
            SensorModeWish.pinned(PixelSize(width: 1536, height: 864), bitDepth: 12),
            .pinned(PixelSize(width: 1, height: 1), bitDepth: nil), .atLeast(size: nil, rate: 500),
            .atLeast(size: PixelSize(width: 9000, height: 1), rate: nil),
        ] {
            let error = prismError { try SensorMode.choose(wish, among: modes) }
            #expect(error?.code == .outOfRange)
            #expect(error?.message.contains("2304x1296 10 bit, 56.026 fps") == true)
        }
        let none = prismError { try SensorMode.choose(.fullField, among: []) }
        #expect(none?.message.contains("lists none") == true)
    }

    @Test func theSessionPinsAModeThatTheCameraLists() async throws {
        try await withCamera(configuration: nil) { camera in
            let modes = try await camera.sensorModes()
            #expect(!modes.isEmpty)
            for mode in modes {
                let wish = try await camera.choosing(
                    .pinned(mode.size, bitDepth: mode.bitDepth), for: .small)
                let configured = try await camera.configure(wish).configured
                #expect(configured.sensorSize == mode.size)
            }
            let error = await prismError {
                try await camera.choosing(
                    .pinned(PixelSize(width: 5, height: 5), bitDepth: nil), for: .small)
            }
            #expect(error?.message.contains("there is") == true)
        }
    }

    @Test func aLensIsDescribedAsItsMakersDo() throws {
        let lens = try #require(LensDescriptor.sample)
        // Raspberry Pi's data sheet of camera module 3: 75 degrees across the diagonal, 66 × 41.
        #expect(abs(lens.fieldOfView.diagonal - 75) < 1.5)
        #expect(abs(lens.fieldOfView.horizontal - 66) < 3)
        #expect(abs(lens.fieldOfView.vertical - 41) < 2)
        #expect(abs(lens.equivalentFocalLength - 27.7) < 0.1)
        #expect(lens.snapping() == 28)
        #expect(lens.snapping(to: [35], tolerance: 0.05) == lens.equivalentFocalLength)
        #expect(abs(lens.cropped(by: 2).equivalentFocalLength - 55.4) < 0.2)
        #expect(lens.cropped(by: .nan) == lens && lens.cropped(by: 0.5) == lens)
        let near = try #require(lens.hyperfocalDistance)
        #expect(abs(near - 2.53) < 0.02)
        let bad = prismError {
            try LensDescriptor(focalLength: .nan, sensorWidth: 1, sensorHeight: 1)
        }
        #expect(bad?.code == .outOfRange)
    }

    @Test func aLensIsMeasuredByTheCamerasProperties() async throws {
        try await withCamera { camera in
            let lens = LensDescriptor(
                focalLength: 4.74, aperture: 1.8, properties: try await camera.properties())
            #expect(abs((lens?.sensorWidth ?? 0) - 6.45) < 0.01)
        }
        #expect(LensDescriptor(focalLength: 1, aperture: nil, properties: [:]) == nil)
    }

    @Test func mirrorsAreRoundTrippedAndReported() async throws {
        for transform in [
            CameraTransform.identity, .rotated180, CameraTransform(horizontal: true),
            CameraTransform(vertical: true),
        ] {
            #expect(CameraTransform(exifOrientation: transform.exifOrientation) == transform)
            #expect(transform.combined(with: transform) == .identity)
            try await withCamera(configuration: nil) { camera in
                var wish = CameraConfiguration.small
                wish.transform = transform
                let report = try await camera.configure(wish)
                #expect(report.configured.transform == transform && report.adjustments.isEmpty)
            }
        }
        #expect(try CameraTransform(rotation: -180) == .rotated180)
        #expect(try CameraTransform(rotation: 360) == .identity)
        #expect(prismError { try CameraTransform(rotation: 90) }?.code == .unsupported)
        #expect(prismError { try CameraTransform(rotation: 45) }?.code == .outOfRange)
    }
}
