// SPDX-License-Identifier: MIT
// The board's health off a made-up /sys and /proc, and what a session makes of it.

import PrismTesting
import Testing

@testable import PrismCore

@Suite struct HealthTests {
    @Test func figuresAreReadOffTheKernelsFiles() throws {
        let root = try FakeRoot()
        try root.write("sys/class/thermal/thermal_zone0/temp", "61342\n")
        try root.write("sys/class/thermal/thermal_zone1/temp", "72000\n")
        try root.write("sys/class/thermal/thermal_zone2/temp", "-274000\n")
        try root.write("sys/devices/platform/soc/soc:firmware/get_throttled", "50005\n")
        try root.write(
            "proc/meminfo",
            "MemTotal: 512000 kB\nMemAvailable:  100 kB\nCmaTotal:  65536 kB\n"
                + "CmaFree:     2048 kB\nBroken: x kB\nHuge: 9223372036854775807 kB\n")
        let health = HealthProbe(root: root.path, disk: root.path).read()
        #expect(health.temperature == 72)
        #expect(health.throttling?.contains([.undervoltage, .throttled]) == true)
        #expect(health.throttling?.contains(.frequencyCapped) == false)
        #expect(health.contiguousMemory?.total == 64 << 20)
        #expect(health.contiguousMemory?.free == 2 << 20)
        #expect(health.availableMemory == 102_400)
        #expect((health.freeDisk ?? 0) > 0)
        #expect(health.pressure == .critical, "100 kB of memory")
        #expect(health.findings.map(\.pressure) == health.findings.map(\.pressure).sorted(by: >))
    }

    @Test func aBoardThatSaysNothingIsWell() throws {
        let health = HealthProbe(root: try FakeRoot().path, disk: "/nowhere/at/all").read()
        #expect(health == SystemHealth() && health.pressure == .nominal)
    }

    private static let temperatures: [(Double, SystemPressure)] = [
        (20, .nominal), (69.9, .nominal), (70, .fair), (80, .serious), (85, .critical),
        (.nan, .nominal),
    ]

    @Test(arguments: temperatures)
    func heatIsJudgedByTheLimitsOfTheFirmware(degrees: Double, pressure: SystemPressure) {
        var health = SystemHealth()
        health.temperature = degrees
        #expect(health.pressure == pressure)
    }

    @Test func aMonitorTellsEveryListener() async throws {
        let root = try FakeRoot()
        try root.write("sys/class/thermal/thermal_zone0/temp", "55000")
        let monitor = try HealthMonitor(HealthProbe(root: root.path, disk: nil), every: 0)
        var one = await monitor.stream().makeAsyncIterator()
        var other = await monitor.stream().makeAsyncIterator()
        #expect(await one.next()?.temperature == 55)
        #expect(await other.next()?.temperature == 55)
        try root.write("sys/class/thermal/thermal_zone0/temp", "90000")
        while let reading = await one.next(), reading.temperature != 90 {}
        while let reading = await other.next(), reading.temperature != 90 {}
        #expect(await monitor.latest.pressure == .critical)
    }

    @Test func aSessionTellsAChangeOfPressureOnce() async throws {
        try await withCamera { camera in
            var events = await camera.eventStream().makeAsyncIterator()
            var hot = SystemHealth()
            hot.temperature = 81
            await camera.note(hot)
            await camera.note(hot)
            await camera.note(SystemHealth())
            #expect(await events.next() == .pressure(.serious))
            #expect(await events.next() == .pressure(.nominal))
            #expect(await camera.health.pressure == .nominal)
        }
    }

    @Test func aSessionKnowsItsFirstFrameAndItsInterruption() async throws {
        try await withCamera { camera in
            let frames = try await camera.subscribe(.latest)
            #expect(await camera.health.timeToFirstFrame == nil)
            try await camera.start(.fixed)
            #expect(try await frames.next() != nil)
            let health = await camera.health
            #expect((health.timeToFirstFrame ?? 0) > 0)
            #expect(health.interruption == nil && health.missedFrames == 0)
        }
    }

    @Test func gapsInFrameNumbersAreMissedFrames() {
        var tally = SessionTally()
        tally.started(5)
        let isFirst = tally.frameCame(10) { 9 }
        #expect(isFirst)
        #expect(tally.timeToFirstFrame == 4)
        let firsts = [11, 14, 14, 3, 4].filter { tally.frameCame($0) { 0 } }
        #expect(firsts.isEmpty)
        #expect(tally.missedFrames == 2)
        tally.happened(.unplugged)
        #expect(tally.interruption == .unplugged)
        _ = tally.frameCame(5) { 0 }
        #expect(tally.interruption == nil)
    }

    @Test func deferredSubscriptionsBeginWithTheSecondFrame() async throws {
        try await withCamera(allowance: 8, configuration: .small(buffers: 12)) { camera in
            let screen = try await camera.subscribe(.every(limit: 3))
            let encoder = try await camera.subscribe(.every(limit: 3), isDeferred: true)
            try await camera.start(.fixed)
            let first = try #require(try await screen.next()).metadata.sequence
            let deferred = try #require(try await encoder.next()).metadata.sequence
            #expect(deferred > first)
            #expect(await camera.router.loans == 8, "deferred loans count once")
        }
    }
}
