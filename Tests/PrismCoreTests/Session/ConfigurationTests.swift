// SPDX-License-Identifier: MIT
// Configuring is one transaction that reports what it changed.

import PrismTesting
import Testing

@testable import PrismCore

@Suite struct ConfigurationTests {
    private let impossible = CameraConfiguration(
        streams: [StreamConfiguration(.raw), StreamConfiguration(.raw)])

    @Test func adjustedFieldsAreReported() async throws {
        var wish = CameraConfiguration.small
        wish.streams[0].size = PixelSize(width: 641, height: 100_000)
        wish.streams[0].format = .yuyv
        wish.bufferCount = 99
        try await withCamera(configuration: nil) { camera in
            let trial = try await camera.validate(wish)
            #expect(await camera.configuration == nil, "a trial changes nothing")
            #expect(await camera.state == .opened)
            let report = try await camera.configure(wish)
            #expect(report == trial)
            #expect(
                report.adjustments.map(\.field)
                    == ["streams[0].format", "streams[0].size", "bufferCount"])
            #expect(report.adjustments[1].requested == "641x100000")
            #expect(report.adjustments[1].configured == "640x2592")
        }
    }

    @Test func theSameWishGivesTheSameAnswerAndWhatCameOfItIsNotAdjustedAgain() async throws {
        try await withCamera(configuration: nil) { camera in
            let first = try await camera.configure(.still)
            let second = try await camera.configure(first.configured)
            #expect(second.configured == first.configured)
            #expect(second.adjustments.isEmpty)
        }
    }

    @Test(arguments: [0, 4, 9])
    func aWrongNumberOfStreamsIsRefused(count: Int) async throws {
        let wish = CameraConfiguration(
            streams: Array(repeating: StreamConfiguration(.video), count: count))
        try await withCamera(configuration: nil) { camera in
            #expect(await prismError { try await camera.configure(wish) }?.code == .unsupported)
            #expect(await camera.state == .opened)
        }
    }

    @Test(arguments: [false, true])
    func aFailureLeavesEverythingAsItWas(runs: Bool) async throws {
        try await withCamera { camera in
            let frames = try await camera.subscribe(.latest)
            if runs { try await camera.start() }
            let before = (await camera.configuration, await camera.state)
            let error = await prismError { try await camera.configure(impossible) }
            #expect(error?.code == .unsupported)
            #expect(await camera.configuration == before.0)
            #expect(await camera.state == before.1)
            if !runs { try await camera.start() }
            #expect(try await frames.next()?.stream().size == PixelSize(width: 640, height: 480))
        }
    }

    @Test func aRunningCameraIsReconfiguredAndGoesOn() async throws {
        try await withCamera { camera in
            let frames = try await camera.subscribe(.latest)
            try await camera.start()
            #expect(try await frames.next() != nil)
            var wish = CameraConfiguration.small
            wish.streams[0].size = PixelSize(width: 320, height: 240)
            try await camera.configure(wish)
            #expect(await camera.state == .running)
            var size: PixelSize?
            while size != PixelSize(width: 320, height: 240) {
                size = try #require(try await frames.next()).stream().size
            }
        }
    }

    @Test func aModeTooSlowForWhatIsSetIsRefusedWhileRunning() async throws {
        let fast = ControlSettings(frameDuration: 10 * ms...10 * ms)
        try await withCamera { camera in
            try await camera.start(fast)
            let error = await prismError { try await camera.configure(.still) }
            #expect(error?.code == .outOfRange)
            #expect(await camera.state == .running)
            #expect(
                await camera.configuration?.streams[0].size == PixelSize(width: 640, height: 480))
        }
    }

    @Test func buffersAreProvidedForTheLoansThatWereSubscribed() async throws {
        try await withCamera(configuration: nil) { camera in
            let one = try await camera.subscribe(.latest)
            let other = try await camera.subscribe(.every(limit: 3))
            let report = try await camera.configure(.small)
            #expect(report.configured.bufferCount == 8)
            one.cancel()
            other.cancel()
            #expect(try await camera.configure(.small).configured.bufferCount == 4)
        }
    }

    @Test func moreLoansThanBuffersAreRefusedBothWays() async throws {
        try await withCamera(configuration: .small(buffers: 4)) { camera in
            let first = try await camera.subscribe(.latest)
            let late = await prismError { try await camera.subscribe(.latest) }
            #expect(late?.code == .outOfRange)
            #expect(late?.message.contains("5 at least") == true)
            let fewer = await prismError { try await camera.configure(.small(buffers: 2)) }
            #expect(fewer?.code == .outOfRange)
            #expect(await camera.configuration?.bufferCount == 4)
            #expect(first.policy == .latest)
        }
    }
}
