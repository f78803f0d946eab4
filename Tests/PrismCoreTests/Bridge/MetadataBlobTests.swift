// SPDX-License-Identifier: MIT
// The packed metadata list: every type, and whatever bytes may come.

import Testing

import struct BridgeTestSupport.SplitMix

@testable import PrismCore

@Suite struct MetadataBlobTests {
    /// A record as the ABI lays it out: header, name, padding, elements, padding.
    private func record(
        _ name: String, type: UInt16, array: Bool = false, count: UInt32, _ value: [UInt8]
    ) -> [UInt8] {
        var body = Array(name.utf8)
        body += [UInt8](repeating: 0, count: (8 - body.count % 8) % 8)
        body += value
        body += [UInt8](repeating: 0, count: (8 - body.count % 8) % 8)
        let header = bytes([UInt32(16 + body.count)]) + bytes([type, array ? 1 : 0])
        return header + bytes([count, UInt32(name.utf8.count)]) + body
    }

    private func bytes<Element>(_ elements: [Element]) -> [UInt8] {
        elements.withUnsafeBytes(Array.init)
    }

    private func decode(_ blob: [UInt8]) -> [String: Value] {
        blob.withUnsafeBytes(MetadataBlob.decode)
    }

    private struct Sample {
        let name: String
        let record: [UInt8]
        let value: Value

        init(_ name: String, _ record: [UInt8], _ value: Value) {
            self.name = name
            self.record = record
            self.value = value
        }
    }

    private typealias Value = PrismCore.ControlValue

    private var everything: [Sample] {
        let rectangle = bytes([Int32(-1), 2]) + bytes([UInt32(3), .max])
        let crop = SensorRectangle(x: -1, y: 2, width: 3, height: Int(UInt32.max))
        let two: [UInt8] = rectangle + rectangle
        let name = Array("imx708".utf8)
        return [
            sample("AeEnable", 1, [1], .bool(true)), sample("Byte", 2, [200], .integer(200)),
            sample("U16", 3, bytes([UInt16.max]), .integer(65_535)),
            sample("U32", 4, bytes([UInt32.max]), .integer(4_294_967_295)),
            sample("I32", 5, bytes([Int32.min]), .integer(-2_147_483_648)),
            sample("I64", 6, bytes([Int64.min]), .integer(.min)),
            sample("Gain", 7, bytes([Float(1.5)]), .number(1.5)),
            sample("Model", 8, count: 6, name, .text("imx708")),
            sample("Empty", 8, count: 0, [], .text("")),
            sample("Crop", 9, rectangle, .rectangle(crop)),
            sample("Areas", 9, count: 2, two, .rectangles([crop, crop])),
            sample("Size", 10, bytes([UInt32(4), 3]), .size(width: 4, height: 3)),
            sample("Point", 11, bytes([Int32(-4), 3]), .point(x: -4, y: 3)),
            sample("Gains", 7, count: 2, bytes([Float(1), 2]), .numbers([1, 2])),
            sample("One", 5, count: 1, bytes([Int32(7)]), .integers([7])),
            sample("Flags", 1, count: 3, [1, 0, 1], .integers([1, 0, 1])),
        ]
    }

    /// A scalar, or an array of `count`.
    private func sample(
        _ name: String, _ type: UInt16, count: UInt32? = nil, _ packed: [UInt8], _ value: Value
    ) -> Sample {
        let isArray = count != nil
        return Sample(
            name, record(name, type: type, array: isArray, count: count ?? 1, packed), value)
    }

    @Test func everyTypeIsDecoded() {
        let decoded = decode(everything.flatMap(\.record))
        for sample in everything { #expect(decoded[sample.name] == sample.value, "\(sample.name)") }
        #expect(decoded.count == everything.count)
    }

    @Test func anUnknownTypeIsSkippedAndTheNextOneRead() {
        let blob = record("New", type: 255, count: 1, [1]) + record("A", type: 2, count: 1, [5])
        #expect(decode(blob) == ["A": .integer(5)])
    }

    @Test func aCountThatDoesNotFitIsNotBelieved() {
        let blob = record("Lie", type: 9, array: true, count: .max, [1, 2, 3])
        #expect(decode(blob).isEmpty)
        #expect(decode(record("None", type: 5, array: true, count: 0, [])).isEmpty)
    }

    @Test func aBlobCutAnywhereGivesWhatIsWhole() {
        let blob = everything.flatMap(\.record)
        let whole = decode(blob)
        for end in 0...blob.count {
            let part = decode(Array(blob[..<end]))
            #expect(part.allSatisfy { whole[$0.key] == $0.value })
        }
    }

    @Test func randomAndDamagedBlobsNeverCrash() {
        var random = SplitMix(seed: 7)
        let sound = everything.flatMap(\.record)
        var decoded = 0
        for round in 0..<4_000 {
            var blob =
                round % 2 == 0
                ? Self.noise(&random) : sound
            for _ in 0..<random.below(6) where !blob.isEmpty {
                blob[random.below(blob.count)] = UInt8(random.below(256))
            }
            decoded += decode(blob).count
        }
        #expect(decoded > 4_000, "most of the damaged ones still have readable records")
    }

    private static func noise(_ random: inout SplitMix) -> [UInt8] {
        (0..<random.below(200)).map { _ in UInt8(random.below(256)) }
    }
}
