// SPDX-License-Identifier: MIT
// Control values and tables as tests use them.

public import CPrismCamera

/// A value with the memory behind it.
public struct ControlValue: Sendable {
    /// prism_type.
    public let type: prism_type
    /// Elements.
    public let count: Int
    /// Their bytes.
    public let bytes: [UInt8]

    /// Packs elements.
    public init<Element: BitwiseCopyable>(_ type: prism_type, _ elements: [Element]) {
        self.type = type
        count = elements.count
        bytes = elements.withUnsafeBytes { Array($0) }
    }

    /// Takes bytes as they are; there must be enough of them for `count` elements.
    public init(_ type: prism_type, bytes: [UInt8], count: Int) {
        self.type = type
        self.count = count
        self.bytes = bytes
    }

    /// A 32-bit integer.
    public static func int(_ value: Int32) -> ControlValue { .init(PRISM_TYPE_I32, [value]) }
    /// A float.
    public static func float(_ value: Float) -> ControlValue { .init(PRISM_TYPE_FLOAT, [value]) }
    /// A bool.
    public static func bool(_ value: Bool) -> ControlValue {
        .init(PRISM_TYPE_BOOL, [UInt8(value ? 1 : 0)])
    }
    /// Some floats.
    public static func floats(_ values: [Float]) -> ControlValue { .init(PRISM_TYPE_FLOAT, values) }
    /// Some 64-bit integers.
    public static func longs(_ values: [Int64]) -> ControlValue { .init(PRISM_TYPE_I64, values) }
}

/// One row of a camera's control table.
public struct ControlRow: Sendable {
    /// As prism_control_info has them.
    public let id: UInt32, type: UInt32, fixedCount: Int, direction: UInt32
    /// First element of the limits, where they are numbers.
    public let minimum: Double?, maximum: Double?
}

extension TestSession {
    /// Sets controls one call at a time; the order is kept.
    @discardableResult
    public func set(_ controls: [(String, ControlValue)]) throws(Failure) -> UInt64 {
        var serial: UInt64 = 0
        try check(setRaw(controls, serial: &serial).result)
        return serial
    }

    /// Sets controls, with everything that the bridge says of it.
    public func setRaw(
        _ controls: [(String, ControlValue)], vendor: String? = nil, serial: inout UInt64
    ) -> (result: Int32, failed: Int?) {
        var requests: [prism_control_request] = []
        var failed = Int.max
        func descend(_ index: Int) -> Int32 {
            guard index < controls.count else {
                return prism_session_set_controls(
                    handle, requests, requests.count, &failed, &serial)
            }
            let (name, value) = controls[index]
            return name.withCString { name in
                value.bytes.withUnsafeBytes { bytes in
                    let data = prism_value(
                        type: value.type.rawValue, is_array: 0, count: value.count,
                        data: bytes.baseAddress)
                    return (vendor ?? "").withCString { vendor in
                        requests.append(
                            prism_control_request(name: name, vendor: vendor, value: data))
                        return descend(index + 1)
                    }
                }
            }
        }
        let result = descend(0)
        return (result, failed == Int.max ? nil : failed)
    }

    /// The control table by name.
    public func controls() throws(Failure) -> [String: ControlRow] {
        let table = Monitor<[String: ControlRow]>([:])
        try check(
            prism_session_controls(
                handle,
                { context, info in
                    guard let context, let info = info?.pointee, let name = info.name else {
                        return
                    }
                    let row = ControlRow(
                        id: info.id, type: info.type, fixedCount: info.fixed_count,
                        direction: info.direction, minimum: number(info.minimum),
                        maximum: number(info.maximum))
                    Unmanaged<Monitor<[String: ControlRow]>>.fromOpaque(context)
                        .takeUnretainedValue().change { $0[String(cString: name)] = row }
                }, Unmanaged.passUnretained(table).toOpaque()))
        return table.change { $0 }
    }

    /// Names and raw bytes of the properties.
    public func properties() throws(Failure) -> [String: [UInt8]] {
        let table = Monitor<[String: [UInt8]]>([:])
        try check(
            prism_session_properties(
                handle,
                { context, name, value in
                    guard let context, let name, let value = value?.pointee else { return }
                    let size = elementSize(value.type) * value.count
                    let bytes = Array(UnsafeRawBufferPointer(start: value.data, count: size))
                    Unmanaged<Monitor<[String: [UInt8]]>>.fromOpaque(context)
                        .takeUnretainedValue().change { $0[String(cString: name)] = bytes }
                }, Unmanaged.passUnretained(table).toOpaque()))
        return table.change { $0 }
    }
}

private func elementSize(_ type: UInt32) -> Int {
    switch prism_type(type) {
    case PRISM_TYPE_BOOL, PRISM_TYPE_BYTE, PRISM_TYPE_STRING: 1
    case PRISM_TYPE_U16: 2
    case PRISM_TYPE_U32, PRISM_TYPE_I32, PRISM_TYPE_FLOAT: 4
    case PRISM_TYPE_I64, PRISM_TYPE_SIZE, PRISM_TYPE_POINT: 8
    case PRISM_TYPE_RECTANGLE: 16
    default: 0
    }
}

private func number(_ value: prism_value) -> Double? {
    guard let data = value.data, value.count > 0 else { return nil }
    switch prism_type(value.type) {
    case PRISM_TYPE_BOOL, PRISM_TYPE_BYTE: return Double(data.loadUnaligned(as: UInt8.self))
    case PRISM_TYPE_I32: return Double(data.loadUnaligned(as: Int32.self))
    case PRISM_TYPE_U32: return Double(data.loadUnaligned(as: UInt32.self))
    case PRISM_TYPE_I64: return Double(data.loadUnaligned(as: Int64.self))
    case PRISM_TYPE_FLOAT: return Double(data.loadUnaligned(as: Float.self))
    default: return nil
    }
}
