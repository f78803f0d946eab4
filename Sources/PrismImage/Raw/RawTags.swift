// SPDX-License-Identifier: MIT
// Tags of a DNG that libraw does not tell, read with every length and offset doubted.

/// What a TIFF-based raw file says beside libraw's facts.
struct RawTags: Equatable {
    var noise: RawNoise?
    var orientation: ImageOrientation?
    /// Nanoseconds, exactly as the file's fraction has them.
    var exposureTime: Int64?
    /// BlackLevel of the positions (0, 0), (1, 0), (0, 1) and (1, 1) of the active area; libraw drops its fractions.
    var black: [Double]?
    /// DefaultCropOrigin and DefaultCropSize, which lie beside each other.
    private var cropOrigin: [Double] = []
    private var cropSize: [Double] = []

    /// Nothing is known.
    init() {}

    /// Reads a file's directories; what is damaged or absent stays nil.
    ///
    /// - Parameter read: Returns `count` bytes at an offset, or nil where the file has fewer.
    init(_ read: @escaping (_ offset: Int, _ count: Int) -> [UInt8]?) {
        guard let walker = TIFFWalker(read) else { return }
        walker.walk { field in
            switch field.tag {
            case 0xC761: noise = noise ?? RawTags.noise(walker.doubles(field, most: 8))
            case 0x0112 where field.isMain:
                orientation = walker.numbers(field, most: 1).first.flatMap {
                    ImageOrientation(rawValue: UInt8($0.isFinite ? min($0, 255) : 255))
                }
            case 0xC61A: black = RawTags.four(walker.numbers(field, most: 4))
            case 0xC61F: cropOrigin = walker.numbers(field, most: 2)
            case 0xC620: cropSize = walker.numbers(field, most: 2)
            case 0x829A:
                exposureTime = walker.numbers(field, most: 1).first.flatMap(RawTags.nanoseconds)
            default: break
            }
        }
    }

    /// The part that is to be shown; nil where it is everything or does not fit.
    func crop(width: Int, height: Int) -> RawCrop? {
        let numbers = cropOrigin + cropSize
        guard cropOrigin.count == 2, cropSize.count == 2,
            numbers.allSatisfy({ (0...65_500).contains($0) })
        else { return nil }
        let whole = numbers.map { Int($0.rounded()) }
        let crop = RawCrop(x: whole[0], y: whole[1], width: whole[2], height: whole[3])
        guard crop.width > 0, crop.height > 0, crop.x + crop.width <= width,
            crop.y + crop.height <= height
        else { return nil }
        return crop == RawCrop(x: 0, y: 0, width: width, height: height) ? nil : crop
    }

    /// One pair for all planes, or one for each of red, green and blue.
    private static func noise(_ values: [Double]) -> RawNoise? {
        guard values.allSatisfy({ (0..<1).contains($0) }) else { return nil }
        switch values.count {
        case 2: return RawNoise(slope: values[0], offset: values[1])
        case 6:
            return RawNoise(
                slope: SIMD4(values[0], values[2], values[2], values[4]),
                offset: SIMD4(values[1], values[3], values[3], values[5]))
        default: return nil
        }
    }

    private static func four(_ values: [Double]) -> [Double]? {
        switch values.count {
        case 1: [Double](repeating: values[0], count: 4)
        case 4: values
        default: nil
        }
    }

    private static func nanoseconds(_ seconds: Double) -> Int64? {
        let value = (seconds * 1e9).rounded()
        return value >= 1 && value < 1e16 ? Int64(value) : nil
    }
}
