// SPDX-License-Identifier: MIT
// Metadata to EXIF fields, each in the directory where the standard wants it.

internal import PrismCore

/// The file format around an EXIF block; some fields belong to JPEG only.
enum ExifContainer { case jpeg, png, dng }

/// Fields by the Exif standard 2.32 (CIPA DC-008); numbers are its tags.
enum ExifFields {
    static func make(
        _ metadata: PhotoMetadata, width: Int, height: Int, container: ExifContainer,
        hasThumbnail: Bool
    ) -> [ExifField] {
        var fields = camera(metadata, container)
        fields += dates(metadata.date)
        fields += exposure(metadata)
        fields += picture(width: width, height: height, container)
        fields += comment(metadata.userComment)
        fields += metadata.position.map(place) ?? []
        if hasThumbnail { fields += thumbnail }
        return replacing(fields, by: metadata.userTags.map(\.field))
    }

    /// What the user says, last said first, and of the others what it does not replace.
    private static func replacing(_ fields: [ExifField], by wishes: [ExifField]) -> [ExifField] {
        let named = Set(wishes.map(\.place))
        var last: [ExifField.Place: ExifField] = [:]
        for wish in wishes { last[wish.place] = wish }
        let kept = fields.filter { !named.contains($0.place) }
        return kept + last.values.sorted { ($0.ifd.rawValue, $0.tag) < ($1.ifd.rawValue, $1.tag) }
    }

    private static let dotsPerInch = ExifField.Value.rationals([ExifRational(72, 1)])
    private static let inch = ExifField.Value.short(2)

    private static func text(_ ifd: ExifField.Directory, _ tag: UInt16, _ text: String?)
        -> [ExifField]
    {
        guard let text, !text.isEmpty else { return [] }
        return [ExifField(ifd, tag, .ascii(text))]
    }

    private static func rational(
        _ tag: UInt16, _ value: ExifRational?
    ) -> [ExifField] {
        value.map { [ExifField(.exif, tag, .rationals([$0]))] } ?? []
    }

    /// IFD0: who took it, with what; and what the standard requires there.
    private static func camera(
        _ metadata: PhotoMetadata, _ container: ExifContainer
    ) -> [ExifField] {
        var fields = text(.ifd0, 0x010F, metadata.make)
        fields += text(.ifd0, 0x0110, metadata.model)
        fields += text(.ifd0, 0x0131, metadata.software)
        fields.append(ExifField(.ifd0, 0x0112, .short(UInt16(metadata.orientation.rawValue))))
        fields.append(ExifField(.ifd0, 0x011A, dotsPerInch))
        fields.append(ExifField(.ifd0, 0x011B, dotsPerInch))
        fields.append(ExifField(.ifd0, 0x0128, inch))
        if container == .jpeg {
            // Centred chroma, as JPEG's decoders assume.
            fields.append(ExifField(.ifd0, 0x0213, .short(1)))
        }
        return fields
    }

    private static func dates(_ date: PhotoDate?) -> [ExifField] {
        guard let date else { return [] }
        var fields = [ExifField(.ifd0, 0x0132, .ascii(date.exifDate))]
        for tag: UInt16 in [0x9003, 0x9004] {
            fields.append(ExifField(.exif, tag, .ascii(date.exifDate)))
        }
        for tag: UInt16 in [0x9010, 0x9011, 0x9012] {
            fields.append(ExifField(.exif, tag, .ascii(date.exifOffset)))
        }
        for tag: UInt16 in [0x9290, 0x9291, 0x9292] {
            fields.append(ExifField(.exif, tag, .ascii(date.exifSubSecond)))
        }
        return fields
    }

