// SPDX-License-Identifier: MIT
// One field of an EXIF block, with its directory, tag and typed value.

/// A field; which tag belongs into which directory is decided in ``ExifFields``.
struct ExifField: Hashable, Sendable {
    /// Image file directories; raw values are those of prism_exif.h.
    enum Directory: Int, Hashable, Sendable { case ifd0, ifd1, exif, gps }

    /// TIFF's field types; raw values are TIFF's.
    enum FieldType: Int, Hashable {
        case byte = 1
        case ascii = 2
        case short = 3
        case long = 4
        case rational = 5
        case undefined = 7
        case signedRational = 10
    }

    var ifd: Directory
    var tag: UInt16
    var value: Value

    /// Where a field lies.
    struct Place: Hashable {
        var ifd: Directory
        var tag: UInt16
    }

    var place: Place { Place(ifd: ifd, tag: tag) }

    init(_ ifd: Directory, _ tag: UInt16, _ value: Value) {
        self.ifd = ifd
        self.tag = tag
        self.value = value
    }

    /// A value of one of the types.
    enum Value: Hashable, Sendable {
        static func short(_ number: UInt16) -> Value { .shorts([number]) }

        case byte([UInt8])
        case ascii(String)
        case shorts([UInt16])
        case long(UInt32)
        case rationals([ExifRational])
        case signedRational(Int32, UInt32)
        case undefined([UInt8])

        var type: FieldType {
            switch self {
            case .byte: .byte
            case .ascii: .ascii
            case .shorts: .short
            case .long: .long
            case .rationals: .rational
            case .signedRational: .signedRational
            case .undefined: .undefined
            }
        }

        /// Numbers in the order of the file; a rational takes two.
        var numbers: [UInt32] {
            switch self {
            case .shorts(let list): list.map { UInt32($0) }
            case .long(let number): [number]
            case .rationals(let list): list.flatMap { [$0.numerator, $0.denominator] }
            case .signedRational(let top, let bottom): [UInt32(bitPattern: top), bottom]
            case .byte, .ascii, .undefined: []
            }
        }

        /// Bytes in the order of the file; text ends with a NUL.
        var bytes: [UInt8] {
            switch self {
            case .ascii(let text): text.utf8.filter { $0 != 0 } + [0]
            case .byte(let bytes), .undefined(let bytes): bytes
            case .shorts, .long, .rationals, .signedRational: []
            }
        }

        /// Components, as TIFF counts them.
        var count: Int {
            switch self {
            case .long, .signedRational: 1
            case .shorts(let list): list.count
            case .rationals(let list): list.count
            case .byte, .ascii, .undefined: bytes.count
            }
        }
    }
}

/// A non-negative fraction.
struct ExifRational: Hashable, Sendable {
    var numerator: UInt32
    var denominator: UInt32

    init(_ numerator: UInt32, _ denominator: UInt32) {
        self.numerator = numerator
        self.denominator = denominator
    }

    /// How EXIF writes an infinite distance.
    static let infinity = ExifRational(.max, 1)

    /// Seconds from nanoseconds: exact in the finest unit that fits, then reduced (10 ms is 1/100).
    init?(secondsFromNanoseconds nanoseconds: Int64) {
        guard nanoseconds > 0 else { return nil }
        var numerator = nanoseconds
        var denominator: Int64 = 1_000_000_000
        while numerator > Int64(UInt32.max), denominator > 1 {
            numerator = numerator / 10 + (numerator % 10 < 5 ? 0 : 1)
            denominator /= 10
        }
        guard let top = UInt32(exactly: numerator) else { return nil }
        let divisor = ExifRational.greatestCommonDivisor(numerator, denominator)
        self.init(top / UInt32(divisor), UInt32(denominator / divisor))
    }

    /// A number in steps of 1 / `denominator`, reduced; nil where it is negative or does not fit.
    init?(_ value: Double, per denominator: Int64) {
        let scaled = (value * Double(denominator)).rounded()
        guard scaled >= 0, scaled <= Double(UInt32.max) else { return nil }
        let numerator = Int64(scaled)
        let divisor = max(1, ExifRational.greatestCommonDivisor(numerator, denominator))
        self.init(UInt32(numerator / divisor), UInt32(denominator / divisor))
    }

    private static func greatestCommonDivisor(_ a: Int64, _ b: Int64) -> Int64 {
        var (a, b) = (a, b)
        while b != 0 { (a, b) = (b, a % b) }
        return a
    }
}
