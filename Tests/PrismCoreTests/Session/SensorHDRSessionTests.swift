// SPDX-License-Identifier: MIT
// The sensor's own HDR on a whole session: switched before the manager starts, put back after it closes.

import PrismTesting
import Testing

@testable import PrismCore

@Suite struct SensorHDRSessionTests {
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
