// SPDX-License-Identifier: MIT
// The lamp, the accelerometer, the sensor's own HDR and the permissions, on boards made of files.

import Glibc
import PrismTesting
import Testing

@testable import PrismCore

@Suite struct TorchTests {
    @Test func aTorchIsAnLEDOfTheKernel() throws {
        let root = try FakeRoot()
        try root.write("sys/class/leds/torch/max_brightness", "255\n")
        try root.write("sys/class/leds/torch/brightness", "51\n")
        try root.write("sys/class/leds/torch/trigger", "none [heartbeat] mmc0\n")
        let torch = try Torch(name: "torch", root: root.path)
        #expect(torch.level == .available(0...1, default: 0.2, unit: ""))
        for (level, written) in [(0.5, "128"), (0.001, "1"), (1, "255"), (0, "0")] {
            try root.write("sys/class/leds/torch/brightness", "")
            try torch.set(level)
            #expect(root.read("sys/class/leds/torch/brightness") == written)
        }
        #expect(root.read("sys/class/leds/torch/trigger").hasPrefix("none"))
        for bad in [Double.nan, -0.1, 1.1, .infinity] {
            #expect(prismError { try torch.set(bad) }?.code == .outOfRange)
        }
    }

    @Test func theProfileNamesTheLamp() throws {
        let catalog = BoardCatalog.standard
        #expect(try catalog.profile(named: "mock").torch()?.name == "prism:torch")
        #expect(try catalog.profile(named: "pc").torch() == nil)
    }

    @Test func aBoardWithoutItSaysSo() throws {
        let torch = try Torch(name: "torch", root: try FakeRoot().path)
        guard case .absent(let reason) = torch.level else {
            Issue.record("an LED out of nothing")
            return
        }
        #expect(reason.cause == .board)
        #expect(prismError { try torch.set(1) }?.code == .unsupported)
        for name in ["", "..", "a/b", "/sys"] {
            #expect(prismError { try Torch(name: name) }?.code == .usage)
        }
    }
}

@Suite struct RotationTests {
    private func gravity(_ degrees: Double, lift: Double = 0) -> Gravity {
        // Turned clockwise by so much, "up" (against gravity's pull) lies to the board's left.
        let radians = degrees * .pi / 180
        return Gravity(x: -9.81 * sin(radians), y: 9.81 * cos(radians), z: lift)
    }

    @Test func quarterTurnsFollowTheHandWithoutFlapping() {
        var filter = RotationFilter()
        for (degrees, angle) in [
            (0.0, 0), (44, 0), (59, 0), (61, 90), (46, 90), (31, 90), (29, 0), (-61, 270),
            (-150, 270), (-152, 180), (150, 180), (95, 90),
        ] {
            _ = filter.take(gravity(degrees))
            #expect(filter.angle == angle, "\(degrees)")
        }
        var changes = 0
        for step in 0..<400 where filter.take(gravity(step % 2 == 0 ? 42 : 48)) { changes += 1 }
        #expect(changes == 0, "a hand that shakes at the diagonal turns nothing")
    }

    @Test func whatIsNoDirectionChangesNothing() {
        var filter = RotationFilter(angle: 90)
        let readings = [
            Gravity(x: 0, y: 0, z: 9.81), Gravity(x: 0, y: 0, z: 0), gravity(0, lift: 30),
            Gravity(x: .nan, y: 9.81, z: 0), Gravity(x: .infinity, y: 0, z: 0),
        ]
        let changes = readings.filter { filter.take($0) }
        #expect(changes.isEmpty)
        #expect(filter.angle == 90)
    }

    @Test func mountScreenAndHandAddUp() {
        #expect(RotationAngles(mount: 180).capture == 180)
        #expect(RotationAngles(mount: 270, device: 90).capture == 0)
        #expect(RotationAngles(mount: 90, device: 90, display: 180).preview == 270)
        #expect(RotationAngles(mount: -90).capture == 270)
    }

    @Test func aMonitorReadsTheAccelerometerAsItIsMounted() async throws {
        let root = try FakeRoot()
        let device = "sys/bus/iio/devices/iio:device3"
        try root.write("sys/bus/iio/devices/iio:device1/in_temp_raw", "20")
        // One g is 1024 counts, and the chip sits turned: its y is the board's −x.
        try root.write("\(device)/in_accel_scale", "0.00958")
        try root.write("\(device)/in_mount_matrix", "0, -1, 0; 1, 0, 0; 0, 0, 1\n")
        try root.write("\(device)/in_accel_x_raw", "1024\n")
        try root.write("\(device)/in_accel_y_raw", "0\n")
        try root.write("\(device)/in_accel_z_raw", "0\n")
        let monitor = try RotationMonitor(mount: 180, display: 90, root: root.path)
        #expect(monitor.tilt != .absent(AbsenceReason(.board, "")))
        var angles = await monitor.stream().makeAsyncIterator()
        #expect(await angles.next() == RotationAngles(mount: 180, device: 0, display: 90))
        try root.write("\(device)/in_accel_y_raw", "1024\n")
        try root.write("\(device)/in_accel_x_raw", "0\n")
        while let next = await angles.next(), next.capture != 270 {}
        #expect(await monitor.angles == RotationAngles(mount: 180, device: 90, display: 90))
    }

