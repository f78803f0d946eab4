// SPDX-License-Identifier: MIT
// Events of devices to wishes.

import PrismTesting
import PrismUI
import Testing

@Suite struct InputReaderTests {
    private let shutter = InputReader.Shutter(
        center: Point(x: 0.9, y: 0.5), radius: Point(x: 0.05, y: 0.1))
    private let onShutter = Point(x: 0.92, y: 0.55)
    private let elsewhere = Point(x: 0.4, y: 0.3)

    @Test(
        arguments: [
            (57, InputAction.shutterPressed), (212, .shutterPressed), (115, .shutterPressed),
            (0x210, .halfPressed), (16, .quit), (34, .toggle(.grid)),
        ] as [(UInt32, InputAction)])
    func aKeyDoesWhatItsTableSays(_ key: UInt32, _ action: InputAction) {
        var reader = InputReader()
        #expect(reader.read(.key(key, isDown: true), at: 0) == action)
    }

    @Test func aKeyThatComesUpReleasesOnlyWhatIsHeld() {
        var reader = InputReader()
        #expect(reader.read(.key(57, isDown: false), at: 0) == .shutterReleased(isInside: true))
        #expect(reader.read(.key(0x210, isDown: false), at: 0) == .halfReleased)
        #expect(reader.read(.key(16, isDown: false), at: 0) == nil)
        #expect(reader.read(.key(300, isDown: true), at: 0) == nil)
    }

    @Test func aTapBesideTheShutterFocuses() {
        var reader = InputReader(shutter: shutter)
        #expect(reader.read(.touch(.down(0, elsewhere)), at: 0) == nil)
        #expect(reader.read(.touch(.up(0)), at: 100_000_000) == .focus(elsewhere))
    }

    @Test func aFingerOnTheShutterPressesIt() {
        var reader = InputReader(shutter: shutter)
        #expect(reader.read(.touch(.down(3, onShutter)), at: 0) == .shutterPressed)
        #expect(reader.read(.touch(.up(3)), at: 1) == .shutterReleased(isInside: true))
    }

    @Test func aFingerThatSlidesOffCallsItOff() {
        var reader = InputReader(shutter: shutter)
        _ = reader.read(.touch(.down(3, onShutter)), at: 0)
        #expect(reader.read(.touch(.moved(3, elsewhere)), at: 1) == nil)
        #expect(reader.read(.touch(.up(3)), at: 2) == .shutterReleased(isInside: false))
    }

    @Test func touchesThatTheSystemTakesAwayPressNothing() {
        var reader = InputReader(shutter: shutter)
        _ = reader.read(.touch(.down(0, onShutter)), at: 0)
        let cancelled = reader.read(.touch(.cancelled), at: 1)
        #expect(cancelled == .shutterReleased(isInside: false))
        #expect(reader.read(.touch(.up(0)), at: 2) == nil)
    }

    @Test func withoutAShutterEveryPlaceIsThePicture() {
        var reader = InputReader()
        _ = reader.read(.touch(.down(0, onShutter)), at: 0)
        #expect(reader.read(.touch(.up(0)), at: 1) == .focus(onShutter))
    }

    @Test func aWholeDragUpIsFourStops() {
        var reader = InputReader()
        _ = reader.read(.touch(.down(0, Point(x: 0.5, y: 1))), at: 0)
        var stops = 0.0
        for step in 1...10 {
            let place = Point(x: 0.5, y: 1 - Double(step) / 10)
            let action = reader.read(.touch(.moved(0, place)), at: Int64(step))
            if case .compensate(let part)? = action { stops += part }
        }
        let error = abs(stops - 4)
        #expect(error < 1e-9)
    }

    @Test func aClickOfTheWheelAwayFromThePersonZoomsIn() {
        var reader = InputReader()
        guard case .zoom(let near)? = reader.read(.wheel(-1), at: 0),
            case .zoom(let far)? = reader.read(.wheel(1), at: 0)
        else { return #expect(Bool(false), "a wheel zooms") }
        #expect(near > 1)
        let product = near * far
        #expect(abs(product - 1) < 1e-12)
        #expect(reader.read(.wheel(0), at: 0) == nil)
    }

    @Test func noEventsUpsetIt() {
        var random = SeededGenerator(seed: 4)
        var reader = InputReader(shutter: shutter)
        var isDown = false
        for step in 0..<20_000 {
            let finger = Int.random(in: 0...3, using: &random)
            let x = Double.random(in: -1...2, using: &random)
            let place = Point(x: x, y: Double.random(in: -1...2, using: &random))
            let touches = [
                TouchReader.Touch.down(finger, place), .moved(finger, place), .up(finger),
            ]
            let touch =
                Int.random(in: 0...40, using: &random) == 0
                ? nil : touches.randomElement(using: &random)
            switch reader.read(.touch(touch ?? .cancelled), at: Int64(step)) {
            case .shutterPressed?:
                #expect(!isDown, "pressed twice at \(step)")
                isDown = true
            case .shutterReleased?:
                #expect(isDown, "released twice at \(step)")
                isDown = false
            default: break
            }
        }
    }
}
