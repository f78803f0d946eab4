// SPDX-License-Identifier: MIT
// A control's value in words to a wish: `2`, `1/50`, `centreWeighted`, `50hz`, `2@0.5,0.4`.

import PrismCore

enum ControlReader {
    /// Reads `NAME=VALUE`.
    static func assignment(_ text: String) throws(PrismError) -> ControlSettings {
        guard let sign = text.firstIndex(of: "=") else {
            throw PrismError(.usage, "\"\(text)\": write NAME=VALUE, for example gain=2")
        }
        let control = try name(String(text[..<sign]))
        return try read(String(text[text.index(after: sign)...]), for: control)
    }

    /// Reads a control's name.
    static func name(_ text: String) throws(PrismError) -> ControlName {
        if let name = ControlName(rawValue: text) { return name }
        let known = ControlName.allCases.map(\.rawValue)
        let hint = Suggestion.hint(for: text, among: known)
        throw PrismError(
            .usage, "unknown control \"\(text)\"\(hint); known are \(known.joined(separator: ", "))"
        )
    }

    /// Reads a value of a control; what it throws names the control.
    static func read(_ text: String, for control: ControlName) throws(PrismError) -> ControlSettings
    {
        do throws(PrismError) {
            return try value(text, of: control)
        } catch {
            throw PrismError(error.code, "\(control.rawValue): \(error.message)")
        }
    }

    /// The same for an option, which names itself.
    static func value(_ text: String, of control: ControlName) throws(PrismError) -> ControlSettings
    {
        var wish = ControlSettings()
        try read(text, control, &wish)
        return wish
    }

    private static func read(
        _ text: String, _ control: ControlName, _ wish: inout ControlSettings
    ) throws(PrismError) {
        switch control {
        case .shutter:
            wish.exposure = Exposure(exposureTime: try shutter(text), analogueGain: .auto)
        case .gain: wish.exposure = Exposure(exposureTime: .auto, analogueGain: try gain(text))
        case .metering: wish.metering = try choice(text)
        case .constraint: wish.constraint = try choice(text)
        case .exposureMode: wish.exposureMode = try choice(text)
        case .flicker: wish.flicker = try flicker(text)
        case .whiteBalance: wish.whiteBalance = try whiteBalance(text)
        case .colourMatrix: wish.colourMatrix = try matrix(text)
        case .focus: wish.focus = try focus(text)
        case .focusRange: wish.focusRange = try choice(text)
        case .focusSpeed: wish.focusSpeed = try choice(text)
        case .focusWindows: wish.focusWindows = try windows(text)
        case .hdr: wish.hdr = try choice(text)
        case .frameDuration: wish.frameDuration = try frameDuration(text)
        case .zoom: wish.zoom = try zoom(text)
        case .noiseReduction: wish.noiseReduction = try choice(text)
        case .ev, .brightness, .contrast, .saturation, .sharpness, .gamma:
            wish[keyPath: field(control)] = try number(text)
        }
    }

    private static func field(
        _ control: ControlName
    ) -> WritableKeyPath<ControlSettings, Double?> {
        switch control {
        case .brightness: \.brightness
        case .contrast: \.contrast
        case .saturation: \.saturation
        case .sharpness: \.sharpness
        case .gamma: \.gamma
        default: \.exposureValue
        }
    }

    /// What any control may be at most; the camera's own range is asked later and named in its refusal.
    private static func number(_ text: String) throws(PrismError) -> Double {
        try NumberReader.decimal(text, in: -1_000_000...1_000_000)
    }

    private static func floats(_ text: String) throws(PrismError) -> [Float] {
        try text.split(separator: ",", omittingEmptySubsequences: false).map {
            part throws(PrismError) in Float(try number(String(part)))
        }
    }

    private static func matrix(_ text: String) throws(PrismError) -> ColourMatrix {
        let numbers = try floats(text)
        guard numbers.count == 9 else {
            throw PrismError(
                .usage, "\"\(text)\": not a colour matrix; write 9 numbers, row by row")
        }
        return try ColourMatrix(numbers)
    }

    private static func shutter(_ text: String) throws(PrismError) -> ExposureAxis<Int64> {
        switch text {
        case "auto": return .auto
        case "current": return .current
        default:
            let time = try DurationReader.read(text, bareUnit: .microsecond).wholeNanoseconds
            return time == 0 ? .auto : .fixed(time)
        }
    }

    private static func gain(_ text: String) throws(PrismError) -> ExposureAxis<Double> {
        switch text {
        case "auto": return .auto
        case "current": return .current
        default:
            let gain = try NumberReader.decimal(text, in: 0...1_024)
            return gain == 0 ? .auto : .fixed(gain)
        }
    }

    /// One of few words, in any case and with or without dashes.
    static func choice<Choice: ControlChoice>(_ text: String) throws(PrismError) -> Choice {
        func plain(_ word: String) -> String { word.lowercased().filter { $0 != "-" && $0 != "_" } }
        let word = ControlReader.aliases[plain(text)] ?? plain(text)
        if let match = Choice.allCases.first(where: { plain($0.name) == word }) { return match }
        let known = Choice.allCases.map(\.name)
        throw PrismError(
            .usage,
            "\"\(text)\": use \(known.joined(separator: ", "))"
                + Suggestion.hint(for: text, among: known))
    }

