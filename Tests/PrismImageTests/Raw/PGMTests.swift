// SPDX-License-Identifier: MIT
// 16-bit PGM with its JSON file.

import Foundation
import PrismCore
import Testing

@testable import PrismImage

@Suite struct PGMTests {
    private static let sidecar = """
        {"order": "GBRG", "bits": 12, "black": [256, 257, 258, 259], "white": 4095,
         "noise": {"slope": 0.001, "offset": 1e-6}, "asShotNeutral": [0.5, 1, 0.6],
         "exposureTime": 0.25, "analogueGain": 8, "orientation": 6}
        """

    private let folder = NSTemporaryDirectory() + "prism-pgm-\(UUID().uuidString)"

    private func write(_ header: String, _ body: [UInt8], _ json: String?) throws -> String {
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        let path = folder + "/f.pgm"
        try Data(Array(header.utf8) + body).write(to: URL(fileURLWithPath: path))
        try? FileManager.default.removeItem(atPath: folder + "/f.json")
        try json.map { try Data($0.utf8).write(to: URL(fileURLWithPath: folder + "/f.json")) }
        return path
    }

    @Test func samplesAndFactsAreRead() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = try write(
            "P5\n# made by a test\n4 2\n65535\n", (0..<8).flatMap { [UInt8($0), 7] }, Self.sidecar)
        let image = try RawReader().read(path)
        #expect(TestMosaic.samples(of: image) == (0..<8).map { UInt16($0) << 8 | 7 })
        #expect(image.facts.order == .gbrg && image.facts.white == 4095)
        #expect(image.facts.black == SIMD4(256, 257, 258, 259))
        #expect(image.facts.noise == RawNoise(slope: 0.001, offset: 1e-6))
        #expect(image.facts.photo.exposureTime == 250_000_000)
        #expect(image.facts.photo.isoSpeed == 800)
        #expect(image.facts.photo.orientation == .right)
    }

    @Test func oneBlackLevelMayBeANumberAndTheOrderInLowerCase() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = try write(
            "P5 4 2 65535\n", [UInt8](repeating: 0, count: 16),
            #"{"order":"rggb","bits":16,"black":4096,"white":65535}"#)
        let facts = try RawReader().read(path).facts
        #expect(facts.order == .rggb && facts.black == SIMD4(repeating: 4096))
    }

    @Test(arguments: [
        (#"{"order":"rggb","bits":16,"white":65535}"#, "black is missing"),
        (#"{"order":5,"bits":16,"black":1,"white":65535}"#, "order is of another kind"),
        (#"{"order":"rggb","bits":16,"black":"no","white":9}"#, "black is of another kind"),
        ("{", "it is no JSON"),
    ])
    func whatIsWrongWithTheFactsIsSaid(json: String, text: String) throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = try write("P5 4 2 65535\n", [UInt8](repeating: 0, count: 16), json)
        let error = try thrownError { try RawReader().read(path) }
        #expect(error.code == .invalidData && error.message.contains("f.json: \(text);"))
    }

    @Test func everythingElseIsRefused() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let body = [UInt8](repeating: 0, count: 16)
        let good = "P5 4 2 65535\n"
        let cases: [(String, [UInt8], String?)] = [
            (good, Array(body.dropLast()), Self.sidecar), (good, body, nil),
            (good, body, "{}"), (good, body, "["),
            (good, body, Self.sidecar.replacingOccurrences(of: "GBRG", with: "XYZW")),
            (good, body, Self.sidecar.replacingOccurrences(of: "4095", with: "12")),
            (good, body, Self.sidecar.replacingOccurrences(of: "0.001", with: "-1")),
            ("P5 4 2 255\n", body, Self.sidecar), ("P5 0 2 65535\n", body, Self.sidecar),
            ("P5\n-4 2\n65535\n", body, Self.sidecar), ("P5 4x2 65535\n", body, Self.sidecar),
            ("P5 4\n", [], Self.sidecar), ("P5 999999 999999 65535\n", body, Self.sidecar),
        ]
        for (header, bytes, json) in cases {
            let path = try write(header, bytes, json)
            let error = try thrownError { try RawReader().read(path) }
            let known: Set<PrismError.Code> = [.invalidData, .inputOutput, .outOfRange]
            #expect(known.contains(error.code) && error.message.contains(folder), "\(error)")
        }
    }
}
