// SPDX-License-Identifier: MIT
// The tags that a user may set: names, numbers and forms by Exif 2.32 (CIPA DC-008), as one table.

/// What the standard says of one tag.
struct ExifTagKind: Sendable {
    /// The form of a value.
    enum Form: Sendable {
        case text, coded
        case number
        case shorts(Int)
        case rationals(Int)
        case signed
        case byte
    }

    let directory: ExifField.Directory
    let tag: UInt16
    let form: Form

    /// By name. Tags that say how the file is made are not among them: the encoder knows better.
    static let all: [String: ExifTagKind] = {
        var all: [String: ExifTagKind] = [:]
        for (directory, list) in [(ExifField.Directory.ifd0, ifd0), (.exif, exif), (.gps, gps)] {
            for (name, tag, form) in list {
                all[name] = ExifTagKind(directory: directory, tag: tag, form: form)
            }
        }
        return all
    }()

    private typealias Row = (String, UInt16, Form)

    private static let ifd0: [Row] = [
        ("DocumentName", 0x010D, .text), ("ImageDescription", 0x010E, .text),
        ("Make", 0x010F, .text), ("Model", 0x0110, .text), ("Software", 0x0131, .text),
        ("DateTime", 0x0132, .text), ("Artist", 0x013B, .text), ("HostComputer", 0x013C, .text),
        ("Copyright", 0x8298, .text),
    ]

    private static let exif: [Row] = [
        ("ExposureTime", 0x829A, .rationals(1)), ("FNumber", 0x829D, .rationals(1)),
        ("ExposureProgram", 0x8822, .number), ("SpectralSensitivity", 0x8824, .text),
        ("ISOSpeedRatings", 0x8827, .number), ("PhotographicSensitivity", 0x8827, .number),
        ("DateTimeOriginal", 0x9003, .text), ("DateTimeDigitized", 0x9004, .text),
        ("OffsetTime", 0x9010, .text), ("OffsetTimeOriginal", 0x9011, .text),
        ("OffsetTimeDigitized", 0x9012, .text), ("ShutterSpeedValue", 0x9201, .signed),
        ("ApertureValue", 0x9202, .rationals(1)), ("BrightnessValue", 0x9203, .signed),
        ("ExposureBiasValue", 0x9204, .signed), ("MaxApertureValue", 0x9205, .rationals(1)),
        ("SubjectDistance", 0x9206, .rationals(1)), ("MeteringMode", 0x9207, .number),
        ("LightSource", 0x9208, .number), ("Flash", 0x9209, .number),
        ("FocalLength", 0x920A, .rationals(1)), ("UserComment", 0x9286, .coded),
        ("SubSecTime", 0x9290, .text), ("SubSecTimeOriginal", 0x9291, .text),
        ("SubSecTimeDigitized", 0x9292, .text), ("AmbientTemperature", 0x9400, .signed),
        ("Humidity", 0x9401, .rationals(1)), ("Pressure", 0x9402, .rationals(1)),
        ("FlashEnergy", 0xA20B, .rationals(1)), ("SubjectLocation", 0xA214, .shorts(2)),
        ("SensingMethod", 0xA217, .number), ("CustomRendered", 0xA401, .number),
        ("ExposureMode", 0xA402, .number), ("WhiteBalance", 0xA403, .number),
        ("DigitalZoomRatio", 0xA404, .rationals(1)), ("FocalLengthIn35mmFilm", 0xA405, .number),
        ("SceneCaptureType", 0xA406, .number), ("GainControl", 0xA407, .number),
        ("Contrast", 0xA408, .number), ("Saturation", 0xA409, .number),
        ("Sharpness", 0xA40A, .number), ("SubjectDistanceRange", 0xA40C, .number),
        ("ImageUniqueID", 0xA420, .text), ("CameraOwnerName", 0xA430, .text),
        ("BodySerialNumber", 0xA431, .text), ("LensSpecification", 0xA432, .rationals(4)),
        ("LensMake", 0xA433, .text), ("LensModel", 0xA434, .text),
        ("LensSerialNumber", 0xA435, .text),
    ]

