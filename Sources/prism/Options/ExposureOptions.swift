// SPDX-License-Identifier: MIT
// Exposure, white balance and frame rate on the command line, and the controls they become.

import PrismCore

enum ExposureOptions {
    /// Who balances the colours.
    enum Balance: Equatable, Sendable {
        /// By --awbgains.
        case gains
        case by(WhiteBalance)
    }

    static let shutter = Option<ExposureAxis<Int64>>(
        "shutter", "TIME",
        "Exposure time; a bare number is in microseconds, auto or 0 leaves it to the camera.",
        fallback: "auto", examples: ["1/50", "20ms"]
    ) { (text: String) throws(PrismError) in
        guard text != "auto" else { return .auto }
        let time = try DurationReader.read(text, bareUnit: .microsecond).wholeNanoseconds
        return time == 0 ? .auto : .fixed(time)
    }

    static let gain = Option<ExposureAxis<Double>>(
        "gain", aliases: ["analoggain"], "FACTOR",
        "Analogue gain, 1 is none; auto or 0 leaves it to the camera.",
        fallback: "auto", examples: ["2", "1.5"]
    ) { (text: String) throws(PrismError) in
        guard text != "auto" else { return .auto }
        let gain = try NumberReader.decimal(text, in: 0...1024)
        return gain == 0 ? .auto : .fixed(gain)
    }

    static let compensation = Option<Double>(
        "ev", "STOPS", "Exposure compensation of what is automatic, in stops.",
        fallback: "0", examples: ["-0.5", "1"]
    ) { (text: String) throws(PrismError) in try NumberReader.decimal(text, in: -10...10) }

    static let balance: Option<Balance> = {
        var option = Option<Balance>(
            "awb", "MODE",
            "White balance: by the camera, by --awbgains (gains), for a kind of light, for a standard"
                + " illuminant, held as it is, or a temperature such as 4500K.",
            fallback: "auto", examples: ["auto", "daylight", "d65", "4500K"]
        ) { (text: String) throws(PrismError) in
            text == "gains" ? .gains : .by(try ControlReader.whiteBalance(text))
        }
        option.spec.choices =
            ["auto", "gains", "locked"] + WhiteBalancePreset.allCases.map(\.name)
            + Illuminant.allCases.map(\.rawValue)
        return option
    }()

    static let balanceGains = Option<ColourGains>(
        "awbgains", "RED,BLUE", "Gains of red and blue; they end the automatic white balance.",
        examples: ["1.8,1.5"]
    ) { (text: String) throws(PrismError) in
        let (red, blue) = try NumberReader.pair(text, in: 0.01...32)
        return ColourGains(red: Float(red), blue: Float(blue))
    }

    static let frameRate = Option<FrameRate>(
        "framerate", "RATE",
        "Frames per second of the running camera; it limits the exposure time.",
        fallback: "up to the camera", examples: ["30", "29.97", "30000/1001"]
    ) { (text: String) throws(PrismError) in try FrameRate(text) }

    static let all =
        [
            shutter.spec, gain.spec, compensation.spec, balance.spec, balanceGains.spec,
            frameRate.spec,
        ] + ControlOptions.all

    /// The controls that a command line asks for.
    static func settings(of arguments: Arguments) throws(PrismError) -> ControlSettings {
        var settings = ControlOptions.settings(of: arguments)
        let (time, gain) = (arguments[shutter], arguments[gain])
        if time != nil || gain != nil {
            settings.exposure = Exposure(exposureTime: time ?? .auto, analogueGain: gain ?? .auto)
        }
        settings.exposureValue = arguments[compensation]
        settings.whiteBalance = try whiteBalance(of: arguments)
        if let duration = arguments[frameRate]?.frameDuration.wholeNanoseconds {
            if case .fixed(let exposure)? = time, exposure > duration {
                throw PrismError(
                    .usage,
                    "--shutter \(arguments.text(of: shutter) ?? "") is longer than a frame"
                        + " at --framerate \(arguments.text(of: frameRate) ?? "")")
            }
            settings.frameDuration = duration...duration
        }
        return settings
    }

    private static func whiteBalance(of arguments: Arguments) throws(PrismError) -> WhiteBalance? {
        switch (arguments[balance], arguments[balanceGains]) {
        case (nil, nil): return nil
        case (.by(let balance)?, nil): return balance
        case (nil, let gains?), (.gains?, let gains?): return .gains(gains)
        case (.gains?, nil): throw PrismError(.usage, "--awb gains needs --awbgains RED,BLUE")
        case (.by?, .some):
            let mode = arguments.text(of: balance) ?? ""
            throw PrismError(.usage, "--awb \(mode) and --awbgains exclude each other")
        }
    }
}
