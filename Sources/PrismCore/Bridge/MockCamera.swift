// SPDX-License-Identifier: MIT
// Simulated cameras: defined here, opened like any other through the bridge.

internal import CPrismCamera
internal import Glibc

/// A simulated camera; it exists until the last reference goes and every session on it is closed.
public final class MockCamera: Sendable {
    /// What a simulated camera is like.
    public struct Options: Sendable {
        /// Sensor: one of ``MockCameraOptions/sensors``.
        public var sensor: String
        /// True: time moves with the frames and not by itself.
        public var hasVirtualClock: Bool
        /// Seed of the noise.
        public var seed: UInt64
        /// Fault script, or nil.
        public var faults: String?
        /// True: exposure controls as in libcamera before 0.5.
        public var hasLegacyExposure: Bool
        /// False: buffers are handed over undrawn, to time the path of a frame.
        public var rendersPixels: Bool
        /// True: each of two outputs can be cropped by itself, as on the Pi 5.
        public var hasStreamCrops = false
        /// What it sees where it is given no picture, and the light in any case.
        public var scene = MockScene()
        /// Hot pixels, noise of rows and darker corners in raw images; nil: where there is noise and the scene is
        /// neither a test pattern nor a picture.
        public var hasFlaws: Bool?

        /// Makes options; the defaults are a healthy imx708 in real time.
        public init(
            sensor: String = "imx708", hasVirtualClock: Bool = false, seed: UInt64 = 0,
            faults: String? = nil, hasLegacyExposure: Bool = false, rendersPixels: Bool = true
        ) {
            self.sensor = sensor
            self.hasVirtualClock = hasVirtualClock
            self.seed = seed
            self.faults = faults
            self.hasLegacyExposure = hasLegacyExposure
            self.rendersPixels = rendersPixels
        }
    }

    /// The handler's name for it.
    public let id: String

    /// Makes a simulated camera.
    ///
    /// - Parameters:
    ///   - options: What it is like.
    ///   - scene: The picture in front of it: sRGB, bytes R, G, B (DRM's BGR888); nil: colour bars.
    /// - Throws: `usage` naming what in the options is wrong.
    public convenience init(_ options: Options = Options(), scene: PixelView? = nil)
        throws(PrismError)
    {
        let number = MockCamera.counter.withLock { number -> Int in
            number += 1
            return number
        }
        try self.init(id: "\(options.sensor)-\(number)", options, scene: scene)
    }

    private static let counter = Lock(0)

    private init(id: String, _ options: Options, scene: PixelView?) throws(PrismError) {
        self.id = id
        var raw = prism_mock_options()
        raw.size = UInt32(MemoryLayout<prism_mock_options>.size)
        raw.virtual_clock = options.hasVirtualClock ? 1 : 0
        raw.seed = options.seed
        raw.legacy_ae = options.hasLegacyExposure ? 1 : 0
        raw.render = options.rendersPixels ? 1 : 0
        options.scene.fill(&raw)
        raw.stream_crops = options.hasStreamCrops ? 1 : 0
        raw.flaws = options.hasFlaws.map { $0 ? 1 : 2 } ?? 0
        if let scene, let plane = scene.planes.first {
            precondition(scene.format == .bgr888, "a scene has bytes R, G, B")
            raw.scene = plane.base.assumingMemoryBound(to: UInt8.self)
            raw.scene_width = UInt32(scene.width)
            raw.scene_height = UInt32(scene.height)
            raw.scene_stride = UInt32(plane.stride)
        }
        var message = [CChar](repeating: 0, count: 512)
        let result = options.sensor.withCString { sensor -> Int32 in
            options.scene.kind.rawValue.withCString { name -> Int32 in
                raw.sensor = sensor
                raw.scene_name = name
                guard let faults = options.faults else {
                    return prism_mock_define(id, &raw, &message, message.count)
                }
                return faults.withCString { script -> Int32 in
                    raw.faults = script
                    return prism_mock_define(id, &raw, &message, message.count)
                }
            }
        }
        guard result >= 0 else {
            let text = String(decoding: message.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
            throw PrismError(.usage, text.isEmpty ? "cannot make a simulated camera" : text)
        }
    }

    deinit { prism_mock_undefine(id) }

    /// Virtual clock only: lets the sensor go on while at most `frames` frames are held.
    public func setAllowance(frames: Int) { prism_mock_set_allowance(id, UInt32(clamping: frames)) }

    /// Multiplies the light of the scene from the next frame on.
    ///
    /// - Parameters:
    ///   - factor: 0 … 1e9.
    ///   - kelvin: Its new colour, 1000 … 40000; nil leaves it.
    /// - Throws: `outOfRange`.
    public func setLight(factor: Double, kelvin: Double? = nil) throws(PrismError) {
        guard prism_mock_set_light(id, factor, Float(kelvin ?? 0)) == 0 else {
            throw PrismError(
                .outOfRange,
                "simulated light: expected a factor from 0 to 1e9, 1000 to 40000 kelvin")
        }
    }

    /// Moves the subject to so many metres from the lens, 0.01 or more, or infinity.
    ///
    /// - Throws: `outOfRange`.
    public func setDistance(metres: Double) throws(PrismError) {
        guard prism_mock_set_distance(id, Float(metres)) == 0 else {
            throw PrismError(.outOfRange, "simulated distance: expected 0.01 metres or more")
        }
    }

    /// The switch of the sensor's own HDR; what it changes is seen when the manager starts anew.
    ///
    /// - Throws: `unsupported` where the sensor has none, `busy` while it is open.
    package static func setSensorHDR(_ isOn: Bool, of id: String) throws(PrismError) {
        let result = prism_mock_set_sensor_hdr(id, isOn ? 1 : 0)
        guard result >= 0 else { throw .system("switch the HDR of \(id)", errno: -result) }
    }

    /// Whether the sensor's own HDR is switched on.
    package static func sensorHDR(of id: String) throws(PrismError) -> Bool {
        let result = prism_mock_sensor_hdr(id)
        guard result >= 0 else { throw .system("read the HDR of \(id)", errno: -result) }
        return result != 0
    }

    /// Bytes that all simulated cameras hold besides buffers.
    public static var memoryBytes: UInt64 { prism_mock_memory_bytes() }

    /// Bytes of buffer memory alive, of all simulated cameras.
    public static var bufferBytes: UInt64 { prism_mock_buffer_bytes() }
}

extension MockScene {
    /// Writes all but the kind's name.
    fileprivate func fill(_ options: inout prism_mock_options) {
        options.light_kelvin = Float(kelvin ?? 0)
        options.flicker_rate = Float(flickerRate ?? 0)
        options.flicker_depth = Float(flickerDepth)
        options.distance = Float(distance)
        options.background = Float(background ?? 0)
        options.start_hour = Float(startHour)
        options.day_seconds = Float(daySeconds)
    }
}
