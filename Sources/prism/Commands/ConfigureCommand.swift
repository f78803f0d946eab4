// SPDX-License-Identifier: MIT
// prism configure: what a camera makes of a wish for streams, without taking a picture.

import PrismCore

enum ConfigureCommand {
    private static let explain = Option(
        flag: "explain",
        "Says of each field what was asked and what it became, and lists the modes.")

    private static let roles = Option<[StreamRole]>(
        "roles", "ROLE[,ROLE]", "What the streams are for: raw, still, video, viewfinder.",
        fallback: "still", examples: ["viewfinder,raw"]
    ) { (text: String) throws(PrismError) in
        try text.split(separator: ",", omittingEmptySubsequences: false).map {
            word throws(PrismError) in
            if let role = StreamRole(rawValue: String(word)) { return role }
            let known = StreamRole.allCases.map(\.rawValue).joined(separator: ", ")
            throw PrismError(.usage, "\"\(word)\": use \(known)")
        }
    }

    private static let buffers = Option<Int>(
        "buffers", "COUNT", "Buffers in flight.", fallback: "as many as are needed",
        examples: ["6"]
    ) { (text: String) throws(PrismError) in try NumberReader.whole(text, in: 1...16) }

    static let command = Command(
        name: "configure", summary: "try a configuration and say what comes of it",
        discussion: [
            "Asks the camera for streams and a sensor mode, and prints what it makes of them. Nothing is"
                + " taken, and nothing stays configured."
        ],
        options: [
            explain.spec, roles.spec, PictureOptions.width.spec, PictureOptions.height.spec,
            PictureOptions.size.spec, buffers.spec,
        ] + ModeOptions.all + [
            HDROption.hdr.spec, CommonOptions.camera.spec, CommonOptions.json.spec,
            CommonOptions.help.spec,
        ],
        examples: [
            .init(
                line: "prism configure --size 1920x1080 --explain",
                purpose: "Says what the camera makes of it, field by field."),
            .init(
                line: "prism configure --roles viewfinder,raw --mode full",
                purpose: "A screen and raw frames that show the whole field."),
        ],
        run: run)

    private static func run(_ invocation: Invocation) async throws {
        let arguments = invocation.arguments
        let size = try PictureOptions.size(of: arguments)
        let streams = (arguments[roles] ?? [.still]).enumerated().map { index, role in
            StreamConfiguration(role, size: index == 0 ? size : nil)
        }
        let wish = CameraConfiguration(
            streams: streams, bufferCount: arguments[buffers],
            transform: ModeOptions.transform(of: arguments))
        let access = try await CameraAccess(
            CommonOptions.camera(of: arguments), work: invocation.work)
        let (camera, hdr) = try await access.open(
            recovery: RecoveryPolicy(), withSensorHDR: HDROption.wantsSensor(arguments))
        defer { hdr?.restore() }
        do throws(PrismError) {
            let answer = try await ask(camera, wish, arguments[ModeOptions.mode])
            await camera.close()
            await invocation.console.show(answer.text(explains: arguments[explain]), answer.json)
        } catch {
            await camera.close()
            throw await access.explained(error)
        }
    }

    private static func ask(
        _ camera: CameraSession, _ wish: CameraConfiguration, _ mode: SensorModeWish?
    ) async throws(PrismError) -> ConfigurationFacts {
        var wish = wish
        if let mode { wish = try await camera.choosing(mode, for: wish) }
        let report = try await camera.configure(wish)
        return ConfigurationFacts(
            report: report, wish: wish, modes: try await camera.sensorModes(),
            capabilities: await camera.capabilities, lens: await camera.lens)
    }
}

/// What came of a configuration.
struct ConfigurationFacts: Sendable {
    let report: ConfigurationReport
    let wish: CameraConfiguration
    let modes: [SensorMode]
    let capabilities: CameraCapabilities
    let lens: LensDescriptor?

    private var fields: [(name: String, value: String)] {
        let configured = report.configured
        var fields: [(String, String)] = []
        for (index, stream) in configured.streams.enumerated() {
            let name = "streams[\(index)]"
            fields.append(("\(name).role", stream.role.rawValue))
            fields.append(("\(name).size", stream.size?.description ?? "not known"))
            fields.append(("\(name).format", stream.format.map { "\($0)" } ?? "not known"))
            fields.append(("\(name).stride", stream.stride.map { "\($0)" } ?? "not known"))
        }
        fields.append(("bufferCount", configured.bufferCount.map { "\($0)" } ?? "not known"))
        fields.append(("sensorSize", configured.sensorSize?.description ?? "not known"))
        fields.append(
            ("sensorBitDepth", configured.sensorBitDepth.map { "\($0)" } ?? "not known"))
        fields.append(("transform", configured.transform?.description ?? "not known"))
        if let crop = capabilities.fullCrop { fields.append(("fieldOfView", crop.description)) }
        return fields
    }

    /// One line a field; with `explains` what was asked where it became something else, and the modes.
    func text(explains: Bool) -> String {
        var lines = fields.map { field in
            let asked = report.adjustments.first { $0.field == field.name }?.requested
            let note = asked.map { explains ? "   (asked for \($0))" : "   (adjusted)" } ?? ""
            let padding = String(repeating: " ", count: max(1, 20 - field.name.count))
            return field.name + padding + field.value + note
        }
        if explains {
            if let range = capabilities.frameDuration.range {
                let fastest = ControlSettings(frameDuration: range.lowerBound...range.lowerBound)
                lines.append(
                    "rate                up to \(fastest.text(of: .frameDuration) ?? "?") fps")
            }
            if let lens {
                let millimetres = (lens.equivalentFocalLength * 10).rounded() / 10
                lines.append("lens                \(millimetres) mm (35 mm equivalent)")
            }
            lines += modes.map { "mode                \($0)" }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    var json: JSONValue {
        let adjustments = report.adjustments.map { adjustment -> JSONValue in
            [
                "field": .string(adjustment.field), "requested": .string(adjustment.requested),
                "configured": .string(adjustment.configured),
            ]
        }
        return .object(
            [.init(key: "event", value: "configuration")]
                + fields.map { .init(key: $0.name, value: .string($0.value)) }
                + [
                    .init(key: "adjustments", value: .array(adjustments)),
                    .init(key: "modes", value: .array(modes.map { .string($0.description) })),
                ])
    }
}
