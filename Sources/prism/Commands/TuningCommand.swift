// SPDX-License-Identifier: MIT
// prism tuning: the sensors that have a profile, one of them in full, or a file checked.

import PrismCore

enum TuningCommand {
    private static let file = Option<String>(
        "file", short: "f", "FILE", "Reads this file instead of the installed profile.",
        examples: ["my-imx708.json5"], completion: .file
    ) { (text: String) throws(PrismError) in
        guard !text.isEmpty else { throw PrismError(.usage, "the path is empty") }
        return text
    }

    static let command = Command(
        name: "tuning", summary: "show what is known of the image sensors",
        discussion: [
            "Without a sensor, lists those that have a profile. With one, shows its figures as the"
                + " program uses them: array, modes, gains, noise, lens, colours of lights, limits at night.",
            "What /etc/prism/Tuning/SENSOR.json5 and ~/.config/prism/Tuning/SENSOR.json5 give is laid over"
                + " the profile that came with the program. A file that cannot be read, or is of another"
                + " sensor, is refused with file, line and key.",
        ],
        operands: Command.Operands(placeholder: "SENSOR", count: 0...1),
        options: [file.spec, CommonOptions.json.spec, CommonOptions.help.spec],
        examples: [
            .init(line: "prism tuning", purpose: "Lists the sensors."),
            .init(line: "prism tuning imx708 --json", purpose: "Gives one profile in JSON."),
            .init(
                line: "prism tuning imx708 --file my-imx708.json5",
                purpose: "Checks a file that is to replace it."),
        ],
        run: run)

    private static func run(_ invocation: Invocation) async throws {
        let sensor = invocation.arguments.operands.first
        let path = invocation.arguments[file]
        guard sensor != nil || path != nil else { return try await list(invocation) }
        let profile = try await invocation.work.run { () throws(PrismError) in
            if let path { return try SensorCatalog.profile(file: path, of: sensor) }
            return try SensorCatalog.standard.profile(of: sensor ?? "")
        }
        let sheet = SensorSheet(profile)
        await invocation.console.show(sheet.text, sheet.json)
    }

    private static func list(_ invocation: Invocation) async throws {
        let list = try await invocation.work.run { () throws(PrismError) in
            let catalog = SensorCatalog.standard
            return ProfileList(try catalog.names()) { name throws(PrismError) in
                try catalog.profile(of: name)
            }
        }
        for profile in list.profiles {
            let sheet = SensorSheet(profile)
            await invocation.console.show(sheet.line, sheet.json)
        }
        try list.finish(kind: "sensor")
    }
}

/// A profile as text and JSON.
struct SensorSheet {
    private let profile: SensorProfile

    init(_ profile: SensorProfile) { self.profile = profile }

    /// One line of the list.
    var line: String {
        let name = profile.sensor.padded(to: 8)
        return "\(name) \(profile.array)  \(profile.product)\n"
    }

    /// The whole sheet.
    var text: String {
        let lens = profile.lens
        let focus =
            lens.dioptres.map { ", focus \($0.lowerBound) to \($0.upperBound) dioptres" } ?? ""
        let view = profile.fieldOfView.formatted(1)
        let modes = profile.modes.map { "  \($0.size) of \($0.crop) at \($0.frameRate) fps" }
        let noise = [1.0, 4, 16].filter(profile.gain.range.contains).map { gain in
            let line = profile.noise.line(gain: gain)
            return "  gain \(Int(gain)): \(line.a.scientific) x + \(line.b.scientific)"
        }
        let lights = profile.illuminants.map {
            "  \($0.name) \(Int($0.kelvin)) K: red \($0.gains.red), blue \($0.gains.blue)"
        }
        let origin = profile.noise.isMeasured ? "measured" : "read noise typical"
        let gains = profile.gain.range
        // One by one: the sum of them all is too much for the 6.0.3 compiler.
        var rows = ["\(profile.sensor): \(profile.product)"]
        rows.append(
            "array \(profile.array), \(profile.filters.rawValue), \(profile.bits) bits, black"
                + " \(profile.blackLevel) of 65535, pixels of \(profile.pixelPitch) um")
        rows.append(
            "gain \(gains.lowerBound) to \(gains.upperBound), exposure"
                + " up to \(profile.exposure.longestNanoseconds / 1_000_000_000) s")
        rows.append(
            "lens \(lens.focalLength) mm f/\(lens.aperture)\(focus), \(view) degrees wide, like"
                + " \(profile.equivalentFocalLength.formatted(0)) mm on film")
        rows += ["modes"] + modes
        rows += ["variance of a raw sample (\(origin))"] + noise
        rows += ["lights"] + lights
        return rows.joined(separator: "\n") + "\n"
    }

