// SPDX-License-Identifier: MIT
// prism serve and prism shell with a simulated camera: answers, watchers, and peers that misbehave.

import Foundation
import Glibc
import Testing

@testable import prism

@Suite(.serialized) struct ServeProgramTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private func shell(_ lines: String...) throws -> [[String: Any]] {
        try lines.joined(separator: "\n").write(
            toFile: scratch.path("in"), atomically: true, encoding: .utf8)
        let run = try Run(
            "/bin/sh", ["-c", "\"$0\" shell --camera mock < in", Run.prism], directory: scratch.url)
        #expect(run.status == 0, "\(run.error)")
        return try run.outputLines.map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
    }

    private func server(_ path: String = "s") throws -> Running {
        let running = try Running(
            Run.prism, ["serve", "--socket", path, "--camera", "mock"], directory: scratch.url)
        while !FileManager.default.fileExists(atPath: scratch.path(path)) { sched_yield() }
        return running
    }

    /// A client of a server whose pictures are small, so that a slow machine draws them too.
    private func smallClient() throws -> SocketClient {
        let client = try SocketClient(scratch.path("s"))
        #expect(client.line()?.contains("hello") == true)
        client.send(#"{"do":"configure","options":{"size":"320x240"}}"#)
        #expect(client.line()?.contains(#""ok":true"#) == true)
        return client
    }

    @Test func aConversationHasOneAnswerForEachLine() throws {
        let answers = try shell(
            "{\"do\":\"configure\",\"id\":1,\"options\":{\"size\":\"320x240\"}}",
            "{\"do\":\"set\",\"id\":2,\"controls\":{\"shutter\":\"1/50\",\"gain\":2}}",
            "{\"do\":\"shoot\",\"id\":3,\"file\":\"a.jpg\",\"options\":{\"quality\":50}}",
            "{\"do\":\"shoot\",\"id\":4,\"file\":\"a.jpg\"}", "nonsense",
            "{\"do\":\"shoot\",\"id\":5,\"file\":\"b.gif\"}",
            "{\"do\":\"set\",\"id\":6,\"controls\":{\"gian\":2}}", "{\"do\":\"status\",\"id\":7}")
        #expect(answers.count == 9)
        #expect(answers[0]["event"] as? String == "hello" && answers[0]["v"] as? Int == 1)
        #expect(
            answers.dropFirst().map { $0["ok"] as? Bool } == [
                true, true, true, false, false, false, false, true,
            ])
        let saved = answers[3]["result"] as? [String: Any]
        let applied = saved?["applied"] as? [String: Any]
        #expect(saved?["width"] as? Int == 320 && applied?["exposureTime"] as? Int == 20_000_000)
        #expect(FileManager.default.fileExists(atPath: scratch.path("a.jpg")))
        let codes = answers.compactMap { ($0["error"] as? [String: Any])?["code"] as? String }
        #expect(codes == ["usage", "invalidData", "usage", "usage"])
        let status = answers[8]["result"] as? [String: Any]
        #expect(status?["state"] as? String == "running" && status?["shots"] as? Int == 1)
    }

    @Test func whoWatchesIsToldOfFrames() throws {
        let running = try server()
        let client = try SocketClient(scratch.path("s"))
        #expect(client.line()?.contains("hello") == true)
        client.send("{\"do\":\"configure\",\"options\":{\"size\":\"320x240\"}}")
        #expect(client.line()?.contains("\"ok\":true") == true)
        client.send("{\"do\":\"watch\",\"every\":\"10ms\"}")
        #expect(client.line()?.contains("\"ok\":true") == true)
        for _ in 0..<3 { #expect(client.line()?.contains("\"event\":\"frame\"") == true) }
        client.send("{\"do\":\"stop\"}")
        #expect(running.finish().status == 0)
        #expect(!FileManager.default.fileExists(atPath: scratch.path("s")))
    }

    /// A second client that has seen another one's picture under way; nil where it never saw that.
    private func witness(of slow: SocketClient) throws -> SocketClient? {
        let other = try SocketClient(scratch.path("s"))
        #expect(other.line()?.contains("hello") == true)
        while true {
            other.send(#"{"do":"status"}"#)
            let status = try #require(other.line())
            if status.contains(#""shooting":1"#) { return other }
            // The picture is over: the answer had to wait for it.
            guard status.contains(#""shots":0"#) else { return nil }
        }
    }

    @Test func nobodyWaitsForAnothersExposure() throws {
        let running = try server()
        let slow = try smallClient()
        slow.send(#"{"do":"shoot","id":1,"file":"a.jpg","options":{"shutter":"1500ms"}}"#)
        let other = try #require(try witness(of: slow))
        #expect(!FileManager.default.fileExists(atPath: scratch.path("a.jpg")))
        // Another picture has its turn, and the end that is asked for waits for both.
        other.send(#"{"do":"shoot","id":2,"file":"b.jpg","options":{"immediate":true}}"#)
        other.send(#"{"do":"stop","id":3}"#)
        #expect(slow.line()?.contains(#""id":1,"ok":true"#) == true)
        #expect(other.line()?.contains(#""id":2,"ok":true"#) == true)
        #expect(other.line()?.contains(#""id":3,"ok":true"#) == true)
        #expect(running.finish().status == 0)
        for name in ["a.jpg", "b.jpg"] {
            #expect(FileManager.default.fileExists(atPath: scratch.path(name)), "\(name)")
        }
    }

    @Test func aSignalEndsAServerWhosePicturesAreUnderWay() throws {
        let running = try server()
        let slow = try smallClient()
        slow.send(#"{"do":"shoot","file":"a.jpg","options":{"shutter":"60s"}}"#)
        _ = try #require(try witness(of: slow))
        kill(running.pid, SIGTERM)
        #expect(running.finish().status == 0)
        let names = try FileManager.default.contentsOfDirectory(atPath: scratch.url.path)
        #expect(!names.contains { $0.contains("a.jpg") }, "\(names)")
    }

    @Test func aPictureWithoutLagWasExposedBeforeItWasAskedFor() throws {
        let running = try server()
        let client = try SocketClient(scratch.path("s"))
        _ = client.line()
        let shoot = #"{"do":"shoot","file":"a.jpg","options":{"immediate":true,"zsl":true}}"#
        client.send(shoot)
        #expect(client.line()?.contains("zsl has to be configured first") == true)
        client.send(#"{"do":"configure","options":{"size":"320x240","zsl":true}}"#)
        #expect(client.line()?.contains(#""ok":true"#) == true)
        let controls = #"{"shutter":"400ms","gain":2,"awb":"1.5,1.5"}"#
        client.send(#"{"do":"set","controls":\#(controls)}"#)
        client.send(#"{"do":"watch","every":"1ms"}"#)
        // A frame that shows them is finished, and waits for whoever wants it.
        while let line = client.line(), !line.contains(#""exposureTime":400000000"#) {}
        let asked = Int64(Date().timeIntervalSince1970 * 1e9)
        client.send(#"{"do":"unwatch"}"#)
        client.send(shoot.replacingOccurrences(of: #","zsl":true"#, with: ""))
        var line = ""
        while !line.contains(#""saved""#) { line = try #require(client.line()) }
        let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        let saved = try #require(object?["result"] as? [String: Any], "\(line)")
        let moment = Int64(try #require(saved["moment"] as? Int))
        #expect(moment + 400_000_000 <= asked, "\(moment - asked) ns")
        client.send(#"{"do":"stop"}"#)
        #expect(running.finish().status == 0)
    }

    @Test func peersThatGoOrNeverEndALineHurtNobody() throws {
        let running = try server()
        _ = try smallClient()
        for text in [
            "", "{\"do\":", "{\"do\":\"shoot\",\"file\":\"x.jpg\"}\n", "{\"do\":\"watch\"}\n",
        ] {
            let rude = try SocketClient(scratch.path("s"))
            rude.send(text, ends: false)
            rude.hangUp()
        }
        let endless = try SocketClient(scratch.path("s"))
        #expect(endless.line()?.contains("hello") == true)
        endless.send(String(repeating: "x", count: 70_000), ends: false)
        #expect(endless.line()?.contains("at most 65536 bytes") == true)
        #expect(endless.line() == nil)
        let polite = try SocketClient(scratch.path("s"))
        #expect(polite.line()?.contains("hello") == true)
        polite.send("{\"do\":\"status\",\"id\":1}")
        #expect(polite.line()?.contains("\"ok\":true") == true)
        kill(running.pid, SIGTERM)
        let run = running.finish()
        #expect(run.status == 0, "\(run.error)")
        #expect(!FileManager.default.fileExists(atPath: scratch.path("s")))
    }

    @Test func oneSocketHasOneProgram() throws {
        let running = try server()
        let second = try Run.prism(
            ["serve", "--socket", scratch.path("s"), "--camera", "mock"])
        #expect(second.status == 4 && second.error.contains("another program answers"))
        kill(running.pid, SIGKILL)
        _ = running.finish()
        // What a killed program left is no obstacle.
        let third = try Running(
            Run.prism, ["serve", "--socket", "s", "--camera", "mock"], directory: scratch.url)
        var client: SocketClient?
        while client == nil { client = try? SocketClient(scratch.path("s")) }
        client?.send("{\"do\":\"stop\"}")
        #expect(third.finish().status == 0)
    }

    @Test func aPlaceThatCannotBeIsRefused() throws {
        try "mine".write(toFile: scratch.path("f"), atomically: true, encoding: .utf8)
        let file = try Run.prism(["serve", "--socket", scratch.path("f"), "--camera", "mock"])
        #expect(file.status == 2 && file.error.contains("is no socket"))
        #expect(scratch.text("f") == "mine")
        let long = scratch.path(String(repeating: "x", count: 120))
        let run = try Run.prism(["serve", "--socket", long, "--camera", "mock"])
        #expect(run.status == 2 && run.error.contains("1 to 107 bytes"))
        #expect(run.errorLines.count == 1)
    }
}

/// One connection to a server.
private final class SocketClient {
    private let descriptor: Int32
    private var bytes: [UInt8] = []

    init(_ path: String) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
        let result = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result == 0 else {
            close(descriptor)
            throw CocoaError(.fileNoSuchFile)
        }
    }

    func send(_ text: String, ends: Bool = true) {
        let all = Array((text + (ends ? "\n" : "")).utf8)
        _ = Glibc.send(descriptor, all, all.count, Int32(MSG_NOSIGNAL))
    }

    /// The next line; nil where the server has closed.
    func line() -> String? {
        while true {
            if let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
                defer { bytes.removeFirst(end + 1) }
                return String(decoding: bytes[..<end], as: UTF8.self)
            }
            var buffer = [UInt8](repeating: 0, count: 4_096)
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { return nil }
            bytes += buffer[..<count]
        }
    }

    func hangUp() { close(descriptor) }
}
