// SPDX-License-Identifier: MIT
// What a service manager hears of a time-lapse: ready and alive by frames that came, and by nothing else.

import Glibc
import Testing

@testable import prism

@Suite struct HeartbeatRuleTests {
    @Test func theFirstFrameMakesReady() {
        var rule = HeartbeatRule(watchdog: nil)
        #expect(rule.isWaiting)
        #expect(rule.frame(at: 5) == "READY=1")
        #expect(!rule.isWaiting)
        #expect(rule.frame(at: 1 << 40) == nil)
    }

    @Test func framesKeepTheWatchdogQuietFourTimesInItsTime() {
        var rule = HeartbeatRule(watchdog: 4000)
        #expect(rule.frame(at: 10_000) == "READY=1\nWATCHDOG=1")
        #expect(rule.frame(at: 10_999) == nil)
        #expect(rule.frame(at: 11_000) == "WATCHDOG=1")
        #expect(rule.frame(at: 11_001) == nil)
        #expect(rule.frame(at: 90_000) == "WATCHDOG=1")
    }
}

@Suite(.serialized) struct ServiceHeartbeatTests {
    private let scratch: Scratch
    private let listener: DatagramListener

    init() throws {
        scratch = try Scratch()
        listener = try DatagramListener(scratch.path("notify"))
    }

    private func lapse(_ words: String..., camera: String = "mock:imx219") throws -> Run {
        try Run.prism(
            [
                "timelapse", "--every", "200ms", "--count", "2", "-o", "d/%03d.jpg", "--size",
                "320x240", "--timeout", "0", "--camera", camera,
            ] + words,
            environment: [
                "NOTIFY_SOCKET": scratch.path("notify"), "WATCHDOG_USEC": "60000000",
            ], directory: scratch.url)
    }

    @Test func aRunIsReadyWithItsFirstFrameAndSaysThatItEnds() throws {
        #expect(try lapse().status == 0)
        #expect(listener.all() == ["READY=1\nWATCHDOG=1", "STOPPING=1"])
    }

    @Test func aCameraWithoutFramesIsNeverReady() throws {
        let run = try lapse(camera: "mock:imx219,fault=busy")
        #expect(run.status == 4)
        #expect(listener.all().allSatisfy { !$0.contains("READY") && !$0.contains("WATCHDOG") })
    }

    @Test func aRunThatWasCompleteIsNoFailedStart() throws {
        #expect(try lapse().status == 0)
        _ = listener.all()
        #expect(try lapse("--resume").status == 0)
        #expect(listener.all().first?.hasPrefix("READY=1\nSTATUS=") == true)
    }
}

/// A datagram socket in the file system, as systemd's.
private final class DatagramListener {
    private let descriptor: Int32

    init(_ path: String) throws {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | O_NONBLOCK, 0)
        let result = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(result == 0)
    }

    deinit { close(descriptor) }

    /// What has come since the last call.
    func all() -> [String] {
        var texts: [String] = []
        var bytes = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = recv(descriptor, &bytes, bytes.count, 0)
            guard count >= 0 else { return texts }
            texts.append(String(decoding: bytes[..<count], as: UTF8.self))
        }
    }
}
