// SPDX-License-Identifier: MIT
// The sensor's own HDR on a whole session: switched before the manager starts, put back after it closes.

import PrismTesting
import Testing

import enum BridgeTestSupport.OwnProcess

@testable import PrismCore

/// A manager starts anew only where no camera is open in its process, and all tests of a process share it.
@Test(.enabled(if: !OwnProcess.isChild)) func sensorHDRHoldsInAProcessOfItsOwn() throws {
    let (status, output) = try OwnProcess.run("PrismCoreTests", suite: "SensorHDRSessionTests")
    #expect(status == 0, "\(output)")
    #expect(output.contains("Test run with 4 tests"), "\(output)")
}

@Suite(.serialized, .enabled(if: OwnProcess.isChild)) struct SensorHDRSessionTests {
    @Test func theModesChangeWhileItIsOnAndComeBack() async throws {
        let mock = try MockCamera(.virtual())
        let reference = CameraReference.mock(mock)
        let plain = try await CameraSession.open(reference)
        let modes = try await plain.sensorModes()
        await plain.close()
        #expect(modes.count == 3)
        do {
            let (session, hdr) = try await CameraSession.openWithSensorHDR(reference)
            let wide = try await session.sensorModes()
            #expect(wide.map(\.size) == [PixelSize(width: 2304, height: 1296)])
            try await session.configure(.small)
            let frames = try await session.subscribe(.latest)
            try await session.start()
            #expect(try await frames.next() != nil)
            await session.close()
            hdr.restore()
        }
        #expect(try !MockCamera.sensorHDR(of: mock.id))
        try BridgeManager.shared(pluginPath: nil).restart(environment: [])
        let after = try await CameraSession.open(reference)
        #expect(try await after.sensorModes().count == 3)
        await after.close()
    }

    @Test func whileItIsOnEveryModeRunsAtItsRate() async throws {
        let mock = try MockCamera(.virtual())
        let (session, hdr) = try await CameraSession.openWithSensorHDR(.mock(mock))
        let modes = try await session.sensorModes()
        #expect(!modes.isEmpty)
        for mode in modes {
            let shortest = try #require(mode.shortestFrame)
            // The sensor reads two exposures for each frame: 30 a second instead of 56.
            #expect(abs(1e9 / Double(shortest) - 30) <= 1)
            let pinned = SensorModeWish.pinned(mode.size, bitDepth: mode.bitDepth)
            try await session.configure(try await session.choosing(pinned, for: .small))
            let frames = try await session.subscribe(.every(limit: 1))
            try await session.start(
                ControlSettings(
                    exposure: .manual(nanoseconds: 1_000_000, gain: 2),
                    frameDuration: shortest...shortest))
            var times: [Int64] = []
            while times.count < 10, let frame = try await frames.next() {
                times.append(frame.metadata.timestamp?.nanoseconds ?? 0)
            }
            frames.cancel()
            let span = Double((times.last ?? 0) - (times.first ?? 0)) / 9
            #expect(abs(1e9 / span - 1e9 / Double(shortest)) <= 1, "\(mode): \(times)")
            try await session.stop()
        }
        await session.close()
        hdr.restore()
    }

    @Test func aSensorWithoutItIsRefusedAndNothingIsOpen() async throws {
        var options = MockCamera.Options.virtual()
        options.sensor = "imx219"
        let mock = try MockCamera(options)
        let error = await prismError { _ = try await CameraSession.openWithSensorHDR(.mock(mock)) }
        #expect(error?.code == .unsupported && error?.message.contains("no such switch") == true)
        let session = try await CameraSession.open(.mock(mock))
        await session.close()
    }

    @Test func whatDeadProcessesLeftIsPutBackFileByFile() throws {
        let directory = try TemporaryDirectory()
        let written = Lock<[String: Bool]>([:])
        let access = SubdeviceAccess(
            list: { [] }, read: { (_: String) throws(PrismError) -> Bool in true },
            write: { (node: String, value: Bool) throws(PrismError) in
                written.withLock { $0[node] = value }
            })
        for (name, node) in [
            ("prism-sensor-hdr-7-1", "/dev/a"), ("prism-sensor-hdr-8-1", "/dev/b"),
        ] {
            // Process 1 lives, but was not started at this time.
            try directory.write(Array("1 99999999999\n\(node) 0\n".utf8), to: name)
        }
        try directory.write(Array("mine".utf8), to: "other")
        #expect(HDRRecord.restoreAll(in: directory.path, access))
        #expect(written.withLock { $0 } == ["/dev/a": false, "/dev/b": false])
        #expect(try directory.names() == ["other"])
        #expect(!HDRRecord.restoreAll(in: directory.path, access))
    }
}
