// SPDX-License-Identifier: MIT
// The part of a plan that sets white balance and colour matrix.

extension ControlPlan {
    mutating func addColours(_ settings: ControlSettings) throws(PrismError) {
        if let whiteBalance = settings.whiteBalance { try add(whiteBalance) }
        guard let matrix = settings.colourMatrix else { return }
        let range = try capabilities.colourMatrix.limits("a colour matrix")
        let balance = settings.whiteBalance ?? context.held.whiteBalance ?? .auto
        guard !balance.isAutomatic else {
            throw PrismError(
                .unsupported,
                "a colour matrix and an automatic white balance exclude each other: fix its gains")
        }
        for element in matrix.elements where !range.contains(Double(element)) {
            throw PrismError(
                .outOfRange,
                "colour matrix element \(element): this camera allows "
                    + "\(range.lowerBound) to \(range.upperBound)")
        }
        write("ColourCorrectionMatrix", .numbers(matrix.elements))
    }

    private mutating func add(_ whiteBalance: WhiteBalance) throws(PrismError) {
        switch whiteBalance {
        case .auto:
            enable(true)
            // A kind of light that was told before would still bind the search.
            if capabilities.whiteBalancePreset.has(.any) { write("AwbMode", .integer(0)) }
        case .gains(let gains): try add(gains)
        case .preset(let preset):
            enable(true)
            try demand(
                preset, capabilities.whiteBalancePreset, "AwbMode", "white balance preset")
        case .illuminant(let illuminant):
            try addTemperature(illuminant.temperature, prefersOurs: true)
        case .temperature(let kelvin): try addTemperature(kelvin, prefersOurs: false)
        case .locked:
            guard controls.has("AwbEnable") else { throw Self.absent("holding the white balance") }
            write("AwbEnable", .bool(false))
        }
    }

    private mutating func enable(_ isOn: Bool) {
        if controls.has("AwbEnable") { write("AwbEnable", .bool(isOn)) }
    }

    private mutating func add(_ gains: ColourGains) throws(PrismError) {
        let range = try capabilities.colourGains.limits("fixed white balance gains")
        for gain in [gains.red, gains.blue] where !range.contains(Double(gain)) || !(gain > 0) {
            throw PrismError(
                .outOfRange,
                "white balance gain \(gain): this camera allows more than 0 and at most "
                    + "\(range.upperBound)")
        }
        enable(false)
        write("ColourGains", .numbers([gains.red, gains.blue]))
    }

    /// A standard light is best told by the sensor's calibration, a temperature by the camera's own curve.
    private mutating func addTemperature(
        _ kelvin: Int, prefersOurs: Bool
    ) throws(PrismError) {
        let range = capabilities.colourTemperature.range
        if !prefersOurs || context.calibration?.gains(at: kelvin) == nil, let range {
            guard range.contains(Int64(kelvin)) else {
                throw PrismError(
                    .outOfRange,
                    "colour temperature \(kelvin) K: this camera allows "
                        + "\(range.lowerBound) to \(range.upperBound) K")
            }
            enable(false)
            return write("ColourTemperature", .integer(Int64(kelvin)))
        }
        if let gains = context.calibration?.gains(at: kelvin) { return try add(gains) }
        guard let known = context.calibration?.range else {
            _ = try capabilities.colourTemperature.limits("a colour temperature")
            return
        }
        throw PrismError(
            .outOfRange,
            "colour temperature \(kelvin) K: this sensor's calibration covers "
                + "\(known.lowerBound) to \(known.upperBound) K")
    }
}
