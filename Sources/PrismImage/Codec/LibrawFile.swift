// SPDX-License-Identifier: MIT
// A raw file by libraw, whose samples stay where libraw put them.

internal import CPrismImage
internal import Glibc
internal import PrismCore

enum LibrawFile {
    /// Reads a file; its samples keep libraw's memory until the last image of them goes.
    static func read(
        _ path: String, mostPixels: Int, adding extra: RawTags
    ) throws(PrismError) -> RawImage {
        var raw: OpaquePointer?
        var said = prism_raw_facts()
        var why = prism_image_text()
        try check(
            prism_raw_open(path, UInt64(max(0, mostPixels)), &raw, &said, &why), why, path,
            mostPixels)
        let result = prism_raw_load(raw, &said, &why)
        guard result == 0, let base = said.samples else {
            prism_raw_close(raw)
            try check(result, why, path, mostPixels)
            throw PrismError(.invalidData, "\(path) holds no samples")
        }
        let handle = UInt(bitPattern: raw)
        let samples = RawSamples(adopting: base, count: said.count) {
            prism_raw_close(OpaquePointer(bitPattern: handle))
        }
        do throws(PrismError) {
            return try RawImage(
                samples, offset: said.offset, stride: Int(said.stride), width: Int(said.width),
                height: Int(said.height), facts: RawFacts(said, adding: extra))
        } catch {
            throw PrismError(error.code, "\(path): \(error.message)", errno: error.errno)
        }
    }

    private static func check(
        _ result: Int32, _ why: prism_image_text, _ path: String, _ most: Int
    ) throws(PrismError) {
        switch -result {
        case ...0: return
        case ENOMEM: throw PrismError(.noMemory, "no memory to read \(path)", errno: ENOMEM)
        case E2BIG:
            throw PrismError(.outOfRange, "\(path) has more than \(most) pixels")
        case ENOTSUP: throw PrismError(.unsupported, "cannot use \(path): \(why.string)")
        case EBADMSG:
            throw PrismError(
                .invalidData, "cannot read \(path): \(why.string); expected a raw picture")
        default: throw .system("read \(path)", errno: -result)
        }
    }
}

extension RawFacts {
    fileprivate init(_ said: prism_raw_facts, adding extra: RawTags) throws(PrismError) {
        guard let order = BayerOrder(said.colors) else {
            throw PrismError(.unsupported, "the filters are no Bayer pattern")
        }
        var black = SIMD4<Float>()
        let levels = RawFacts.refined(
            [said.black.0, said.black.1, said.black.2, said.black.3], by: extra.black)
        for (position, channel) in order.channels.enumerated() { black[channel] = levels[position] }
        self.init(
            order: order, bits: RawFacts.bits(of: said.white), black: black, white: said.white)
        noise = extra.noise
        asShotNeutral = RawFacts.neutral(said.multipliers)
        colorMatrix = RawFacts.matrix(said)
        baselineExposure = Double(said.baseline_exposure)
        defaultCrop = extra.crop(width: Int(said.width), height: Int(said.height))
        photo = PhotoMetadata(said, adding: extra)
    }

    /// libraw's levels with the file's fractions, where both mean the same.
    private static func refined(_ levels: [Float], by exact: [Double]?) -> [Float] {
        guard let exact, zip(levels, exact).allSatisfy({ abs(Double($0) - $1) <= 1 }) else {
            return levels
        }
        return exact.map { Float($0) }
    }

    /// The fewest bits that hold the white level.
    private static func bits(of white: Float) -> Int {
        let level = UInt32(max(0, min(65535, white)))
        return max(8, UInt32.bitWidth - level.leadingZeroBitCount)
    }

    private static func neutral(_ gains: (Float, Float, Float)) -> SIMD3<Double>? {
        let gains = SIMD3(Double(gains.0), Double(gains.1), Double(gains.2))
        guard gains.min() > 0, gains.max().isFinite else { return nil }
        let neutral = SIMD3(repeating: gains.y) / gains
        return neutral.min() >= 0.01 && neutral.max() <= 100 ? neutral : nil
    }

    private static func matrix(_ said: prism_raw_facts) -> RawColorMatrix? {
        let values = withUnsafeBytes(of: said.matrix) { bytes in
            bytes.bindMemory(to: Float.self).map(Double.init)
        }
        guard values.contains(where: { $0 != 0 }) else { return nil }
        return RawColorMatrix(values, illuminant: UInt16(clamping: said.illuminant))
    }
}

extension PhotoMetadata {
    fileprivate init(_ said: prism_raw_facts, adding extra: RawTags) {
        self.init()
        make = PhotoMetadata.name(said.make)
        model = PhotoMetadata.name(said.model)
        software = PhotoMetadata.name(said.software)
        exposureTime = extra.exposureTime ?? PhotoMetadata.nanoseconds(said.exposure_time)
        if said.iso.isFinite, said.iso > 0 { analogueGain = said.iso / 100 }
        if said.aperture.isFinite, said.aperture > 0 { fNumber = Double(said.aperture) }
        if said.focal_length.isFinite, said.focal_length > 0 {
            focalLength = Double(said.focal_length)
        }
        if said.timestamp > 0, said.timestamp < 1 << 33 {
            date = PhotoDate(localNanosecondsSince1970: said.timestamp * 1_000_000_000)
        }
        orientation = extra.orientation ?? PhotoMetadata.orientation(said.flip)
    }

    private static func nanoseconds(_ seconds: Float) -> Int64? {
        let value = Double(seconds) * 1e9
        return value >= 1 && value < 1e16 ? Int64(value.rounded()) : nil
    }

    private static func orientation(_ flip: UInt32) -> ImageOrientation {
        switch flip {
        case 3: .down
        case 5: .left
        case 6: .right
        default: .up
        }
    }

    /// The bytes of a C array as text; nil for an empty one.
    private static func name<Bytes>(_ bytes: Bytes) -> String? {
        let text = withUnsafeBytes(of: bytes) { bytes in
            String(decoding: bytes.prefix(while: { $0 != 0 }), as: UTF8.self)
        }
        return text.isEmpty ? nil : text
    }
}

extension BayerOrder {
    /// The order of four colours: 0 red, 1 green, 2 blue.
    fileprivate init?(_ colors: (UInt8, UInt8, UInt8, UInt8)) {
        switch colors {
        case (0, 1, 1, 2): self = .rggb
        case (1, 0, 2, 1): self = .grbg
        case (1, 2, 0, 1): self = .gbrg
        case (2, 1, 1, 0): self = .bggr
        default: return nil
        }
    }
}
