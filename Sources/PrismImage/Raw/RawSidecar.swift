// SPDX-License-Identifier: MIT
// The JSON file beside a PGM mosaic.

internal import PrismCore

/// Facts as JSON has them; lists of four are R, Gr, Gb, B.
struct RawSidecar: Codable, Equatable {
    /// Noise of the samples: variance = slope · x + offset.
    struct Noise: Codable, Equatable {
        var slope: Double
        var offset: Double
    }

    /// One number for all four, or a list.
    struct Levels: Codable, Equatable {
        var values: [Float]

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let value = try? container.decode(Float.self) {
                values = [value]
            } else {
                values = try container.decode([Float].self)
            }
        }

        func encode(to encoder: any Encoder) throws { try values.encode(to: encoder) }
    }

    /// RGGB, GRBG, GBRG or BGGR, in either case.
    var order: String
    var bits: Int
    var black: Levels
    var white: Float
    var noise: Noise?
    var asShotNeutral: [Double]?
    var colorMatrix: [Double]?
    var baselineExposure: Double?
    /// EXIF's number.
    var orientation: UInt8?
    /// Seconds.
    var exposureTime: Double?
    var analogueGain: Float?
    var model: String?

    /// The facts.
    ///
    /// - Throws: `invalidData` for a pattern that is none, and lists of the wrong length.
    func facts() throws(PrismError) -> RawFacts {
        guard let order = BayerOrder(rawValue: order.lowercased()) else {
            throw PrismError(
                .invalidData, "order \"\(order)\": expected RGGB, GRBG, GBRG or BGGR")
        }
        let black = black.values
        guard black.count == 1 || black.count == 4 else {
            throw PrismError(.invalidData, "\(black.count) black levels: expected 1 or 4")
        }
        let levels = black.count == 1 ? SIMD4(repeating: black[0]) : SIMD4(black)
        var facts = RawFacts(order: order, bits: bits, black: levels, white: white)
        facts.noise = noise.map { RawNoise(slope: $0.slope, offset: $0.offset) }
        facts.baselineExposure = baselineExposure ?? 0
        try addColors(to: &facts)
        facts.photo.orientation = orientation.flatMap(ImageOrientation.init) ?? .up
        facts.photo.exposureTime = exposureTime.flatMap { seconds in
            (1e-9..<1e7).contains(seconds) ? Int64((seconds * 1e9).rounded()) : nil
        }
        facts.photo.analogueGain = analogueGain
        facts.photo.model = model
        return facts
    }

    /// What is wrong with a file that could not be decoded.
    static func fault(_ error: any Error) -> String {
        switch error as? DecodingError {
        case .keyNotFound(let key, _): "\(key.stringValue) is missing"
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            "\(context.codingPath.first?.stringValue ?? "the whole") is of another kind"
        case .dataCorrupted(let context) where !context.codingPath.isEmpty:
            "\(context.codingPath.first?.stringValue ?? "") cannot be held"
        default: "it is no JSON"
        }
    }

    private func addColors(to facts: inout RawFacts) throws(PrismError) {
        if let neutral = asShotNeutral {
            guard neutral.count == 3 else {
                throw PrismError(.invalidData, "asShotNeutral: expected 3 numbers")
            }
            facts.asShotNeutral = SIMD3(neutral)
        }
        if let colorMatrix {
            guard let matrix = RawColorMatrix(colorMatrix) else {
                throw PrismError(.invalidData, "colorMatrix: expected 9 numbers")
            }
            facts.colorMatrix = matrix
        }
    }
}
