// SPDX-License-Identifier: MIT
// The comma-separated part of mock:imx708,scene=FILE,… to MockCameraOptions and back.

enum MockCameraParser {
    private static let keys = ["scene", "clock", "seed", "fault", "ae"]

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
        if case .file(let path) = options.scene { fields.append("scene=\(path)") }
        if options.clock != .real { fields.append("clock=\(options.clock.rawValue)") }
        if options.seed != 1 { fields.append("seed=\(options.seed)") }
        if let fault = options.fault { fields.append("fault=\(fault)") }
        if options.hasLegacyExposure { fields.append("ae=legacy") }
        return "mock:" + fields.map(escaped).joined(separator: ",")
    }

    private static func set(
        _ key: String, _ value: String, _ options: inout MockCameraOptions
    ) throws(PrismError) {
        guard !value.isEmpty else {
            throw PrismError(.usage, "mock camera: nothing follows \(key)=")
        }
        switch key {
        case "scene": options.scene = value == "bars" ? .bars : .file(value)
        case "clock": options.clock = try clock(value)
        case "seed": options.seed = try seed(value)
        case "fault": options.fault = value
        default:
            guard value == "legacy" else {
                throw PrismError(.usage, "mock camera: ae=\(value) is unknown; use ae=legacy")
            }
            options.hasLegacyExposure = true
        }
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