    @Test func withoutAnAccelerometerOnlyTheMountCounts() async throws {
        let monitor = try RotationMonitor(mount: 90, display: 0, root: try FakeRoot().path)
        guard case .absent(let reason) = monitor.tilt else {
            Issue.record("an accelerometer out of nothing")
            return
        }
        #expect(reason.cause == .board)
        #expect(await monitor.angles.capture == 90)
    }

    @Test func theCameraSaysHowItIsMounted() async throws {
        try await withCamera { camera in
            let degrees = try await camera.mountRotation()
            #expect(degrees == 0)
        }
    }
}

@Suite struct SensorHDRTests {
    private final class Sensors: Sendable {
        let values: Lock<[String: Bool]>
        let refuses = Lock(false)
        var snapshot: [String: Bool] { values.withLock { $0 } }

        init(_ values: [String: Bool]) { self.values = Lock(values) }

        var access: SubdeviceAccess {
            SubdeviceAccess(
                list: {
                    [
                        ("/dev/v4l-subdev0", "imx708_wide 10-001a"),
                        ("/dev/v4l-subdev1", "dw9807 10-000c"),
                        ("/dev/v4l-subdev2", "imx708"),
                    ]
                },
                read: { (node: String) throws(PrismError) -> Bool in
                    guard let value = self.values.withLock({ $0[node] }) else {
                        throw .system("use \(node)", errno: 22)
                    }
                    return value
                },
                write: { (node: String, value: Bool) throws(PrismError) in
                    if value, node == "/dev/v4l-subdev2", self.refuses.withLock({ $0 }) {
                        throw .system("use \(node)", errno: 16)
                    }
                    self.values.withLock { $0[node] = value }
                })
        }
    }

    private let off = ["/dev/v4l-subdev0": false, "/dev/v4l-subdev2": false]

    @Test func theSwitchIsPutBackWhenItGoes() throws {
        let sensors = Sensors(off)
        let record = HDRRecord(path: try TemporaryDirectory().path + "-hdr")
        do {
            let hdr = try SensorHDR(model: "imx708", access: sensors.access, record: record)
            let isOn = sensors.values.withLock { values in values.values.allSatisfy { $0 } }
            #expect(isOn)
            withExtendedLifetime(hdr) {}
        }
        #expect(sensors.snapshot == off)
        #expect(!record.restore(sensors.access), "nothing is left to put back")
    }

    @Test func aDeadProcessIsClearedUpAfterAndALivingOneIsNot() throws {
        let directory = try TemporaryDirectory()
        let record = HDRRecord(path: directory.file("hdr"))
        let sensors = Sensors(["/dev/v4l-subdev0": true, "/dev/v4l-subdev2": true])
        let entries = "/dev/v4l-subdev0 0\n/dev/v4l-subdev2 0\n"
        // Process 1 lives, but was not started at this time: its number was used again.
        try directory.write(Array("1 99999999999\n\(entries)".utf8), to: "hdr")
        #expect(record.restore(sensors.access))
        #expect(sensors.snapshot == off)
        #expect(directory.read("hdr") == nil)
        for nonsense in ["", "hello", "1\n", "\u{0}\u{1}", "x y\nz w\n"] {
            try directory.write(Array(nonsense.utf8), to: "hdr")
            #expect(!record.restore(sensors.access))
        }
    }

    @Test func aSensorThatRefusesLeavesTheOthersAsTheyWere() throws {
        let directory = try TemporaryDirectory()
        let sensors = Sensors(off)
        sensors.refuses.withLock { $0 = true }
        let error = prismError {
            try SensorHDR(
                model: "imx708", access: sensors.access,
                record: HDRRecord(path: directory.file("hdr")))
        }
        #expect(error?.code == .busy)
        #expect(sensors.snapshot == off)
        #expect(try directory.names().isEmpty)
    }

    @Test func aSensorThatIsNotThereOrCannotIsNamed() throws {
        let record = HDRRecord(path: try TemporaryDirectory().file("hdr"))
        let none = prismError {
            try SensorHDR(model: "imx477", access: Sensors(off).access, record: record)
        }
        #expect(none?.code == .unsupported && none?.message.contains("imx477") == true)
        let cannot = prismError {
            try SensorHDR(model: "imx708", access: Sensors([:]).access, record: record)
        }
        #expect(cannot?.code == .unsupported)
    }
}

@Suite struct PermissionTests {
    private func node(
        _ kind: DeviceNode.Kind, _ isUsable: Bool, group: String = "video"
    ) -> DeviceNode {
        DeviceNode(
            kind: kind, path: "/dev/\(kind.rawValue)0", group: group, mode: 0o660,
            isUsable: isUsable)
    }

    @Test func whatIsClosedComesWithTheExactFix() {
        let permissions = CameraPermissions([
            node(.media, false), node(.video, false), node(.heap, false), node(.udmabuf, true),
        ])
        #expect(!permissions.isGranted && permissions.closed.count == 2)
        #expect(permissions.remedies == ["sudo usermod -aG video $USER, then log in again"])
        #expect(permissions.error?.code == .permission)
        #expect(CameraPermissions([node(.media, true), node(.heap, true)]).error == nil)
        #expect(CameraPermissions([]).isGranted)
        #expect(!CameraPermissions([node(.heap, false)]).isGranted)
    }
}