    /// All figures.
    var json: JSONValue {
        [
            "sensor": .string(profile.sensor), "product": .string(profile.product),
            "array": profile.array.json, "filters": .string(profile.filters.rawValue),
            "bits": .integer(Int64(profile.bits)),
            "blackLevel": .integer(Int64(profile.blackLevel)),
            "pixelPitch": .number(profile.pixelPitch),
            "globalShutter": .bool(profile.hasGlobalShutter),
            "modes": .array(profile.modes.map(SensorSheet.mode)),
            "hdrModes": .array(profile.hdrModes.map(SensorSheet.mode)),
            "gain": [
                "minimum": .number(profile.gain.range.lowerBound),
                "maximum": .number(profile.gain.range.upperBound),
                "code": .string(profile.gain.code.rawValue), "scale": .number(profile.gain.scale),
            ],
            "exposure": [
                "lineNanoseconds": .integer(profile.exposure.lineNanoseconds),
                "longestNanoseconds": .integer(profile.exposure.longestNanoseconds),
            ],
            "delays": [
                "exposure": .integer(Int64(profile.delays.exposure)),
                "gain": .integer(Int64(profile.delays.gain)),
                "frameDuration": .integer(Int64(profile.delays.frameDuration)),
            ],
            "noise": .array([1.0, 2, 4, 8, 16].filter(profile.gain.range.contains).map(noise)),
            "lens": lens,
            "illuminants": .array(profile.illuminants.map(SensorSheet.light)),
            "night": [
                "handheld": .number(profile.night.handheld), "stand": .number(profile.night.stand),
                "stars": .number(profile.night.stars), "gain": .number(profile.night.gain),
            ],
        ]
    }

    private var lens: JSONValue {
        [
            "focalLength": .number(profile.lens.focalLength),
            "aperture": .number(profile.lens.aperture),
            "equivalentFocalLength": .number(profile.equivalentFocalLength),
            "fieldOfView": .number(profile.fieldOfView),
            "nearest": profile.lens.dioptres.map { .number($0.upperBound) } ?? nil,
        ]
    }

    private func noise(gain: Double) -> JSONValue {
        let line = profile.noise.line(gain: gain)
        return ["gain": .number(gain), "a": .number(line.a), "b": .number(line.b)]
    }

    private static func mode(_ mode: SensorProfile.Mode) -> JSONValue {
        ["size": mode.size.json, "crop": mode.crop.json, "frameRate": .number(mode.frameRate)]
    }

    private static func light(_ light: SensorProfile.Illuminant) -> JSONValue {
        [
            "name": .string(light.name), "kelvin": .number(light.kelvin),
            "red": .single(light.gains.red), "blue": .single(light.gains.blue),
        ]
    }
}

extension PixelSize {
    /// Width and height.
    var json: JSONValue { ["width": .integer(Int64(width)), "height": .integer(Int64(height))] }
}

extension Double {
    /// So many digits after the point.
    func formatted(_ digits: Int) -> String {
        var scale = 1.0
        for _ in 0..<digits { scale *= 10 }
        let rounded = (self * scale).rounded() / scale
        return digits == 0 ? String(Int(rounded)) : "\(rounded)"
    }

    /// Three digits and a power of ten.
    var scientific: String {
        guard self > 0, isFinite else { return "0" }
        var mantissa = self, power = 0
        while mantissa < 1 { (mantissa, power) = (mantissa * 10, power - 1) }
        while mantissa >= 10 { (mantissa, power) = (mantissa / 10, power + 1) }
        return mantissa.formatted(2) + "e\(power)"
    }
}