    /// What other camera programs call the same.
    private static let aliases = [
        "centre": "centreweighted", "center": "centreweighted", "average": "matrix",
        "sport": "short", "cdnoff": "minimal", "cdnfast": "fast", "cdnhq": "highquality",
        "singleexp": "singleexposure",
    ]

    private static func flicker(_ text: String) throws(PrismError) -> FlickerAvoidance {
        let word = text.lowercased()
        switch word {
        case "off", "0": return .off
        case "auto": return .auto
        case "50hz": return .mains50
        case "60hz": return .mains60
        default:
            guard !word.hasSuffix("hz") else {
                throw PrismError(
                    .usage, "\"\(text)\": use off, auto, 50hz, 60hz or a period, for example 10ms")
            }
            return .period(try DurationReader.read(text, bareUnit: .microsecond).wholeNanoseconds)
        }
    }

    static func whiteBalance(_ text: String) throws(PrismError) -> WhiteBalance {
        switch text.lowercased() {
        case "auto": return .auto
        case "locked", "current": return .locked
        default: break
        }
        if let light = Illuminant(rawValue: text.lowercased()) { return .illuminant(light) }
        if text.contains(",") {
            let (red, blue) = try NumberReader.pair(text, in: 0.01...32)
            return .gains(ColourGains(red: Float(red), blue: Float(blue)))
        }
        if let last = text.last, "kK".contains(last), text.first?.isNumber == true {
            let kelvin = String(text.dropLast())
            return .temperature(try NumberReader.whole(kelvin, in: 100...100_000, what: "kelvin"))
        }
        return .preset(try choice(text))
    }

    private static func focus(_ text: String) throws(PrismError) -> Focus {
        switch text.lowercased() {
        case "auto": return .auto
        case "continuous": return .continuous
        case "infinity": return .manual(.infinity)
        case "hyperfocal": return .manual(.hyperfocal)
        case "current", "manual": return .manual(.current)
        default: return .manual(.dioptres(try NumberReader.decimal(text, in: 0...1_000)))
        }
    }

    /// `auto`, or windows of X,Y,WIDTH,HEIGHT in sensor pixels, joined by +.
    private static func windows(_ text: String) throws(PrismError) -> [SensorRectangle] {
        if text == "auto" { return [] }
        return try text.split(separator: "+", omittingEmptySubsequences: false).map {
            window throws(PrismError) in
            let sides = try window.split(separator: ",", omittingEmptySubsequences: false).map {
                side throws(PrismError) in
                try NumberReader.whole(String(side), in: 0...1_000_000, what: "sensor pixels")
            }
            guard sides.count == 4 else {
                throw PrismError(.usage, "\"\(window)\": not a window; write X,Y,WIDTH,HEIGHT")
            }
            return SensorRectangle(
                x: sides[0], y: sides[1], width: sides[2], height: sides[3])
        }
    }

    /// `30`, or `5-30` for limits.
    private static func frameDuration(_ text: String) throws(PrismError) -> ClosedRange<Int64> {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        let rates = try parts.map { part throws(PrismError) in try FrameRate(String(part)) }
        let durations = rates.map(\.frameDuration.wholeNanoseconds)
        guard durations.count <= 2, let fast = durations.min(), let slow = durations.max() else {
            throw PrismError(.usage, "\"\(text)\": write one rate, or two as SLOWEST-FASTEST")
        }
        return fast...slow
    }

    /// `2`, or `2@0.5,0.4` with the centre of what is shown.
    private static func zoom(_ text: String) throws(PrismError) -> Zoom {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        let factor = try NumberReader.decimal(String(parts[0]), in: 1...1_000)
        guard parts.count > 1 else { return Zoom(factor) }
        guard parts.count == 2 else {
            throw PrismError(.usage, "\"\(text)\": write FACTOR@X,Y, for example 2@0.5,0.4")
        }
        let (x, y) = try NumberReader.pair(String(parts[1]), in: 0...1)
        return Zoom(factor, centreX: x, centreY: y)
    }
}

extension ControlSettings {
    /// Several wishes as one; shutter and gain are two axes of one field.
    static func joined(
        _ wishes: [(ControlName, ControlSettings)]
    ) throws(PrismError) -> ControlSettings {
        var result = ControlSettings()
        var seen: Set<ControlName> = []
        for (control, wish) in wishes {
            guard seen.insert(control).inserted else {
                throw PrismError(.usage, "\(control.rawValue) is given twice")
            }
            let before = result.exposure
            result = result.merging(wish)
            if control == .gain, let before { result.exposure?.exposureTime = before.exposureTime }
            if control == .shutter, let before {
                result.exposure?.analogueGain = before.analogueGain
            }
        }
        return result
    }
}
