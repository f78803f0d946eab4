// SPDX-License-Identifier: MIT
// A subject before a background: the focus finds what its windows look at, and the pixels agree.

import BridgeTestSupport
import CPrismCamera
import Testing

extension BridgeTests {
    @Suite struct DepthTests {
        /// A subject at half a metre, two dioptres; a wall at four metres.
        private var scene: MockScene {
            var scene = MockScene("chart", distance: 0.5)
            scene.background = 4
            return scene
        }

        private func focused(
            _ window: [UInt32]?, _ metering: Int32
        ) throws -> prism_metadata {
            let rig = try Rig(render: false, sight: scene)
            try rig.session.configure(.wish([.wish(PRISM_ROLE_VIEWFINDER, "NV12", 640, 360)]))
            var controls: [(String, ControlValue)] = [
                ("AfMode", .int(1)), ("AfMetering", .int(metering)),
            ]
            if let window {
                controls.append(
                    (
                        "AfWindows",
                        ControlValue(PRISM_TYPE_RECTANGLE, bytes: bytes(window), count: 1)
                    ))
            }
            try rig.session.set(controls)
            try rig.session.start()
            _ = try rig.session.take(2)
            try rig.session.set([("AfTrigger", .int(0))])
            let last = try #require(try rig.session.take(60).last).metadata
            try rig.end()
            return last
        }

        private func bytes(_ window: [UInt32]) -> [UInt8] {
            window.withUnsafeBytes { Array($0) }
        }

        @Test func theFocusFindsWhatItsWindowsSee() throws {
            // The array is 4608 × 2592; the middle third is 1536…3072 × 864…1728.
            let middle: [UInt32] = [2000, 1000, 400, 300], corner: [UInt32] = [100, 100, 400, 300]
            let subject = try focused(middle, 1)
            #expect(subject.af_state == 2 && abs(subject.lens_position - 2) < 0.1)
            let wall = try focused(corner, 1)
            #expect(wall.af_state == 2 && abs(wall.lens_position - 0.25) < 0.1)
        }

        @Test func withoutWindowsItLooksAtTheMiddle() throws {
            for window in [nil, [100, 100, 400, 300]] as [[UInt32]?] {
                let found = try focused(window, 0)
                #expect(abs(found.lens_position - 2) < 0.1)
            }
        }

        @Test func theLargerPartOfAWindowWins() throws {
            let mostlyWall = try focused([0, 864, 1836, 400], 1)
            #expect(abs(mostlyWall.lens_position - 0.25) < 0.3)
            let mostlySubject = try focused([1236, 864, 1800, 400], 1)
            #expect(abs(mostlySubject.lens_position - 2) < 0.3)
        }

        @Test func whatIsInFocusIsSharpAndTheRestIsNot() throws {
            let rig = try Rig(sight: scene)
            func details(_ position: Float) throws -> (middle: Double, edge: Double) {
                let shot = try rig.shoot(
                    [.wish(PRISM_ROLE_VIEWFINDER, "NV12", 1152, 648)],
                    Rig.manual(us: 8_000, gain: 2) + [
                        ("AfMode", .int(0)), ("LensPosition", .float(position)),
                    ], skip: 2)
                let image = shot.images[0]
                func detail(_ columns: Range<Int>, _ rows: Range<Int>) -> Double {
                    var sum = 0
                    for y in rows {
                        for x in columns {
                            let at = y * image.strides[0] + x
                            let step = Int(image.planes[0][at + 1]) - Int(image.planes[0][at])
                            sum += step * step
                        }
                    }
                    return Double(sum) / Double(columns.count * rows.count)
                }
                return (detail(400..<750, 230..<420), detail(20..<370, 20..<630))
            }
            let near = try details(2), far = try details(0.25)
            #expect(near.middle > 2 * far.middle, "\(near) \(far)")
            #expect(far.edge > 2 * near.edge, "\(near) \(far)")
            try rig.end()
        }
    }
}
