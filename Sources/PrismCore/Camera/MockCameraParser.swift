// SPDX-License-Identifier: MIT
// The comma-separated part of mock:imx708,scene=FILE,… to MockCameraOptions and back.

enum MockCameraParser {
    private static let keys = [
        "scene", "clock", "seed", "fault", "ae", "light", "flicker", "depth", "distance", "hour",
        "day", "background", "flaws",
    ]

    /// Numbers of the scene's light, by their keys.
    private static let numbers: [(key: String, range: ClosedRange<Double>, unit: String)] = [
        ("light", 1000...40_000, "kelvin"), ("flicker", 1...10_000, "Hz"), ("depth", 0...1, ""),
        ("distance", 0.01...1e9, "metres"), ("hour", 0...24, ""), ("day", 1...1e7, "seconds"),
        ("background", 0.01...1e9, "metres"),
    ]

    static func options(_ text: String?) throws(PrismError) -> MockCameraOptions {
        var options = MockCameraOptions()
        guard let text else { return options }
        var seen: Set<String> = []
        for (position, field) in try fields(text).enumerated() {
            let (key, value) = CameraSelection.split(field, at: "=")
            guard let value else {
                guard position == 0 else { throw unknown(field) }
                options.sensor = try sensor(field)
                continue
            }
            guard keys.contains(key) else { throw unknown(field) }
            guard seen.insert(key).inserted else {
                throw PrismError(.usage, "mock camera: \(key)= is given twice")
            }
            try set(key, value, &options)
        }
        return options
    }

    static func text(_ options: MockCameraOptions) -> String {
        var fields = [options.sensor]
        switch options.scene {
        case .bars: break
        case .made(let kind): fields.append("scene=\(kind.rawValue)")
        // A file may be called as a scene is.
        case .file(let path):
            let isName = MockScene.Kind(rawValue: path) != nil
            fields.append("scene=\(isName ? "./" : "")\(path)")
        }
        if options.clock != .real { fields.append("clock=\(options.clock.rawValue)") }
        if options.seed != 1 { fields.append("seed=\(options.seed)") }
        if let fault = options.fault { fields.append("fault=\(fault)") }
        if options.hasLegacyExposure { fields.append("ae=legacy") }
        let usual = MockScene(), light = options.light
        if let kelvin = light.kelvin { fields.append("light=\(kelvin)") }
        if let rate = light.flickerRate { fields.append("flicker=\(rate)") }
        if light.flickerDepth != usual.flickerDepth { fields.append("depth=\(light.flickerDepth)") }
        if light.distance != usual.distance { fields.append("distance=\(light.distance)") }
        if let metres = light.background { fields.append("background=\(metres)") }
        if let flaws = options.hasFlaws { fields.append("flaws=\(flaws ? "on" : "off")") }
        if light.startHour != usual.startHour { fields.append("hour=\(light.startHour)") }
        if light.daySeconds != usual.daySeconds { fields.append("day=\(light.daySeconds)") }
        return "mock:" + fields.map(escaped).joined(separator: ",")
    }

    private static func set(
        _ key: String, _ value: String, _ options: inout MockCameraOptions
    ) throws(PrismError) {
        guard !value.isEmpty else {
            throw PrismError(.usage, "mock camera: nothing follows \(key)=")
        }
        switch key {
        case "scene":
            options.scene = MockScene.Kind(rawValue: value).map { .made($0) } ?? .file(value)
        case "clock": options.clock = try clock(value)
        case "seed": options.seed = try seed(value)
        case "fault": options.fault = value
        case "ae":
            guard value == "legacy" else {
                throw PrismError(.usage, "mock camera: ae=\(value) is unknown; use ae=legacy")
            }
            options.hasLegacyExposure = true
        case "flaws":
            guard ["on", "off"].contains(value) else {
                throw PrismError(.usage, "mock camera: flaws=\(value) is unknown; use on or off")
            }
            options.hasFlaws = value == "on"
        default: try setLight(key, value, &options.light)
        }
    }

    private static func setLight(
        _ key: String, _ value: String, _ light: inout MockScene
    ) throws(PrismError) {
        let number = try number(key, value)
        switch key {
        case "light": light.kelvin = number
        case "flicker": light.flickerRate = number
        case "depth": light.flickerDepth = number
        case "distance": light.distance = number
        case "background": light.background = number
        case "hour": light.startHour = number
        default: light.daySeconds = number
        }
    }

    private static func number(_ key: String, _ value: String) throws(PrismError) -> Double {
        let row = numbers.first { $0.key == key }
        guard let row, let number = Double(value), row.range.contains(number) else {
            let (low, high) = (row?.range.lowerBound ?? 0, row?.range.upperBound ?? 0)
            let unit = row.map { $0.unit.isEmpty ? "" : " " + $0.unit } ?? ""
            throw PrismError(
                .usage, "mock camera: \(key)=\(value) is not a number from \(low) to \(high)\(unit)"
            )
        }
        return number
    }

    private static func sensor(_ text: String) throws(PrismError) -> String {
        guard MockCameraOptions.sensors.contains(text) else {
            let known = MockCameraOptions.sensors.joined(separator: ", ")
            throw PrismError(.usage, "mock camera: unknown sensor \"\(text)\"; known are \(known)")
        }
        return text
    }

    private static func clock(_ text: String) throws(PrismError) -> MockCameraOptions.Clock {
        guard let clock = MockCameraOptions.Clock(rawValue: text) else {
            throw PrismError(.usage, "mock camera: clock=\(text) is unknown; use real or virtual")
        }
        return clock
    }

    private static func seed(_ text: String) throws(PrismError) -> UInt64 {
        guard text.allSatisfy(\.isASCIIDigit), let seed = UInt64(text) else {
            throw PrismError(.usage, "mock camera: seed=\(text) is not a whole number below 2^64")
        }
        return seed
    }

    private static func unknown(_ field: String) -> PrismError {
        let known = keys.map { "\($0)=" }.joined(separator: ", ")
        return PrismError(.usage, "mock camera: \"\(field)\" is not understood; use \(known)")
    }

    /// Splits at commas; a backslash takes the next character as it is.
    private static func fields(_ text: String) throws(PrismError) -> [String] {
        var fields = [""]
        var isEscaped = false
        for character in text.unicodeScalars {
            if !isEscaped && character == "\\" {
                isEscaped = true
            } else if !isEscaped && character == "," {
                fields.append("")
            } else {
                fields[fields.count - 1].unicodeScalars.append(character)
                isEscaped = false
            }
        }
        guard !isEscaped else { throw PrismError(.usage, "mock camera: a backslash ends the text") }
        return fields
    }

    private static func escaped(_ field: String) -> String {
        var result = String.UnicodeScalarView()
        for character in field.unicodeScalars {
            if character == "\\" || character == "," { result.append("\\") }
            result.append(character)
        }
        return String(result)
    }
}
