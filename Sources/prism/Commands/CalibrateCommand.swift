// SPDX-License-Identifier: MIT
// prism calibrate noise, dark, hot: measures a sensor and writes what differs from its profile.

import PrismCapture
import PrismCore
import PrismImage
import PrismNight

enum CalibrateCommand {
    static let all = [noise, dark, hot]

    private static let output = Option<String>(
        "output", short: "o", "FILE", "The file of the sensor's profile that is written.",
        fallback: "~/.config/prism/Tuning/SENSOR.json5", examples: ["my-imx477.json5"],
        completion: .file, read: NightOptions.path)

    private static let gains = Option<[Double]>(
        "gains", "LIST", "Gains that are measured.", fallback: "1,2,4,8,16",
        examples: ["1,2,4,8"]
    ) { (text: String) throws(PrismError) in
        var gains: [Double] = []
        for part in text.split(separator: ",") {
            gains.append(try NumberReader.decimal(String(part), in: 1...1024))
        }
        guard !gains.isEmpty, zip(gains, gains.dropFirst()).allSatisfy({ $0 < $1 }) else {
            throw PrismError(.usage, "\"\(text)\": expected rising gains, for example 1,2,4,8")
        }
        return gains
    }

    private static let from = Option<String>(
        "from", "FILE",
        "Raw files instead of a camera: two of the same scene and exposure after each other."
            + " More files may follow.",
        examples: ["pairs/*.dng"], completion: .file, read: NightOptions.path)

    private static let darks = Option<String>(
        "darks", "DIRECTORY", "The library of darks.", fallback: "~/.local/share/prism/darks",
        examples: ["darks"], completion: .directory, read: NightOptions.path)

    private static let frames = Option<Int>(
        "frames", "NUMBER", "How many frames a dark is the mean of.", fallback: "16",
        examples: ["16"]
    ) { (text: String) throws(PrismError) in try NumberReader.whole(text, in: 3...250) }

    // MARK: Noise

    private static let noise = Command(
        name: "calibrate noise", summary: "measure the noise of a sensor",
        discussion: [
            "Points the camera at something still, best a grey wall out of focus that is lit by daylight,"
                + " takes two frames at each of eight brightnesses for each gain, and fits"
                + " variance = a·x + b. What is found is laid over the sensor's profile; `prism tuning` shows it."
        ],
        operands: Command.Operands(placeholder: "MORE FILES", count: 0...100_000),
        options: [
            CommonOptions.camera.spec, from.spec, gains.spec, output.spec,
            OutputOptions.overwrite.spec, CommonOptions.json.spec, CommonOptions.help.spec,
        ],
        examples: [
            .init(line: "prism calibrate noise", purpose: "Measures the first camera."),
            .init(
                line: "prism calibrate noise --from pairs/*.dng -o my-imx477.json5",
                purpose: "Measures frames that were taken before."),
        ],
        run: { try await runNoise($0) })

    private static func runNoise(_ invocation: Invocation) async throws {
        let arguments = invocation.arguments
        if let first = arguments[from] {
            let paths = [first] + arguments.operands
            let (sensor, results) = try await invocation.work.run { () throws(PrismError) in
                try noise(of: paths)
            }
            return try await write(results, sensor, invocation)
        }
        let selection = try CommonOptions.camera(of: arguments)
        let gains = arguments[gains] ?? [1, 2, 4, 8, 16]
        let (model, results) = try await open(selection, invocation) {
            (session) throws(PrismError) in
            let results = try await CalibrationCapture(session).noise(gains: gains) { done, total in
                tell(done, total, invocation)
            }
            return (session.descriptor.model, results)
        }
        try await write(results, model, invocation)
    }

    private static func noise(
        of paths: [String]
    ) throws(PrismError) -> (String, [NoiseCalibration.Result]) {
        guard paths.count >= 2, paths.count.isMultiple(of: 2) else {
            throw PrismError(.usage, "\(paths.count) files: expected pairs of the same exposure")
        }
        var calibration = NoiseCalibration()
        var sensor = ""
        let reader = RawReader()
        for index in stride(from: 0, to: paths.count, by: 2) {
            let (one, two) = (try reader.read(paths[index]), try reader.read(paths[index + 1]))
            do throws(PrismError) {
                try calibration.add(
                    one, two, gain: one.facts.photo.analogueGain.map(Double.init) ?? 1)
            } catch {
                throw PrismError(error.code, "\(paths[index]): \(error.message)")
            }
            sensor = one.facts.photo.model ?? sensor
        }
        return (sensor, calibration.results())
    }

    private static func write(
        _ results: [NoiseCalibration.Result], _ sensor: String, _ invocation: Invocation
    ) async throws {
        guard !results.isEmpty else {
            throw PrismError(.invalidData, "too little of the frames could be measured")
        }
        var file = TuningOverride(sensor: sensor)
        file.noise = results
        let path = try await save(file, invocation)
        let rows = results.map { row in
            "  gain \(row.gain.formatted(2)): a \(row.a.scientific), b \(row.b.scientific)\n"
        }
        let json = results.map { row -> JSONValue in
            [
                "gain": .number(row.gain), "a": .number(row.a), "b": .number(row.b),
                "cells": .integer(Int64(row.cells)),
            ]
        }
        await invocation.console.show(
            "\(path)\n" + rows.joined(),
            [
                "event": "noise", "sensor": .string(sensor), "file": .string(path),
                "measurements": .array(json),
            ])
    }

