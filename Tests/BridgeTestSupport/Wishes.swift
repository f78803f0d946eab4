// SPDX-License-Identifier: MIT
// Configurations and mock cameras in one line each.

public import CPrismCamera

extension prism_configuration {
    /// A wish for these streams; everything left at 0 is the handler's choice.
    public static func wish(
        _ streams: [prism_stream_config], buffers: UInt32 = 4, orientation: UInt32 = 0
    ) -> prism_configuration {
        var configuration = prism_configuration()
        configuration.size = UInt32(MemoryLayout<prism_configuration>.size)
        configuration.stream_count = UInt32(streams.count)
        withUnsafeMutableBytes(of: &configuration.streams) { raw in
            let slots = raw.bindMemory(to: prism_stream_config.self)
            for (index, stream) in streams.prefix(slots.count).enumerated() {
                slots[index] = stream
            }
        }
        configuration.buffer_count = buffers
        configuration.orientation = orientation
        return configuration
    }

    /// The streams in use.
    public var list: [prism_stream_config] {
        withUnsafeBytes(of: streams) {
            Array($0.bindMemory(to: prism_stream_config.self).prefix(Int(stream_count)))
        }
    }
}

extension prism_stream_config {
    /// A wish for one stream.
    public static func wish(
        _ role: prism_role, _ fourcc: StaticString? = nil, _ width: UInt32 = 0,
        _ height: UInt32 = 0, stride: UInt32 = 0
    ) -> prism_stream_config {
        var stream = prism_stream_config()
        stream.role = role.rawValue
        stream.fourcc = fourcc.map(Self.code) ?? 0
        stream.width = width
        stream.height = height
        stream.stride = stride
        return stream
    }

    /// The number of four characters.
    public static func code(_ name: StaticString) -> UInt32 {
        precondition(name.utf8CodeUnitCount == 4, "a fourcc has four characters")
        return (0..<4).reduce(0) { $0 | UInt32(name.utf8Start[$1]) << (8 * UInt32($1)) }
    }
}

/// What a mock camera looks at, besides a picture.
public struct MockScene: Sendable {
    /// As prism_mock_options has them; all 0 is the default.
    public var kelvin: Float = 0, flickerRate: Float = 0, flickerDepth: Float = 0
    /// As prism_mock_options has them; all 0 is the default.
    public var distance: Float = 0, startHour: Float = 0, daySeconds: Float = 0
    /// As prism_mock_options has them; all 0 is the default.
    public var background: Float = 0, flaws: UInt32 = 0
    /// The scene's name, or nil for bars.
    public let name: StaticString?

    /// A scene by name; nil for bars.
    public init(
        _ name: StaticString? = nil, kelvin: Float = 0, flickerRate: Float = 0,
        flickerDepth: Float = 0, distance: Float = 0, startHour: Float = 0, daySeconds: Float = 0
    ) {
        self.name = name
        self.kelvin = kelvin
        self.flickerRate = flickerRate
        self.flickerDepth = flickerDepth
        self.distance = distance
        self.startHour = startHour
        self.daySeconds = daySeconds
    }

    /// Writes it into options; the name is static and stays.
    public func fill(_ options: inout prism_mock_options) {
        options.scene_name = name.map {
            UnsafeRawPointer($0.utf8Start).assumingMemoryBound(to: CChar.self)
        }
        options.light_kelvin = kelvin
        options.flicker_rate = flickerRate
        options.flicker_depth = flickerDepth
        options.distance = distance
        options.start_hour = startHour
        options.day_seconds = daySeconds
        options.background = background
        options.flaws = flaws
    }
}

/// A mock camera that exists as long as this object.
public final class MockCamera: Sendable {
    /// Its id.
    public let id: String

    /// Defines one. Without `scene` it looks at colour bars.
    public init(
        _ id: String, sensor: String = "imx708", virtual: Bool = true, seed: UInt64 = 0,
        faults: String? = nil, legacy: Bool = false, render: Bool = true,
        scene: (pixels: [UInt8], width: Int, height: Int)? = nil, sight: MockScene = MockScene()
    ) throws(Failure) {
        self.id = id
        var options = prism_mock_options()
        options.size = UInt32(MemoryLayout<prism_mock_options>.size)
        options.virtual_clock = virtual ? 1 : 0
        options.seed = seed
        options.legacy_ae = legacy ? 1 : 0
        options.render = render ? 1 : 0
        sight.fill(&options)
        let result = sensor.withCString { sensor in
            options.sensor = sensor
            return MockCamera.define(id, &options, faults: faults, scene: scene)
        }
        try check(result)
    }

    private static func define(
        _ id: String, _ options: inout prism_mock_options, faults: String?,
        scene: (pixels: [UInt8], width: Int, height: Int)?
    ) -> Int32 {
        let pixels = scene?.pixels ?? []
        options.scene_width = UInt32(scene?.width ?? 0)
        options.scene_height = UInt32(scene?.height ?? 0)
        options.scene_stride = options.scene_width * 3
        return (faults ?? "").withCString { script in
            pixels.withUnsafeBufferPointer { pixels in
                options.faults = faults == nil ? nil : script
                options.scene = scene == nil ? nil : pixels.baseAddress
                return prism_mock_define(id, &options, nil, 0)
            }
        }
    }

    deinit { prism_mock_undefine(id) }
}
