// SPDX-License-Identifier: MIT
// ControlValue to and from the ABI's packed elements.

internal import CPrismCamera
internal import Glibc

extension ControlValue {
    /// Copies a borrowed value; nil where it has no type known here.
    init?(_ value: prism_value) {
        guard let data = value.data, value.count > 0 || value.type == PRISM_TYPE_STRING.rawValue
        else {
            return nil
        }
        let isArray = value.is_array != 0 && value.type != PRISM_TYPE_STRING.rawValue
        self.init(type: value.type, isArray: isArray, count: value.count, data: data)
    }

    /// Copies `count` packed elements.
    init?(type: UInt32, isArray: Bool, count: Int, data: UnsafeRawPointer) {
        func integers<Number: FixedWidthInteger>(_: Number.Type) -> ControlValue {
            let values = (0..<count).map { index in
                Int64(
                    clamping: data.loadUnaligned(
                        fromByteOffset: index * MemoryLayout<Number>.size, as: Number.self))
            }
            return isArray ? .integers(values) : .integer(values[0])
        }
        switch prism_type(rawValue: type) {
        case PRISM_TYPE_BOOL where !isArray:
            self = .bool(data.loadUnaligned(as: UInt8.self) != 0)
        case PRISM_TYPE_BOOL, PRISM_TYPE_BYTE: self = integers(UInt8.self)
        case PRISM_TYPE_U16: self = integers(UInt16.self)
        case PRISM_TYPE_U32: self = integers(UInt32.self)
        case PRISM_TYPE_I32: self = integers(Int32.self)
        case PRISM_TYPE_I64: self = integers(Int64.self)
        case PRISM_TYPE_FLOAT:
            let values = (0..<count).map {
                data.loadUnaligned(fromByteOffset: $0 * 4, as: Float.self)
            }
            self = isArray ? .numbers(values) : .number(values[0])
        case PRISM_TYPE_STRING:
            self = .text(
                String(decoding: UnsafeRawBufferPointer(start: data, count: count), as: UTF8.self))
        case PRISM_TYPE_RECTANGLE:
            let values = (0..<count).map { SensorRectangle(packed: data + $0 * 16) }
            self = isArray ? .rectangles(values) : .rectangle(values[0])
        case PRISM_TYPE_SIZE:
            self = .size(
                width: Int(data.loadUnaligned(as: UInt32.self)),
                height: Int(data.loadUnaligned(fromByteOffset: 4, as: UInt32.self)))
        case PRISM_TYPE_POINT:
            self = .point(
                x: Int(data.loadUnaligned(as: Int32.self)),
                y: Int(data.loadUnaligned(fromByteOffset: 4, as: Int32.self)))
        default: return nil
        }
    }
}

extension SensorRectangle {
    fileprivate init(packed data: UnsafeRawPointer) {
        self.init(
            x: Int(data.loadUnaligned(as: Int32.self)),
            y: Int(data.loadUnaligned(fromByteOffset: 4, as: Int32.self)),
            width: Int(data.loadUnaligned(fromByteOffset: 8, as: UInt32.self)),
            height: Int(data.loadUnaligned(fromByteOffset: 12, as: UInt32.self)))
    }

    fileprivate var packed: [UInt32] {
        [
            UInt32(bitPattern: Int32(clamping: x)), UInt32(bitPattern: Int32(clamping: y)),
            UInt32(clamping: width), UInt32(clamping: height),
        ]
    }
}

/// One control with its name and elements in memory of its own, for the length of a call.
final class PackedControl {
    private let name: UnsafeMutablePointer<CChar>?
    private let vendor: UnsafeMutablePointer<CChar>?
    private let data: UnsafeMutableRawBufferPointer
    private let type: prism_type
    private let count: Int
    private let isArray: Bool

    init(_ write: ControlWrite) {
        name = strdup(write.name)
        vendor = strdup(write.vendor)
        let (type, isArray, count, bytes) = PackedControl.pack(write.value)
        self.type = type
        self.isArray = isArray
        self.count = count
        data = .allocate(byteCount: max(1, bytes.count), alignment: 8)
        data.copyBytes(from: bytes)
    }

    deinit {
        free(name)
        free(vendor)
        data.deallocate()
    }

    /// Borrowed from this object.
    var request: prism_control_request {
        prism_control_request(
            name: name, vendor: vendor,
            value: prism_value(
                type: type.rawValue, is_array: isArray ? 1 : 0, count: count,
                data: data.baseAddress))
    }

    private static func pack(_ value: ControlValue) -> (prism_type, Bool, Int, [UInt8]) {
        switch value {
        case .bool(let flag): (PRISM_TYPE_BOOL, false, 1, [flag ? 1 : 0])
        case .integer(let number): (PRISM_TYPE_I64, false, 1, bytes([number]))
        case .integers(let numbers): (PRISM_TYPE_I64, true, numbers.count, bytes(numbers))
        case .number(let number): (PRISM_TYPE_FLOAT, false, 1, bytes([number]))
        case .numbers(let numbers): (PRISM_TYPE_FLOAT, true, numbers.count, bytes(numbers))
        case .text(let text): (PRISM_TYPE_STRING, true, text.utf8.count, Array(text.utf8))
        case .rectangle(let rectangle): (PRISM_TYPE_RECTANGLE, false, 1, bytes(rectangle.packed))
        case .rectangles(let rectangles):
            (PRISM_TYPE_RECTANGLE, true, rectangles.count, bytes(rectangles.flatMap(\.packed)))
        case .size(let width, let height):
            (PRISM_TYPE_SIZE, false, 1, bytes([UInt32(clamping: width), UInt32(clamping: height)]))
        case .point(let x, let y):
            (PRISM_TYPE_POINT, false, 1, bytes([Int32(clamping: x), Int32(clamping: y)]))
        }
    }

    private static func bytes<Element>(_ elements: [Element]) -> [UInt8] {
        elements.withUnsafeBytes(Array.init)
    }
}
