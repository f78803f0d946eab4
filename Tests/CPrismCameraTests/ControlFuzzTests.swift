// SPDX-License-Identifier: MIT
// Batches of random controls at the ABI: all or none, a documented errno, and the camera goes on.

import BridgeTestSupport
import CPrismCamera
import Glibc
import Testing

extension BridgeTests {
    @Suite struct ControlFuzzTests {
        private static let names = [
            "AeEnable", "ExposureTime", "AnalogueGain", "ExposureTimeMode", "AnalogueGainMode",
            "AwbEnable", "AwbMode", "ColourGains", "ColourTemperature", "ColourCorrectionMatrix",
            "FrameDurationLimits", "ScalerCrop", "AfMode", "AfWindows", "AfTrigger", "AfPause",
            "LensPosition", "HdrMode", "Brightness", "Gamma", "AeFlickerPeriod", "", "nonsense",
        ]

        private static let types: [prism_type] = [
            PRISM_TYPE_NONE, PRISM_TYPE_BOOL, PRISM_TYPE_BYTE, PRISM_TYPE_U16, PRISM_TYPE_U32,
            PRISM_TYPE_I32, PRISM_TYPE_I64, PRISM_TYPE_FLOAT, PRISM_TYPE_STRING,
            PRISM_TYPE_RECTANGLE, PRISM_TYPE_SIZE, PRISM_TYPE_POINT, PRISM_TYPE_UNKNOWN,
            prism_type(rawValue: 77),
        ]

        private func value(_ random: inout SplitMix) -> ControlValue {
            let type = Self.types[random.below(Self.types.count)]
            // Room for the largest element, so that the count never runs past the memory.
            let count = [0, 1, 1, 1, 2, 3, 9, 20][random.below(8)]
            let interesting: [UInt64] = [
                0, 1, .max, 1 << 63, UInt64(Float.nan.bitPattern),
                UInt64(Float.infinity.bitPattern),
                random.next(), UInt64(random.below(100_000)),
            ]
            var words: [UInt64] = []
            for _ in 0..<(2 * max(1, count)) { words.append(interesting[random.below(8)]) }
            let bytes = words.withUnsafeBytes { Array($0) }
            return ControlValue(type, bytes: bytes, count: count)
        }

        @Test(arguments: [1, 2, 3, 4] as [UInt64])
        func randomBatchesNeverHurt(seed: UInt64) throws {
            let rig = try Rig(legacy: seed % 2 == 0)
            try rig.session.configure(.wish([.wish(PRISM_ROLE_VIDEO, "NV12", 640, 480)]))
            var random = SplitMix(seed: seed)
            let known: Set<Int32> = [0, -ENOENT, -EINVAL, -ERANGE]
            var accepted: UInt64 = 0
            for _ in 0..<3_000 {
                var batch: [(String, ControlValue)] = []
                for _ in 0...random.below(5) {
                    batch.append((Self.names[random.below(Self.names.count)], value(&random)))
                }
                var serial: UInt64 = 0
                let (result, failed) = rig.session.setRaw(batch, serial: &serial)
                #expect(known.contains(result), "\(result)")
                if result == 0 {
                    accepted += 1
                    #expect(serial == accepted)
                } else {
                    #expect((failed ?? .max) < batch.count && serial == 0)
                }
            }
            #expect(accepted > 0)
            try rig.end()
        }
    }
}
