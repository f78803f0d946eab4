// SPDX-License-Identifier: MIT
// The server's language: each verb read, each fault one line, random lines never a crash.

import PrismCore
import PrismTesting
import Testing

@testable import prism

@Suite struct ServeRequestTests {
    @Test(
        arguments: [
            ("{\"do\":\"status\"}", .status), ("{\"do\":\"unwatch\",\"v\":1}", .unwatch),
            ("{\"do\":\"quit\",\"id\":[1,{\"a\":null}]}", .quit), ("{\"do\":\"stop\"}", .stop),
            ("{\"do\":\"watch\"}", .watch(1_000_000_000)),
            ("{\"do\":\"watch\",\"every\":\"100ms\"}", .watch(100_000_000)),
            (
                "{\"do\":\"set\",\"controls\":{\"gain\":2,\"shutter\":\"1/50\"}}",
                .set(["gain": "2", "shutter": "1/50"])
            ),
            (
                "{\"do\":\"configure\",\"options\":{\"size\":\"320x240\",\"hflip\":true,\"raw\":false}}",
                .configure(["--size=320x240", "--hflip"])
            ),
            (
                "{\"do\":\"shoot\",\"file\":\"a.jpg\",\"options\":{\"exif\":[\"A=1\",\"B=2\"],\"quality\":80}}",
                .shoot(file: "a.jpg", ["--exif=A=1", "--exif=B=2", "--quality=80"])
            ),
        ] as [(String, ServeRequest.Action)])
    func aVerbIsRead(line: String, action: ServeRequest.Action) throws {
        #expect(try ServeRequest(line).action == action)
    }

    @Test func anIdIsGivenBackAsItWas() throws {
        #expect(
            try ServeRequest("{\"do\":\"status\",\"id\":[1,{\"a\":null}]}").id.text
                == "[1,{\"a\":null}]")
        #expect(ServeRequest.id(of: "{\"do\":\"nothing\",\"id\":\"x\"}") == "x")
        #expect(ServeRequest.id(of: "nonsense") == nil)
    }

    @Test(
        arguments: [
            ("", "expected"), ("7", "in braces"), ("[]", "in braces"),
            ("{\"do\":\"shot\"}", "did you mean shoot"),
            ("{}", "do: expected"), ("{\"do\":7}", "unknown \"7\""),
            ("{\"do\":\"shoot\"}", "file: expected"),
            ("{\"do\":\"shoot\",\"file\":\"a\\u0000\"}", "file: expected"),
            ("{\"do\":\"status\",\"x\":1}", "unknown key \"x\""),
            ("{\"do\":\"status\",\"v\":2}", "version 1"),
            ("{\"do\":\"status\",\"do\":\"stop\"}", "twice"),
            ("{\"do\":\"set\"}", "controls: expected"),
            ("{\"do\":\"set\",\"controls\":{\"gain\":[]}}", "controls.gain"),
            ("{\"do\":\"configure\",\"options\":{\"quality\":7}}", "does not shape the camera"),
            ("{\"do\":\"watch\",\"every\":\"1x\"}", "unknown unit"),
        ] as [(String, String)])
    func aLineThatIsNotUnderstoodIsOneLine(line: String, part: String) {
        let error = prismError { try ServeRequest(line) }
        #expect(error?.message.contains(part) == true, "\(error?.message ?? "")")
        #expect(error?.message.contains("\n") == false)
    }

    @Test func randomLinesAreReadOrRefused() throws {
        var random = RandomText(
            seed: 77,
            pieces: ServeRequest.verbs + [
                "{", "}", "[", "]", ":", ",", "\"", "do", "file", "options", "controls", "id", "v",
                "1", "-", "e9", "null", "true", "\\u0000", "\\ud800", "é", " ", "every", "gain",
            ])
        for _ in 0..<20_000 {
            let line = random.text(upTo: 14)
            let whole = "{\"do\":\"\(random.text(upTo: 1))\",\(random.text(upTo: 6))}"
            for text in [line, whole] {
                let id = ServeRequest.id(of: text)
                if let request = try? ServeRequest(text) { #expect(request.id == id) }
            }
        }
        let deep = String(repeating: "[", count: 30_000)
        #expect(prismError { try ServeRequest(deep) }?.code == .invalidData)
    }
}
