// SPDX-License-Identifier: MIT
// From a file of Tuning/ to a sensor profile, with checks that name file, line and key.

extension SensorProfile {
    /// Reads a profile.
    ///
    /// - Parameters:
    ///   - document: The file as a tree.
    ///   - expected: The sensor that it must be of; nil takes any.
    /// - Throws: `invalidData` naming file, line and key; `unsupported` where it is of another sensor.
    package init(_ document: JSON5Node, expected: String?) throws(PrismError) {
        var file = try ProfileObject(document)
        _ = try file.integer("version", in: 1...1)
        sensor = try file.text("sensor")
        if let expected, expected != sensor {
            let place = try file.required("sensor").place
            throw PrismError(
                .unsupported, "\(place): sensor: this profile is of \(sensor), not of \(expected)")
        }
        maker = try file.optionalText("maker")
        product = try file.text("product")
        let array = try file.object("array", SensorProfile.size)
        self.array = array
        filters = try file.choice("filters", of: BayerOrder.self)
        let bits = try file.integer("bits", in: 8...16)
        self.bits = bits
        let black = try file.integer("blackLevel", in: 0...32_767)
        blackLevel = black
        pixelPitch = try file.number("pixelPitch", in: 0.5...20)
        hasGlobalShutter = try file.flag("globalShutter", otherwise: false)
        modes = try SensorProfile.modes(&file, "modes", array)
        guard !modes.isEmpty else { throw file.fault("modes", "expected at least one mode") }
        hdrModes = try SensorProfile.modes(&file, "hdrModes", array)
        gain = try file.object("gain", SensorProfile.gain)
        exposure = try file.object("exposure", SensorProfile.exposure)
        delays = try file.object("delays", SensorProfile.delays)
        // Black on the converter's own scale counts in the quantisation.
        let steps = Double((1 << bits) - 1 - black >> (16 - bits))
        noise = try file.object("noise") { (object) throws(PrismError) in
            try SensorProfile.noise(&object, steps: steps)
        }
        flaws = try file.optionalObject("flaws", SensorProfile.flaws)
        lens = try file.object("lens", SensorProfile.lens)
        hasInterchangeableLens = try file.flag("interchangeableLens", otherwise: false)
        illuminants = try SensorProfile.illuminants(&file)
        night = try file.object("night", SensorProfile.night)
        sources = try file.texts("sources")
        try file.finish()
    }

    private static func size(_ object: inout ProfileObject) throws(PrismError) -> PixelSize {
        PixelSize(
            width: try object.integer("width", in: 16...65_535),
            height: try object.integer("height", in: 16...65_535))
    }

    private static func modes(
        _ file: inout ProfileObject, _ key: String, _ array: PixelSize
    ) throws(PrismError) -> [Mode] {
        let modes = try file.objects(key) { (object) throws(PrismError) in
            let mode = Mode(
                size: PixelSize(
                    width: try object.integer("width", in: 16...array.width),
                    height: try object.integer("height", in: 16...array.height)),
                crop: PixelSize(
                    width: try object.integer("cropWidth", in: 16...array.width),
                    height: try object.integer("cropHeight", in: 16...array.height)),
                frameRate: try object.number("frameRate", in: 0.01...10_000))
            guard mode.crop.width >= mode.size.width, mode.crop.height >= mode.size.height else {
                throw object.fault("cropWidth", "expected a crop as large as the mode's own size")
            }
            return mode
        }
        let areas = modes.map { $0.size.width * $0.size.height }
        guard areas == areas.sorted(by: >) else {
            throw file.fault(key, "expected the largest mode first")
        }
        return modes
    }

    private static func gain(_ object: inout ProfileObject) throws(PrismError) -> Gain {
        let least = try object.number("minimum", in: 0.1...100)
        let most = try object.number("maximum", in: least...1000)
        return Gain(
            range: least...most, code: try object.choice("code", of: GainCode.self),
            scale: try object.number("scale", in: 1...65_536))
    }

    private static func exposure(_ object: inout ProfileObject) throws(PrismError) -> Exposure {
        Exposure(
            lineNanoseconds: Int64(try object.integer("lineNanoseconds", in: 100...1_000_000)),
            longestNanoseconds: Int64(
                try object.integer("longestMicroseconds", in: 1000...3_600_000_000)) * 1000,
            marginLines: try object.integer("marginLines", in: 0...1000))
    }

    private static func delays(_ object: inout ProfileObject) throws(PrismError) -> Delays {
        Delays(
            exposure: try object.integer("exposure", in: 0...7),
            gain: try object.integer("gain", in: 0...7),
            frameDuration: try object.integer("frameDuration", in: 0...7))
    }

    private static func noise(
        _ object: inout ProfileObject, steps: Double
    ) throws(PrismError) -> NoiseModel {
        let measurements = try object.objects("measurements") { (row) throws(PrismError) in
            NoiseModel.Measurement(
                gain: try row.number("gain", in: 1...1000),
                line: NoiseModel.Line(
                    a: try row.number("a", in: 0...1), b: try row.number("b", in: 0...1)))
        }
        guard zip(measurements, measurements.dropFirst()).allSatisfy({ $0.gain < $1.gain }) else {
            throw object.fault("measurements", "expected rising gains")
        }
        return NoiseModel(
            fullWell: try object.number("fullWell", in: 100...1_000_000),
            readBefore: try object.number("readBefore", in: 0...1000),
            readAfter: try object.number("readAfter", in: 0...1000),
            isMeasured: try object.flag("measured", otherwise: false),
            measurements: measurements, steps: steps)
    }

    private static func flaws(_ object: inout ProfileObject) throws(PrismError) -> Flaws {
        Flaws(
            rowNoise: try object.number("rowNoise", in: 0...1000),
            hotPixels: try object.number("hotPixels", in: 0...0.01),
            hotCurrent: try object.number("hotCurrent", in: 0...1_000_000))
    }

    private static func lens(_ object: inout ProfileObject) throws(PrismError) -> Lens {
        let focal = try object.number("focalLength", in: 0.1...1000)
        let aperture = try object.number("aperture", in: 0.5...64)
        let range = try object.optionalObject("focus") {
            (focus) throws(PrismError) -> (ClosedRange<Double>, Double) in
            let farthest = try focus.number("farthest", in: 0...100)
            let nearest = try focus.number("nearest", in: farthest...100)
            return (farthest...nearest, try focus.number("resting", in: farthest...nearest))
        }
        return Lens(
            focalLength: focal, aperture: aperture, dioptres: range?.0, restingDioptres: range?.1)
    }

    private static func illuminants(
        _ file: inout ProfileObject
    ) throws(PrismError) -> [Illuminant] {
        let lights = try file.objects("illuminants") { (object) throws(PrismError) in
            Illuminant(
                name: try object.text("name"),
                kelvin: try object.number("kelvin", in: 1000...40_000),
                gains: ColourGains(
                    red: Float(try object.number("red", in: 0.1...32)),
                    blue: Float(try object.number("blue", in: 0.1...32))))
        }
        guard zip(lights, lights.dropFirst()).allSatisfy({ $0.kelvin < $1.kelvin }) else {
            throw file.fault("illuminants", "expected the warmest light first")
        }
        return lights
    }

    private static func night(_ object: inout ProfileObject) throws(PrismError) -> NightLimits {
        NightLimits(
            handheld: try object.number("handheld", in: 0.001...10),
            stand: try object.number("stand", in: 0.001...3600),
            stars: try object.number("stars", in: 0.001...3600),
            gain: try object.number("gain", in: 1...1000))
    }
}
