// SPDX-License-Identifier: MIT
// The ABI's metadata struct and blob as Swift values.

internal import CPrismCamera

extension FrameMetadata {
    /// Copies what is marked valid.
    ///
    /// Allocates nothing.
    init(_ source: prism_metadata) {
        self.init()
        func has(_ field: prism_metadata_field) -> Bool { source.valid & field.rawValue != 0 }
        sequence = source.sequence
        clock = ClockDomain(rawValue: source.clock) ?? .unknown
        if has(PRISM_HAS_TIMESTAMP) { timestamp = SensorTime(nanoseconds: source.timestamp_ns) }
        if has(PRISM_HAS_EXPOSURE) { exposureTime = source.exposure_ns }
        if has(PRISM_HAS_FRAME_DURATION) { frameDuration = source.frame_duration_ns }
        if has(PRISM_HAS_ANALOGUE_GAIN) { analogueGain = source.analogue_gain }
        if has(PRISM_HAS_DIGITAL_GAIN) { digitalGain = source.digital_gain }
        if has(PRISM_HAS_COLOUR_GAINS) {
            colourGains = ColourGains(red: source.colour_gains.0, blue: source.colour_gains.1)
        }
        if has(PRISM_HAS_COLOUR_TEMPERATURE) { colourTemperature = source.colour_temperature }
        if has(PRISM_HAS_LENS_POSITION) { lensPosition = source.lens_position }
        if has(PRISM_HAS_LUX) { lux = source.lux }
        if has(PRISM_HAS_SENSOR_TEMPERATURE) { sensorTemperature = source.sensor_temperature }
        if has(PRISM_HAS_BLACK_LEVELS) {
            let levels = source.black_levels
            blackLevels = SIMD4(levels.0, levels.1, levels.2, levels.3)
        }
        if has(PRISM_HAS_SCALER_CROP) {
            scalerCrop = SensorRectangle(
                x: Int(source.crop_x), y: Int(source.crop_y), width: Int(source.crop_width),
                height: Int(source.crop_height))
        }
        if has(PRISM_HAS_AE_STATE) { autoExposure = AutoExposureState(rawValue: source.ae_state) }
        if has(PRISM_HAS_AWB_STATE) {
            autoWhiteBalance = AutoWhiteBalanceState(rawValue: source.awb_state)
        }
        if has(PRISM_HAS_AF_STATE) { autoFocus = AutoFocusState(rawValue: source.af_state) }
        if has(PRISM_HAS_FOCUS_FOM) { focusFigure = source.focus_fom }
    }
}

/// Decodes a metadata blob: records of header, name and packed value, each padded to 8 bytes.
enum MetadataBlob {
    /// The named values; stops at the first record that does not fit.
    static func decode(_ blob: UnsafeRawBufferPointer) -> [String: ControlValue] {
        var values: [String: ControlValue] = [:]
        var rest = blob[...]
        let header = MemoryLayout<prism_blob_entry>.size
        while rest.count >= header {
            let record = UnsafeRawBufferPointer(rebasing: rest)
            let entry = record.loadUnaligned(as: prism_blob_entry.self)
            let size = Int(entry.record_size)
            guard size >= header, size <= record.count else { break }
            if let (name, value) = decode(entry, UnsafeRawBufferPointer(rebasing: record[..<size]))
            {
                values[name] = value
            }
            rest = rest.dropFirst(size)
        }
        return values
    }

    private static func decode(
        _ entry: prism_blob_entry, _ record: UnsafeRawBufferPointer
    ) -> (String, ControlValue)? {
        let header = MemoryLayout<prism_blob_entry>.size
        let nameEnd = header + Int(entry.name_length)
        let start = (nameEnd + 7) & ~7
        let count = Int(entry.count)
        let type = UInt32(entry.type)
        guard nameEnd <= record.count, let base = record.baseAddress,
            start + count * elementSize(type) <= record.count,
            count > 0 || type == PRISM_TYPE_STRING.rawValue
        else { return nil }
        let name = String(decoding: record[header..<nameEnd], as: UTF8.self)
        let isArray = entry.is_array != 0 && type != PRISM_TYPE_STRING.rawValue
        guard
            let value = ControlValue(
                type: type, isArray: isArray, count: count, data: base + start)
        else { return nil }
        return (name, value)
    }

    private static func elementSize(_ type: UInt32) -> Int {
        switch prism_type(rawValue: type) {
        case PRISM_TYPE_U16: 2
        case PRISM_TYPE_U32, PRISM_TYPE_I32, PRISM_TYPE_FLOAT: 4
        case PRISM_TYPE_I64, PRISM_TYPE_SIZE, PRISM_TYPE_POINT: 8
        case PRISM_TYPE_RECTANGLE: 16
        default: 1
        }
    }
}
