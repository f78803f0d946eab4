// SPDX-License-Identifier: MIT
// Night photographs from the simulated camera, through the real bridge: what is taken, and what is restored.

import Foundation
import PrismImage
import PrismTesting
import Testing

@testable import PrismCapture
@testable import PrismCore
@testable import PrismNight

@Suite(.serialized) struct NightCaptureTests {
    /// A night, an imx477 in its smallest mode.
    private func mock(
        _ scene: MockScene.Kind = .night, isVirtual: Bool = true, faults: String? = nil
    ) throws -> MockCamera {
        var options = MockCamera.Options(
            sensor: "imx477", hasVirtualClock: isVirtual, seed: 3, faults: faults)
        options.scene = MockScene(scene)
        let mock = try MockCamera(options)
        // One frame in work and one that waits, so that virtual time does not run away from the merge.
        if isVirtual { mock.setAllowance(frames: 2) }
        return mock
    }

    private func camera(
        _ mock: MockCamera, recovery: RecoveryPolicy = RecoveryPolicy()
    ) async throws -> CameraSession {
        let camera = try await CameraSession.open(.mock(mock), recovery: recovery)
        var wish = try await NightConfiguration.best(for: camera)
        wish.sensorSize = PixelSize(width: 1332, height: 990)
        try await camera.configure(wish)
        return camera
    }

    private func night(_ hold: NightHold?, frames: Int? = nil) -> NightCapture {
        var night = NightCapture()
        night.wish.hold = hold
        night.wish.frames = frames
        return night
    }

    @Test func aNightIsPlannedFromShortFramesAndControlsAreRestored() async throws {
        let mock = try mock()
        let camera = try await camera(mock)
        let before = ControlSettings(exposure: .gainPriority(2), exposureValue: 0.5)
        try await camera.start(before)
        let (plan, scene) = try await night(nil).plan(camera)
        #expect(scene.exposure > 1, "darker than the automatic reaches: \(scene.exposure)")
        #expect(scene.isStable && plan.hold == .stable)
        #expect(plan.exposureTime > 120_000_000)
        #expect(await camera.settings == before)
        await camera.close()
        withExtendedLifetime(mock) {}
    }

    @Test func framesAreHeldMergedAndControlsRestored() async throws {
        let mock = try mock()
        let camera = try await camera(mock)
        let steps = Lock<[NightStep]>([])
        let burst = try await night(.stable, frames: 5).capture(from: camera) { progress in
            if case .frame(let step) = progress { steps.withLock { $0.append(step) } }
        }
        let capture = burst.capture
        #expect(capture.end == .complete && capture.isRestored && burst.stacked.report.used == 5)
        #expect(await camera.settings == ControlSettings())
        let told = steps.withLock { $0 }
        #expect(told.map(\.done) == [1, 2, 3, 4, 5] && told.last?.secondsLeft == 0)
        #expect(zip(told, told.dropFirst()).allSatisfy { $0.quality < $1.quality })
        let exposure = try #require(burst.stacked.image.facts.photo.exposureTime)
        #expect(abs(exposure - capture.plan.exposureTime) <= capture.plan.exposureTime / 50)
        await camera.close()
        withExtendedLifetime(mock) {}
    }

    @Test(arguments: [NightHold.hand, .stable])
    func liveAndFilesGiveTheSamePictureBitForBit(_ hold: NightHold) async throws {
        let directory = try TemporaryDirectory()
        let mock = try mock(isVirtual: false)
        let camera = try await camera(mock)
        var night = night(hold, frames: 4)
        night.wish.exposureTime = 60_000_000
        night.keeps = directory.path
        night.photo.model = "imx477"
        let burst = try await night.capture(from: camera)
        await camera.close()
        #expect(burst.keepFailure == nil && burst.stacked.report.frames.count == 4)
        let plan = burst.capture.plan
        #expect(plan.candidates == (hold == .hand ? 3 : 1))
        var live = NightJob(
            frames: [], outputs: NightOutputs(picture: directory.path + "/live.jpg"))
        live.outputs.merged = directory.path + "/live.dng"
        _ = try burst.finish(live)
        var files = NightJob(
            frames: (0..<4).map { FrameKeeper.path($0, in: directory.path) },
            outputs: NightOutputs(picture: directory.path + "/files.jpg"))
        files.outputs.merged = directory.path + "/files.dng"
        files.stack = plan.stack
        files.reference = plan.candidates > 1 ? .early : .first
        files.brightening = plan.brightening
        _ = try files.run()
        let (one, two) = (
            try RawReader().read(directory.path + "/live.dng"),
            try RawReader().read(directory.path + "/files.dng")
        )
        #expect(one.isEqualInSamples(to: two))
        let (a, b) = (
            try decoded(directory.path + "/live.jpg"),
            try decoded(directory.path + "/files.jpg")
        )
        #expect(a == b)
        withExtendedLifetime(mock) {}
    }

    private func decoded(_ path: String) throws -> DecodedImage {
        let data = try Data(contentsOf: URL(fileURLWithPath: path))
        return try ImageDecoder().decode(Array(data), name: path)
    }

    @Test func enoughIsEnough() async throws {
        let mock = try mock()
        let camera = try await camera(mock)
        let enough = CaptureTrigger()
        let burst = try await night(.stable, frames: 100).capture(from: camera, enough: enough) {
            if case .frame(let step) = $0, step.done == 3 { enough.press() }
        }
        #expect(burst.capture.end == .enough && burst.stacked.report.used >= 3)
        #expect(burst.stacked.report.used < 10 && burst.capture.isRestored)
        #expect(await camera.settings == ControlSettings())
        await camera.close()
        withExtendedLifetime(mock) {}
    }

