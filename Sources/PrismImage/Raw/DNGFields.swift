// SPDX-License-Identifier: MIT
// The facts of a mosaic as the fields of Adobe's DNG specification 1.4.

internal import PrismCore

enum DNGFields {
    /// The file's directories.
    static func layout(of image: RawImage) -> TIFFLayout {
        let photo = image.facts.photo
        let exif = ExifFields.make(
            photo, width: image.width, height: image.height, container: .dng, hasThumbnail: false)
        func fields(_ directory: ExifField.Directory) -> [TIFFField] {
            exif.filter { $0.ifd == directory }.map { TIFFField($0) }
        }
        return TIFFLayout(
            main: fields(.ifd0) + mosaic(image) + levels(image.facts) + crop(image)
                + colors(image.facts) + camera(photo),
            exif: fields(.exif), gps: fields(.gps),
            stripBytes: UInt32(image.width * image.height * 2))
    }

    private static func mosaic(_ image: RawImage) -> [TIFFField] {
        let colors: [UInt8] = [0, 1, 1, 2]
        return [
            // The full-resolution picture.
            .longs(0x00FE, [0]),
            .longs(0x0100, [UInt32(image.width)]), .longs(0x0101, [UInt32(image.height)]),
            .shorts(0x0102, [16]),
            // Not compressed.
            .shorts(0x0103, [1]),
            // Colour filter array.
            .shorts(0x0106, [32803]),
            .shorts(0x0115, [1]), .longs(0x0116, [UInt32(image.height)]),
            // Chunky.
            .shorts(0x011C, [1]),
            .shorts(0x828D, [2, 2]),
            .bytes(0x828E, image.facts.order.channels.map { colors[$0] }),
            .bytes(0xC616, [0, 1, 2]),
            // Rectangular.
            .shorts(0xC617, [1]),
        ]
    }

    private static func levels(_ facts: RawFacts) -> [TIFFField] {
        let black = facts.order.channels.map { Double(facts.black[$0]) }
        var fields: [TIFFField] = [
            .shorts(0xC619, [2, 2]), .rationals(0xC61A, black, per: 256),
            .longs(0xC61D, [UInt32(facts.white.rounded())]),
            .signedRationals(0xC62A, [facts.baselineExposure], per: 1_000_000),
        ]
        if let noise = facts.noise {
            // One pair for each of red, green, blue; DNG has no second green.
            let planes = [
                [noise.slope[0], noise.offset[0]],
                [(noise.slope[1] + noise.slope[2]) / 2, (noise.offset[1] + noise.offset[2]) / 2],
                [noise.slope[3], noise.offset[3]],
            ]
            fields.append(.doubles(0xC761, planes.flatMap { $0 }))
        }
        return fields
    }

    private static func crop(_ image: RawImage) -> [TIFFField] {
        let whole = RawCrop(x: 0, y: 0, width: image.width, height: image.height)
        let crop = image.facts.defaultCrop ?? whole
        return [
            .rationals(0xC61E, [1, 1], per: 1),
            .longs(0xC61F, [UInt32(crop.x), UInt32(crop.y)]),
            .longs(0xC620, [UInt32(crop.width), UInt32(crop.height)]),
            .longs(0xC68D, [0, 0, UInt32(image.height), UInt32(image.width)]),
        ]
    }

    private static func colors(_ facts: RawFacts) -> [TIFFField] {
        let matrix = facts.colorMatrix ?? .sRGB
        var fields: [TIFFField] = [
            .signedRationals(0xC621, matrix.values, per: 1_000_000),
            .shorts(0xC65A, [matrix.illuminant]),
        ]
        if let neutral = facts.asShotNeutral {
            fields.append(
                .rationals(0xC628, [neutral.x, neutral.y, neutral.z], per: 1_000_000))
        }
        return fields
    }

    private static func camera(_ photo: PhotoMetadata) -> [TIFFField] {
        let names = [photo.make, photo.model].compactMap(\.self).filter { !$0.isEmpty }
        return [
            .bytes(0xC612, [1, 4, 0, 0]), .bytes(0xC613, [1, 1, 0, 0]),
            .text(0xC614, names.isEmpty ? "Prism camera" : names.joined(separator: " ")),
        ]
    }
}

extension RawColorMatrix {
    /// XYZ (D65) to linear sRGB, IEC 61966-2-1: of a camera that nobody calibrated.
    static let sRGB = RawColorMatrix(
        unchecked: [
            3.2406, -1.5372, -0.4986, -0.9689, 1.8758, 0.0415, 0.0557, -0.2040, 1.0570,
        ])

    private init(unchecked values: [Double]) {
        self.values = values
        illuminant = 21
    }
}
