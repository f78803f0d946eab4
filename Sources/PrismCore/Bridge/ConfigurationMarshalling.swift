// SPDX-License-Identifier: MIT
// CameraConfiguration to and from the ABI, and the comparison of wish and result.

internal import CPrismCamera

extension prism_configuration {
    /// The wish in the ABI's form.
    init(_ wish: CameraConfiguration, bufferCount: Int) throws(PrismError) {
        self.init()
        guard (1...Int(PRISM_MAX_STREAMS)).contains(wish.streams.count) else {
            throw PrismError(
                .unsupported,
                "\(wish.streams.count) streams: a configuration has 1 to \(PRISM_MAX_STREAMS)")
        }
        size = UInt32(MemoryLayout<prism_configuration>.size)
        stream_count = UInt32(wish.streams.count)
        buffer_count = UInt32(clamping: bufferCount)
        orientation = (wish.transform ?? .identity).exifOrientation
        sensor_width = UInt32(clamping: wish.sensorSize?.width ?? 0)
        sensor_height = UInt32(clamping: wish.sensorSize?.height ?? 0)
        sensor_bit_depth = UInt32(clamping: wish.sensorBitDepth ?? 0)
        withStreams { streams in
            for (index, stream) in wish.streams.enumerated() {
                streams[index] = prism_stream_config(stream)
            }
        }
    }

    /// The streams as a buffer; the C array is a tuple to Swift.
    mutating func withStreams<Result>(
        _ body: (UnsafeMutableBufferPointer<prism_stream_config>) -> Result
    ) -> Result {
        withUnsafeMutableBytes(of: &streams) { body($0.bindMemory(to: prism_stream_config.self)) }
    }

    /// What is configured, in Swift's form.
    mutating func configured() -> CameraConfiguration {
        let count = Int(stream_count)
        let streams = withStreams { streams in
            streams.prefix(count).map(StreamConfiguration.init)
        }
        let hasMode = sensor_width > 0 && sensor_height > 0
        return CameraConfiguration(
            streams: streams, bufferCount: Int(buffer_count),
            sensorSize: hasMode
                ? PixelSize(width: Int(sensor_width), height: Int(sensor_height)) : nil,
            sensorBitDepth: sensor_bit_depth > 0 ? Int(sensor_bit_depth) : nil,
            transform: CameraTransform(exifOrientation: orientation))
    }
}

extension prism_stream_config {
    fileprivate init(_ wish: StreamConfiguration) {
        self.init()
        role = wish.role.raw
        fourcc = wish.format?.fourcc ?? 0
        modifier = wish.format?.modifier ?? 0
        width = UInt32(clamping: wish.size?.width ?? 0)
        height = UInt32(clamping: wish.size?.height ?? 0)
        stride = UInt32(clamping: wish.stride ?? 0)
        color_space = prism_color_space(
            primaries: wish.colorSpace?.primaries.rawValue ?? 0,
            transfer: wish.colorSpace?.transfer.rawValue ?? 0,
            matrix: wish.colorSpace?.matrix.rawValue ?? 0,
            range: wish.colorSpace?.range.rawValue ?? 0)
    }
}

extension StreamConfiguration {
    fileprivate init(_ stream: prism_stream_config) {
        self.init(
            StreamRole.allCases.first { $0.raw == stream.role } ?? .viewfinder,
            format: PixelFormat(fourcc: stream.fourcc, modifier: stream.modifier),
            size: PixelSize(width: Int(stream.width), height: Int(stream.height)),
            stride: Int(stream.stride), colorSpace: ColorSpace(stream.color_space))
    }
}

extension ColorSpace {
    init(_ space: prism_color_space) {
        self.init(
            primaries: Primaries(rawValue: space.primaries) ?? .unspecified,
            transfer: Transfer(rawValue: space.transfer) ?? .unspecified,
            matrix: Matrix(rawValue: space.matrix) ?? .unspecified,
            range: Range(rawValue: space.range) ?? .unspecified)
    }
}

extension StreamRole {
    /// The ABI's number.
    var raw: UInt32 {
        switch self {
        case .raw: PRISM_ROLE_RAW.rawValue
        case .still: PRISM_ROLE_STILL.rawValue
        case .video: PRISM_ROLE_VIDEO.rawValue
        case .viewfinder: PRISM_ROLE_VIEWFINDER.rawValue
        }
    }
}

extension StreamFormat {
    init(_ format: prism_format) {
        self.init(
            format: PixelFormat(fourcc: format.fourcc, modifier: format.modifier),
            minimum: PixelSize(width: Int(format.min_width), height: Int(format.min_height)),
            maximum: PixelSize(width: Int(format.max_width), height: Int(format.max_height)),
            step: PixelSize(width: Int(format.step_width), height: Int(format.step_height)))
    }
}

extension ConfigurationReport {
    /// Compares a wish with what it became, field by field; a wish of nil is not an adjustment.
    init(wish: CameraConfiguration, configured: CameraConfiguration) {
        var adjustments: [ConfigurationAdjustment] = []
        func compare<Value: Equatable>(_ field: String, _ wish: Value?, _ became: Value?) {
            guard let wish, wish != became else { return }
            adjustments.append(
                ConfigurationAdjustment(
                    field: field, requested: "\(wish)",
                    configured: became.map { "\($0)" } ?? "not known"))
        }
        for (index, pair) in zip(wish.streams, configured.streams).enumerated() {
            let name = "streams[\(index)]"
            compare("\(name).format", pair.0.format, pair.1.format)
            compare("\(name).size", pair.0.size, pair.1.size)
            compare("\(name).stride", pair.0.stride, pair.1.stride)
            compare("\(name).colorSpace", pair.0.colorSpace, pair.1.colorSpace)
        }
        compare("bufferCount", wish.bufferCount, configured.bufferCount)
        compare("sensorSize", wish.sensorSize, configured.sensorSize)
        compare("sensorBitDepth", wish.sensorBitDepth, configured.sensorBitDepth)
        compare("transform", wish.transform, configured.transform)
        self.init(configured: configured, adjustments: adjustments)
    }
}