    @Test func aCancelledPhotographIsTheBestSoFar() async throws {
        let mock = try mock()
        let camera = try await camera(mock)
        let (started, signal) = AsyncStream.makeStream(of: Void.self)
        let night = night(.stable, frames: 200)
        let task = Task {
            try await night.capture(from: camera) {
                if case .frame(let step) = $0, step.done == 2 { signal.yield() }
            }
        }
        for await _ in started { break }
        task.cancel()
        let burst = try await task.value
        #expect(burst.capture.end == .cancelled && burst.stacked.report.used >= 2)
        #expect(burst.capture.isRestored)
        #expect(await camera.settings == ControlSettings())
        await camera.close()
        withExtendedLifetime(mock) {}
    }

    @Test func aCameraThatIsUnpluggedInTheMiddleLeavesTheBestSoFar() async throws {
        let mock = try mock(faults: "unplug@70")
        let camera = try await camera(mock, recovery: RecoveryPolicy(maxRestarts: 0))
        let burst = try await night(.stable, frames: 200).capture(from: camera)
        #expect(burst.capture.end == .failed && burst.stacked.report.used > 3)
        #expect(burst.capture.note?.contains("unplugged") == true)
        await camera.close()
        withExtendedLifetime(mock) {}
    }

    @Test func aStallIsSurvivedAndFramesOfTheRestartAreChecked() async throws {
        let mock = try mock(isVirtual: false, faults: "stall@50+drop@55:2+corrupt@58")
        let camera = try await camera(mock)
        var night = night(.stable, frames: 40)
        night.wish.exposureTime = 20_000_000
        let burst = try await night.capture(from: camera)
        #expect(burst.stacked.report.used > 5)
        #expect(burst.stacked.report.frames.allSatisfy { $0.rejected != .exposure })
        #expect(burst.capture.isRestored)
        #expect(await camera.settings == ControlSettings())
        await camera.close()
        withExtendedLifetime(mock) {}
    }

    @Test func aLensCapIsAnErrorAndControlsAreRestored() async throws {
        let mock = try mock()
        try mock.setLight(factor: 0)
        let camera = try await camera(mock)
        let error = await prismError { _ = try await night(.stable).capture(from: camera) }
        #expect(error?.code == .outOfRange && error?.message.contains("covered") == true)
        #expect(await camera.settings == ControlSettings())
        await camera.close()
        withExtendedLifetime(mock) {}
    }

    @Test func byDayOneFrameIsTaken() async throws {
        let mock = try mock(.daylight)
        let camera = try await camera(mock)
        let burst = try await night(nil).capture(from: camera)
        #expect(burst.stacked.report.used == 1)
        #expect(burst.capture.plan.reasons.contains { $0.code == "daylight" })
        await camera.close()
        withExtendedLifetime(mock) {}
    }

    @Test func wishesBeyondTheCameraAreRefusedBeforeAnythingIsHeld() async throws {
        let mock = try mock()
        let camera = try await camera(mock)
        var night = night(.stable)
        night.wish.gain = 500
        let error = await prismError { _ = try await night.capture(from: camera) }
        #expect(error?.code == .outOfRange)
        #expect(await camera.settings == ControlSettings())
        await camera.close()
        withExtendedLifetime(mock) {}
    }

    @Test func aCameraWithoutRawFramesIsStackedFromItsPictures() async throws {
        let mock = try mock()
        let camera = try await CameraSession.open(.mock(mock))
        try await camera.configure(
            CameraConfiguration(
                streams: [
                    StreamConfiguration(
                        .still, format: .yuv420, size: PixelSize(width: 640, height: 480))
                ], bufferCount: 7))
        let burst = try await night(.stable, frames: 4).capture(from: camera)
        #expect(burst.stacked.report.used == 4 && burst.stacked.image.facts.bits == 16)
        let directory = try TemporaryDirectory()
        let report = try burst.finish(
            NightJob(frames: [], outputs: NightOutputs(picture: directory.path + "/p.jpg")))
        #expect(report.used == 4 && report.capture?.isRestored == true)
        await camera.close()
        withExtendedLifetime(mock) {}
    }

    @Test func keptFramesEndWithTheDiskAndThePhotographDoesNot() async throws {
        let mock = try mock()
        let camera = try await camera(mock)
        var night = night(.stable, frames: 3)
        night.keeps = "/dev/null/absent"
        let burst = try await night.capture(from: camera)
        #expect(burst.keepFailure != nil && burst.stacked.report.used == 3)
        await camera.close()
        withExtendedLifetime(mock) {}
    }

    @Test func theDeadTimeBetweenLongFramesIsAReadout() async throws {
        let mock = try mock()
        let camera = try await camera(mock)
        var night = night(.astro, frames: 4)
        night.wish.exposureTime = 2_000_000_000
        let burst = try await night.capture(from: camera)
        // Camera time, which is virtual: the plan's interval is what was held, and every frame in a row was taken.
        #expect(burst.capture.plan.interval - burst.capture.plan.exposureTime < 200_000_000)
        #expect(burst.capture.dropped == 0 && burst.capture.refused == 0)
        await camera.close()
        withExtendedLifetime(mock) {}
    }
}

extension RawImage {
    /// Whether all samples are the same.
    func isEqualInSamples(to other: RawImage) -> Bool {
        guard (width, height) == (other.width, other.height) else { return false }
        return withSamples { one in
            other.withSamples { two in
                (0..<height).allSatisfy { y in
                    (0..<width).allSatisfy { one[y * stride + $0] == two[y * other.stride + $0] }
                }
            }
        }
    }
}
