// SPDX-License-Identifier: MIT
// Controls across the ABI and back, and what the bridge refuses.

import PrismTesting
import Testing

import struct BridgeTestSupport.SplitMix

@testable import PrismCore

@Suite struct ControlMarshallingTests {
    private func send(_ writes: [ControlWrite], to camera: CameraSession) async throws -> UInt64 {
        try await camera.run { try $0.bridge.setControls(writes) }
    }

    @Test func everyTypeOfTheTableIsRead() async throws {
        try await withCamera { camera in
            let table = try await camera.controls()
            #expect(table["AeEnable"]?.minimum == .bool(false))
            #expect(table["AeEnable"]?.maximum == .bool(true))
            #expect(table["ExposureTime"]?.minimum == .integer(8))
            #expect(table["AnalogueGain"]?.maximum == .number(16))
            #expect(table["ColourGains"]?.maximum == .numbers([32, 32]))
            #expect(table["FrameDurationLimits"]?.defaultValue == .integers([33_333, 33_333]))
            let vendors = Set(table.all.map(\.vendor))
            #expect(vendors == ["libcamera", "draft"] && table.all.allSatisfy(\.isInput))
        }
    }

    @Test func writesOfEveryTypeArriveAndCountUp() async throws {
        try await withCamera { camera in
            let first = try await send([ControlWrite("AeEnable", .bool(true))], to: camera)
            let writes = [
                ControlWrite("ExposureValue", .number(1.5)),
                ControlWrite("ColourGains", .numbers([1, 2]), vendor: "libcamera"),
                ControlWrite("FrameDurationLimits", .integers([20_000, 20_000])),
            ]
            #expect(try await send(writes, to: camera) == first + 1)
            #expect(try await send([], to: camera) == first + 2)
        }
    }

    @Test(
        arguments: [
            ControlWrite("Nonsense", .bool(true)), ControlWrite("", .bool(true)),
            ControlWrite("AeEnable", .bool(true), vendor: "nobody"),
            ControlWrite("ExposureTime", .text("long")),
            ControlWrite("ExposureTime", .integer(.max)),
            ControlWrite("ColourGains", .numbers([1])),
            ControlWrite("ColourGains", .numbers([])),
            ControlWrite("ColourGains", .number(1)),
            ControlWrite("AnalogueGain", .size(width: 1, height: 1)),
            ControlWrite("AnalogueGain", .rectangles([])),
        ])
    func aRefusalNamesTheControlAndSetsNothing(write: ControlWrite) async throws {
        try await withCamera { camera in
            let good = ControlWrite("ExposureValue", .number(1))
            let error = await prismError { try await send([good, write], to: camera) }
            #expect(error?.message == "the camera refuses control \(write.name)")
            let frames = try await camera.subscribe(.latest)
            try await camera.start(.fixed)
            #expect(AppliedTest(.fixed).matches(try #require(try await frames.next()).metadata))
        }
    }

    @Test func randomWritesNeverCrash() async throws {
        var random = SplitMix(seed: 21)
        try await withCamera { camera in
            let names = try await camera.controls().all.map(\.name) + ["Nonsense"]
            var accepted = 0
            for _ in 0..<500 {
                let writes = (0..<random.below(4)).map { _ in
                    ControlWrite(names[random.below(names.count)], Self.value(&random))
                }
                let error = await prismError {
                    accepted += try await send(writes, to: camera) > 0 ? 1 : 0
                }
                #expect(error == nil || error?.message.contains("refuses control") == true)
            }
            #expect(accepted > 50)
        }
    }

    private static func value(_ random: inout SplitMix) -> PrismCore.ControlValue {
        let number = Int64(bitPattern: random.next()) >> Int64(random.below(64))
        let count = random.below(4)
        let rectangle = SensorRectangle(
            x: Int(number), y: Int(number), width: Int(number), height: Int(number))
        switch random.below(10) {
        case 0: return .bool(number & 1 == 0)
        case 1: return .integer(number)
        case 2: return .number(Float(bitPattern: UInt32(truncatingIfNeeded: number)))
        case 3: return .integers(Array(repeating: number, count: count))
        case 4: return .numbers(Array(repeating: Float(number), count: count))
        case 5: return .text(String(repeating: "ä", count: count))
        case 6: return .rectangle(rectangle)
        case 7: return .rectangles(Array(repeating: rectangle, count: count))
        case 8: return .size(width: Int(number), height: Int(number))
        default: return .point(x: Int(number), y: Int(number))
        }
    }
}