    private static func save(
        _ file: TuningOverride, _ invocation: Invocation
    ) async throws(PrismError) -> String {
        guard !file.sensor.isEmpty, !file.sensor.contains("/") else {
            throw PrismError(.invalidData, "the frames do not name their sensor")
        }
        let path =
            invocation.arguments[output] ?? TuningOverride.standardPath(of: file.sensor)
        guard let path else {
            throw PrismError(.usage, "HOME is not set; say where with --output FILE")
        }
        let overwrites = invocation.arguments[OutputOptions.overwrite]
        try await invocation.work.run { () throws(PrismError) in
            try file.write(to: path, overwrites: overwrites)
        }
        return path
    }

    // MARK: Darks

    private static let dark = Command(
        name: "calibrate dark", summary: "take a dark for long exposures",
        discussion: [
            "With the lens covered takes frames of one exposure and gain and keeps their mean in a library, by"
                + " sensor, mode, gain, exposure and temperature. `prism night --dark` takes the one that"
                + " fits best off its frames."
        ],
        options: [
            CommonOptions.camera.spec, ExposureOptions.shutter.spec, ExposureOptions.gain.spec,
            frames.spec, darks.spec, CommonOptions.json.spec, CommonOptions.help.spec,
        ],
        examples: [
            .init(
                line: "prism calibrate dark --shutter 5s --gain 8",
                purpose: "Sixteen frames of five seconds, for stars.")
        ],
        run: { try await runDark($0) })

    private static func runDark(_ invocation: Invocation) async throws {
        let (time, gain) = try exposure(
            invocation, "--shutter and --gain are needed: what the dark is for")
        let library = DarkLibrary(directory: try directory(invocation.arguments))
        let (master, count) = try await covered(time, gain, invocation)
        let paths = try await invocation.work.run { () throws(PrismError) in
            try library.keep(master, frames: count)
        }
        await invocation.console.show(
            paths.map { $0 + "\n" }.joined(),
            [
                "event": "dark", "file": .string(paths.first ?? ""),
                "exposureTime": .integer(master.key.exposureTime), "gain": .number(master.key.gain),
                "frames": .integer(Int64(count)),
            ])
    }

    /// The library's directory, made with those above it.
    private static func directory(_ arguments: Arguments) throws(PrismError) -> String {
        if let directory = arguments[darks] { return directory }
        let home = Environment.value("HOME").map { $0 + "/.local/share" }
        guard let base = Environment.value("XDG_DATA_HOME") ?? home, !base.isEmpty else {
            throw PrismError(.usage, "HOME is not set; say where with --darks DIRECTORY")
        }
        return base + "/prism/darks"
    }

    // MARK: Hot pixels

    private static let hot = Command(
        name: "calibrate hot", summary: "measure the hot pixels of a sensor",
        discussion: [
            "With the lens covered takes a dark of one exposure and gain and measures how many pixels are hot, and"
                + " their mean dark current. What is found is laid over the sensor's profile."
        ],
        options: [
            CommonOptions.camera.spec, ExposureOptions.shutter.spec, ExposureOptions.gain.spec,
            frames.spec, output.spec, OutputOptions.overwrite.spec, CommonOptions.json.spec,
            CommonOptions.help.spec,
        ],
        examples: [
            .init(
                line: "prism calibrate hot --shutter 5s --gain 4",
                purpose: "Measures the first camera, whose lens is covered.")
        ],
        run: { try await runHot($0) })

    private static func runHot(_ invocation: Invocation) async throws {
        let (time, gain) = try exposure(invocation, "--shutter and --gain are needed")
        let (master, count) = try await covered(time, gain, invocation)
        let found = try await invocation.work.run { () throws(PrismError) in
            let profile = try SensorCatalog.standard.profile(of: master.key.sensor)
            return try HotCalibration(master, frames: count, profile: profile)
        }
        var file = TuningOverride(sensor: master.key.sensor)
        file.hot = found
        let path = try await save(file, invocation)
        await invocation.console.show(
            "\(path)\n  \(found.pixels.count) hot pixels, \(found.current.formatted(0)) electrons per"
                + " second, share \(found.share.scientific)\n",
            [
                "event": "hot", "file": .string(path),
                "pixels": .integer(Int64(found.pixels.count)), "share": .number(found.share),
                "current": .number(found.current),
            ])
    }

    // MARK: Common

    /// Exposure time and gain, which both must be held.
    private static func exposure(
        _ invocation: Invocation, _ refusal: String
    ) throws(PrismError) -> (time: Int64, gain: Double) {
        guard case .fixed(let time)? = invocation.arguments[ExposureOptions.shutter],
            case .fixed(let gain)? = invocation.arguments[ExposureOptions.gain]
        else { throw PrismError(.usage, refusal) }
        return (time, gain)
    }

    /// The mean of frames behind a covered lens, and how many they were.
    private static func covered(
        _ time: Int64, _ gain: Double, _ invocation: Invocation
    ) async throws(PrismError) -> (master: DarkFrame, count: Int) {
        let count = invocation.arguments[frames] ?? 16
        let selection = try CommonOptions.camera(of: invocation.arguments)
        let master = try await open(selection, invocation) { (session) throws(PrismError) in
            try await CalibrationCapture(session).dark(
                exposureTime: time, gain: gain, count: count
            ) { done, total in tell(done, total, invocation) }
        }
        return (master, count)
    }

    private static func tell(_ done: Int, _ total: Int, _ invocation: Invocation) {
        var line = ProgressLine(total: total)
        line.done = done
        let text = line.text(columns: Console.columns)
        let console = invocation.console
        Task { await console.progress(text) }
    }

    private static func open<Value: Sendable>(
        _ selection: CameraSelection, _ invocation: Invocation,
        _ body: @Sendable (CameraSession) async throws(PrismError) -> Value
    ) async throws(PrismError) -> Value {
        try await NightCamera.with(selection, work: invocation.work, body)
    }
}
