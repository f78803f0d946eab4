// SPDX-License-Identifier: MIT
// Controls that are refused, converted and carried.

import BridgeTestSupport
import CPrismCamera
import Glibc
import Testing

extension BridgeTests {
    @Suite struct ControlTests {
        private func configured(legacy: Bool = false) throws -> Rig {
            let rig = try Rig(legacy: legacy)
            try rig.session.configure(.wish([.wish(PRISM_ROLE_VIDEO, "NV12", 640, 480)]))
            return rig
        }

        private static let refused: [(String, ControlValue, Int32)] = [
            ("Nonsense", .int(1), -ENOENT),
            ("ExposureTime", .init(PRISM_TYPE_STRING, Array("10000".utf8)), -EINVAL),
            ("ExposureTime", .init(PRISM_TYPE_RECTANGLE, [Int32](repeating: 0, count: 4)), -EINVAL),
            ("ExposureTime", .init(PRISM_TYPE_I32, [Int32(1), 2]), -ERANGE),
            ("ExposureTime", .init(PRISM_TYPE_I32, [Int32]()), -ERANGE),
            ("ExposureTime", .float(1.5), -ERANGE),
            ("ExposureTime", .float(.nan), -ERANGE),
            ("ExposureTime", .init(PRISM_TYPE_I64, [Int64(Int32.max) + 1]), -ERANGE),
            ("AeEnable", .int(2), -ERANGE),
            ("AeEnable", .init(PRISM_TYPE_BOOL, [UInt8(2)]), -ERANGE),
            ("ColourGains", .floats([1]), -ERANGE),
            ("ColourGains", .floats([1, 2, 3]), -ERANGE),
            ("AnalogueGain", .int((1 << 24) + 1), -ERANGE),
            ("FrameDurationLimits", .float(1), -ERANGE),
        ]

        @Test func whatTheHandlerCouldNotTakeIsRefusedBeforeIt() throws {
            let rig = try configured()
            for (name, value, code) in Self.refused {
                var serial: UInt64 = 99
                let (result, failed) = rig.session.setRaw(
                    [("AeEnable", .bool(true)), (name, value)], serial: &serial)
                #expect(result == code, "\(name) \(value)")
                #expect(failed == 1)
                #expect(serial == 99)
            }
            try rig.end()
        }

        @Test func aVendorMustFitWhereItIsGiven() throws {
            let rig = try configured()
            var serial: UInt64 = 0
            let one = [("AeEnable", ControlValue.bool(true))]
            #expect(rig.session.setRaw(one, vendor: "rpi", serial: &serial).result == -ENOENT)
            #expect(rig.session.setRaw(one, vendor: "libcamera", serial: &serial).result == 0)
            #expect(rig.session.setRaw(one, vendor: "", serial: &serial).result == 0)
            #expect(serial == 2)
            try rig.end()
        }

        @Test(arguments: [
            ControlValue.int(5000), .float(5000), .init(PRISM_TYPE_U16, [UInt16(5000)]),
            .init(PRISM_TYPE_U32, [UInt32(5000)]), .longs([5000]),
        ])
        func numbersAreConvertedWhereNothingIsLost(_ value: ControlValue) throws {
            let rig = try configured()
            try rig.session.set([("ExposureTimeMode", .bool(true)), ("ExposureTime", value)])
            try rig.session.start()
            let frame = try #require(rig.session.next())
            #expect(frame.metadata.exposure_ns == 5_000_000)
            try rig.end()
        }

        @Test func theNewestOfTheHeldValuesCounts() throws {
            let rig = try configured()
            let first = try rig.session.set([
                ("ExposureTimeMode", .int(1)), ("ExposureTime", .int(4000)),
            ])
            let second = try rig.session.set([("ExposureTime", .int(8000))])
            #expect(second == first + 1)
            try rig.session.start()
            let frame = try #require(rig.session.next())
            #expect(frame.metadata.exposure_ns == 8_000_000)
            #expect(frame.controlSerial == second)
            try rig.end()
        }

        @Test func serialsGrowWithTheRequestsThatCarryThem() throws {
            let rig = try configured()
            try rig.session.start()
            var serials: [UInt64] = []
            for round in 0..<12 {
                let frame = try #require(rig.session.next())
                serials.append(frame.controlSerial)
                if round % 3 == 0 { try rig.session.set([("ExposureValue", .float(1))]) }
                try rig.session.requeue(frame)
            }
            #expect(serials == serials.sorted())
            #expect(serials[0] == 0)
            // Four requests in flight: what is set with frame n comes back with frame n + 4.
            #expect(serials[4] == 1 && serials[7] == 2)
            try rig.end()
        }

        @Test func limitsFollowTheMode() throws {
            let rig = try configured()
            let fast = try #require(try rig.session.controls()["FrameDurationLimits"])
            try rig.session.configure(.wish([.wish(PRISM_ROLE_STILL)]))
            let full = try #require(try rig.session.controls()["FrameDurationLimits"])
            #expect(try #require(fast.minimum) < 8400)
            #expect(try #require(full.minimum) > 69000)
            #expect(full.type == PRISM_TYPE_I64.rawValue && full.fixedCount == 2)
            try rig.end()
        }

        @Test func randomBatchesAreTakenOrRefusedAsAWhole() throws {
            let rig = try configured()
            let names = Array(try rig.session.controls().keys).sorted() + ["Nonsense", ""]
            var random = SplitMix(seed: 2026)
            var accepted: UInt64 = 0
            for _ in 0..<3000 {
                let batch = (0..<random.below(5)).map { _ in
                    (names[random.below(names.count)], random.value())
                }
                var serial: UInt64 = 0
                let (result, failed) = rig.session.setRaw(batch, serial: &serial)
                if result == 0 {
                    accepted += 1
                    #expect(serial == accepted)
                } else {
                    #expect([-ENOENT, -EINVAL, -ERANGE].contains(result))
                    #expect((failed ?? .max) < batch.count)
                }
            }
            #expect(accepted > 100)
            try rig.session.start()
            #expect(try rig.session.take(12).allSatisfy { $0.metadata.exposure_ns > 0 })
            try rig.end()
        }
    }
}

extension SplitMix {
    /// A value of any type with a few odd elements.
    fileprivate mutating func value() -> ControlValue {
        let count = below(4)
        switch below(7) {
        case 0: return .init(PRISM_TYPE_BOOL, (0..<count).map { _ in UInt8(below(3)) })
        case 1:
            return .init(PRISM_TYPE_I32, (0..<count).map { _ in Int32(truncatingIfNeeded: next()) })
        case 2:
            return .init(PRISM_TYPE_I64, (0..<count).map { _ in Int64(truncatingIfNeeded: next()) })
        case 3:
            return .floats(
                (0..<count).map { _ in Float(bitPattern: UInt32(truncatingIfNeeded: next())) })
        case 4: return .init(PRISM_TYPE_STRING, (0..<count).map { _ in UInt8(below(256)) })
        case 5: return .int(Int32(below(40000)) - 100)
        default: return .floats([Float(below(100)) / 10, Float(below(100)) / 10])
        }
    }
}
