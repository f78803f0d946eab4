// SPDX-License-Identifier: MIT
// The horizon out of an accelerometer's files.

internal import Foundation
import PrismTesting
import Testing

@testable import PrismUI

@Suite struct LevelSensorTests {
    /// A directory with the files of an accelerometer that reads (x, y, z).
    private func sysfs(_ x: Int, _ y: Int, _ z: Int) throws -> TemporaryDirectory {
        let root = try TemporaryDirectory()
        let device = root.path + "/sys/bus/iio/devices/iio:device0"
        try FileManager.default.createDirectory(
            atPath: device, withIntermediateDirectories: true)
        for (axis, value) in [("x", x), ("y", y), ("z", z)] {
            let file = device + "/in_accel_" + axis + "_raw"
            try "\(value)\n".write(toFile: file, atomically: false, encoding: .utf8)
        }
        return root
    }

    private func settled(_ sensor: LevelSensor) -> LevelIndicator.Reading {
        for _ in 0..<100 { sensor.read() }
        return sensor.reading
    }

    @Test func heldUprightItIsLevel() throws {
        let root = try sysfs(0, 1000, 0)
        let sensor = try #require(try LevelSensor(root: root.path))
        defer { sensor.close() }
        #expect(settled(sensor) == .angle(0, isLevel: true))
    }

    @Test func turnedClockwiseTheHorizonTurnsBack() throws {
        // 10° clockwise: what holds the board up points to its left.
        let root = try sysfs(-174, 985, 0)
        let sensor = try #require(try LevelSensor(root: root.path))
        defer { sensor.close() }
        guard case .angle(let degrees, let isLevel) = settled(sensor) else {
            return #expect(Bool(false), "there is a horizon")
        }
        #expect(!isLevel)
        let size = abs(abs(degrees) - 10)
        #expect(size < 0.1, "\(degrees)")
    }

    @Test func lookingDownThereIsNoHorizon() throws {
        let root = try sysfs(0, 0, 1000)
        let sensor = try #require(try LevelSensor(root: root.path))
        defer { sensor.close() }
        #expect(settled(sensor) == .facesUpOrDown)
    }

    @Test func withoutAnAccelerometerThereIsNone() throws {
        let root = try TemporaryDirectory()
        #expect(try LevelSensor(root: root.path) == nil)
    }
}