    private static func exposure(_ metadata: PhotoMetadata) -> [ExifField] {
        var fields = rational(
            0x829A, metadata.exposureTime.flatMap { ExifRational(secondsFromNanoseconds: $0) })
        fields += rational(0x829D, metadata.fNumber.flatMap { ExifRational($0, per: 100) })
        fields += rational(0x920A, metadata.focalLength.flatMap { ExifRational($0, per: 1000) })
        if let millimetres = metadata.equivalentFocalLength.map({ $0.rounded() }),
            (1...65535).contains(millimetres)
        {
            fields.append(ExifField(.exif, 0xA405, .short(UInt16(millimetres))))
        }
        fields += rational(0x9206, metadata.lensPosition.flatMap(subjectDistance))
        fields += text(.exif, 0xA434, metadata.lensModel)
        if let speed = metadata.isoSpeed {
            // 65535 stands for "this or more" in a 16-bit field.
            fields.append(ExifField(.exif, 0x8827, .short(UInt16(clamping: speed))))
        }
        return fields
    }

    /// Metres in millimetre steps; under 0.001 dioptres a lens is at infinity.
    private static func subjectDistance(_ dioptres: Float) -> ExifRational? {
        guard dioptres.isFinite, dioptres >= 0 else { return nil }
        return dioptres < 0.001 ? .infinity : ExifRational(1 / Double(dioptres), per: 1000)
    }

    private static func picture(
        width: Int, height: Int, _ container: ExifContainer
    ) -> [ExifField] {
        var fields = [
            ExifField(.exif, 0x9000, .undefined(Array("0232".utf8))),
            ExifField(.exif, 0xA000, .undefined(Array("0100".utf8))),
            // sRGB; a mosaic has no colour space.
            ExifField(.exif, 0xA001, .short(container == .dng ? 65535 : 1)),
            ExifField(.exif, 0xA002, .long(UInt32(width))),
            ExifField(.exif, 0xA003, .long(UInt32(height))),
        ]
        if container == .jpeg {
            // Y, Cb, Cr.
            fields.append(ExifField(.exif, 0x9101, .undefined([1, 2, 3, 0])))
        }
        return fields
    }

    private static func comment(_ text: String?) -> [ExifField] {
        guard let text, !text.isEmpty else { return [] }
        return [ExifField(.exif, 0x9286, coded(text))]
    }

    /// Text of type "undefined": eight bytes name its character code; what is not ASCII is UTF-16 in the block's byte
    /// order.
    static func coded(_ text: String) -> ExifField.Value {
        let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
        let code = Array((isASCII ? "ASCII\0\0\0" : "UNICODE\0").utf8)
        let units = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        return .undefined(code + (isASCII ? Array(text.utf8) : units))
    }

    private static func place(_ position: GeographicPosition) -> [ExifField] {
        var fields = [
            ExifField(.gps, 0, .byte([2, 3, 0, 0])),
            ExifField(.gps, 1, .ascii(position.latitude < 0 ? "S" : "N")),
            ExifField(.gps, 2, .rationals(angle(position.latitude))),
            ExifField(.gps, 3, .ascii(position.longitude < 0 ? "W" : "E")),
            ExifField(.gps, 4, .rationals(angle(position.longitude))),
            ExifField(.gps, 18, .ascii("WGS-84")),
        ]
        if let altitude = position.altitude, let metres = ExifRational(abs(altitude), per: 100) {
            fields.append(ExifField(.gps, 5, .byte([altitude < 0 ? 1 : 0])))
            fields.append(ExifField(.gps, 6, .rationals([metres])))
        }
        return fields
    }

    /// Degrees, minutes, and seconds in steps of 1/10000 (3 mm).
    private static func angle(_ degrees: Double) -> [ExifRational] {
        let steps = Int64((abs(degrees) * 36_000_000).rounded())
        return [
            ExifRational(UInt32(steps / 36_000_000), 1),
            ExifRational(UInt32(steps / 600_000 % 60), 1),
            ExifRational(UInt32(steps % 600_000), 10_000),
        ]
    }

    /// IFD1; libexif adds where the picture lies.
    private static let thumbnail: [ExifField] = [
        ExifField(.ifd1, 0x0103, .short(6)),
        ExifField(.ifd1, 0x011A, dotsPerInch),
        ExifField(.ifd1, 0x011B, dotsPerInch),
        ExifField(.ifd1, 0x0128, inch),
    ]
}
