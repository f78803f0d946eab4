// SPDX-License-Identifier: MIT
// One field of a TIFF directory as its bytes, little-endian.

/// TIFF 6.0's field types, with its numbers.
enum TIFFType: UInt16 {
    case byte = 1
    case ascii = 2
    case short = 3
    case long = 4
    case rational = 5
    case undefined = 7
    case signedRational = 10
    case double = 12

    /// Bytes of one component.
    var size: Int {
        switch self {
        case .byte, .ascii, .undefined: 1
        case .short: 2
        case .long: 4
        case .rational, .signedRational, .double: 8
        }
    }
}

/// A field.
struct TIFFField: Hashable {
    var tag: UInt16
    var type: TIFFType
    var bytes: [UInt8]

    /// Components, as TIFF counts them.
    var count: Int { bytes.count / type.size }

    init(_ tag: UInt16, _ type: TIFFType, _ bytes: [UInt8]) {
        self.tag = tag
        self.type = type
        self.bytes = bytes
    }

    static func bytes(_ tag: UInt16, _ values: [UInt8]) -> TIFFField {
        TIFFField(tag, .byte, values)
    }

    static func text(_ tag: UInt16, _ text: String) -> TIFFField {
        TIFFField(tag, .ascii, text.utf8.filter { $0 != 0 } + [0])
    }

    static func shorts(_ tag: UInt16, _ values: [UInt16]) -> TIFFField {
        TIFFField(tag, .short, values.flatMap(littleEndian))
    }

    static func longs(_ tag: UInt16, _ values: [UInt32]) -> TIFFField {
        TIFFField(tag, .long, values.flatMap(littleEndian))
    }

    static func doubles(_ tag: UInt16, _ values: [Double]) -> TIFFField {
        TIFFField(tag, .double, values.flatMap { littleEndian($0.bitPattern) })
    }

    /// Numbers in steps of 1 / `denominator`; what does not fit is cut to what does.
    static func rationals(
        _ tag: UInt16, _ values: [Double], per denominator: UInt32
    ) -> TIFFField {
        let parts = values.flatMap { value in
            littleEndian(UInt32(clamping: scaled(value, denominator))) + littleEndian(denominator)
        }
        return TIFFField(tag, .rational, parts)
    }

    /// Signed numbers in steps of 1 / `denominator`; what does not fit is cut to what does.
    static func signedRationals(
        _ tag: UInt16, _ values: [Double], per denominator: UInt32
    ) -> TIFFField {
        let parts = values.flatMap { value in
            littleEndian(UInt32(bitPattern: Int32(clamping: scaled(value, denominator))))
                + littleEndian(denominator)
        }
        return TIFFField(tag, .signedRational, parts)
    }

    private static func scaled(_ value: Double, _ denominator: UInt32) -> Int64 {
        let product = (value * Double(denominator)).rounded()
        return product.isFinite ? Int64(max(-9e15, min(9e15, product))) : 0
    }

    private static func littleEndian<Number: FixedWidthInteger>(_ value: Number) -> [UInt8] {
        withUnsafeBytes(of: value.littleEndian) { Array($0) }
    }
}

extension TIFFField {
    /// A field of an EXIF block.
    init(_ field: ExifField) {
        switch field.value {
        case .byte(let bytes): self = .bytes(field.tag, bytes)
        case .ascii(let text): self = .text(field.tag, text)
        case .shorts(let numbers): self = .shorts(field.tag, numbers)
        case .long(let number): self = .longs(field.tag, [number])
        case .undefined(let bytes): self.init(field.tag, .undefined, bytes)
        case .rationals, .signedRational:
            let numbers = field.value.numbers.flatMap(TIFFField.littleEndian)
            let isSigned = field.value.type == .signedRational
            self.init(field.tag, isSigned ? .signedRational : .rational, numbers)
        }
    }
}