    private static let gps: [Row] = [
        ("GPSLatitudeRef", 1, .text), ("GPSLatitude", 2, .rationals(3)),
        ("GPSLongitudeRef", 3, .text), ("GPSLongitude", 4, .rationals(3)),
        ("GPSAltitudeRef", 5, .byte), ("GPSAltitude", 6, .rationals(1)),
        ("GPSTimeStamp", 7, .rationals(3)), ("GPSSatellites", 8, .text), ("GPSStatus", 9, .text),
        ("GPSMeasureMode", 10, .text), ("GPSDOP", 11, .rationals(1)), ("GPSSpeedRef", 12, .text),
        ("GPSSpeed", 13, .rationals(1)), ("GPSTrackRef", 14, .text),
        ("GPSTrack", 15, .rationals(1)), ("GPSImgDirectionRef", 16, .text),
        ("GPSImgDirection", 17, .rationals(1)), ("GPSMapDatum", 18, .text),
        ("GPSProcessingMethod", 27, .coded), ("GPSAreaInformation", 28, .coded),
        ("GPSDateStamp", 29, .text), ("GPSDifferential", 30, .number),
    ]
}

extension ExifTagKind.Form {
    /// What a value must be, for people.
    var text: String {
        switch self {
        case .text, .coded: "a text without NUL"
        case .number: "a whole number from 0 to 65535"
        case .shorts(let count): "\(count) whole numbers from 0 to 65535"
        case .rationals(1): "a number or a fraction, from 0"
        case .rationals(let count): "\(count) numbers or fractions, from 0"
        case .signed: "a number or a fraction"
        case .byte: "a whole number from 0 to 255"
        }
    }
}

extension ExifTagKind {
    /// The value that a text stands for; nil where it does not fit.
    func value(_ text: String) -> ExifField.Value? {
        let words = text.split { $0 == "," || $0 == " " }.map(String.init)
        switch form {
        case .text: return text.isEmpty || text.contains("\0") ? nil : .ascii(text)
        case .coded: return text.isEmpty || text.contains("\0") ? nil : ExifFields.coded(text)
        case .number: return UInt16(text).map { .short($0) }
        case .byte: return UInt8(text).map { .byte([$0]) }
        case .shorts(let count):
            let numbers = words.compactMap { UInt16($0) }
            return numbers.count == count && words.count == count ? .shorts(numbers) : nil
        case .rationals(let count):
            let numbers = words.compactMap { ExifTagKind.rational($0) }
            return numbers.count == count && words.count == count ? .rationals(numbers) : nil
        case .signed:
            let isNegative = text.hasPrefix("-")
            guard let size = ExifTagKind.rational(isNegative ? String(text.dropFirst()) : text),
                let top = Int32(exactly: size.numerator)
            else { return nil }
            return .signedRational(isNegative ? -top : top, size.denominator)
        }
    }

    /// `28/10`, `2.8` or `3`, exactly; nil where it does not fit.
    private static func rational(_ text: String) -> ExifRational? {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        if parts.count == 2 {
            guard let top = UInt32(parts[0]), let bottom = UInt32(parts[1]), bottom > 0 else {
                return nil
            }
            return ExifRational(top, bottom)
        }
        let halves = text.split(separator: ".", omittingEmptySubsequences: false)
        let isPlain = halves.allSatisfy { half in
            !half.isEmpty && half.utf8.allSatisfy { (0x30...0x39).contains($0) }
        }
        let digits = halves.count == 2 ? halves[1].count : 0
        guard isPlain, (1...2).contains(halves.count), digits <= 9,
            let top = UInt32(halves.joined())
        else { return nil }
        return ExifRational(top, (0..<digits).reduce(1) { power, _ in power * 10 })
    }
}
