// SPDX-License-Identifier: MIT
// Which fields count as adjusted.

import Testing

@testable import PrismCore

@Suite struct ConfigurationReportTests {
    private let configured = CameraConfiguration(
        streams: [
            StreamConfiguration(
                .still, format: .yuv420, size: PixelSize(width: 640, height: 480), stride: 640,
                colorSpace: .sYCC),
            StreamConfiguration(
                .raw, format: PixelFormat("BG10"), size: PixelSize(width: 1536, height: 864),
                stride: 3072, colorSpace: .unspecified),
        ], bufferCount: 4, sensorSize: PixelSize(width: 1536, height: 864), sensorBitDepth: 10)

    private func fields(_ wish: CameraConfiguration) -> [String] {
        ConfigurationReport(wish: wish, configured: configured).adjustments.map(\.field)
    }

    @Test func whatWasLeftToTheCameraIsNoAdjustment() {
        let wish = CameraConfiguration(
            streams: [StreamConfiguration(.still), StreamConfiguration(.raw)])
        #expect(fields(wish).isEmpty)
        #expect(fields(configured).isEmpty)
    }

    @Test func everyFieldThatCameOutOtherwiseIsNamed() {
        let wish = CameraConfiguration(
            streams: [
                StreamConfiguration(
                    .still, format: .nv12, size: PixelSize(width: 641, height: 480), stride: 700,
                    colorSpace: .rec709),
                StreamConfiguration(.raw, format: PixelFormat("BG12")),
            ], bufferCount: 20, sensorSize: PixelSize(width: 1, height: 1), sensorBitDepth: 12)
        #expect(
            fields(wish) == [
                "streams[0].format", "streams[0].size", "streams[0].stride",
                "streams[0].colorSpace", "streams[1].format", "bufferCount", "sensorSize",
                "sensorBitDepth",
            ])
    }

    @Test func anAdjustmentSaysWhatWasAskedAndWhatItBecame() {
        var wish = configured
        wish.streams[0].size = PixelSize(width: 800, height: 600)
        let report = ConfigurationReport(wish: wish, configured: configured)
        #expect(report.adjustments.first?.requested == "800x600")
        #expect(report.adjustments.first?.configured == "640x480")
    }

    @Test func aModeThatTheHandlerDoesNotTellIsNotKnown() {
        var told = configured
        told.sensorSize = nil
        let report = ConfigurationReport(wish: configured, configured: told)
        #expect(report.adjustments.map(\.configured) == ["not known"])
    }
}
