// SPDX-License-Identifier: MIT
// --list-cameras: the text that scripts of the other suites parse.

import PrismCore

enum CompatList {
    /// Prints every camera with its modes.
    static func command(_ selection: CameraSelection) -> Command {
        Command(
            name: "list-cameras", summary: "", discussion: [], options: [], examples: []
        ) { invocation in
            let access = try await CameraAccess(selection, work: invocation.work)
            let cameras = try await access.cameras()
            guard !cameras.isEmpty else {
                return await invocation.console.show("No cameras available!\n", nil)
            }
            var text = "Available cameras\n-----------------\n"
            for (index, camera) in cameras.enumerated() {
                text += try await entry(index, camera, access)
            }
            await invocation.console.show(text, nil)
        }
    }

    private static func entry(
        _ index: Int, _ camera: CameraDescriptor, _ access: CameraAccess
    ) async throws(PrismError) -> String {
        let session = try await access.open(camera)
        let properties = try? await session.properties()
        let formats = try? await session.formats(.raw)
        let modes = (try? await session.sensorModes()) ?? []
        await session.close()
        let raw = formats?.compactMap { RawFormat($0.format) }.first
        return text(
            index, camera, array: properties?["PixelArraySize"], raw: raw, modes: modes)
    }

    /// `0 : imx708 [4608x2592 10-bit RGGB] (id)`, then one line a mode.
    static func text(
        _ index: Int, _ camera: CameraDescriptor, array: ControlValue?, raw: RawFormat?,
        modes: [SensorMode]
    ) -> String {
        var facts: [String] = []
        if case .size(let width, let height)? = array { facts.append("\(width)x\(height)") }
        let depth = modes.compactMap(\.bitDepth).max() ?? raw?.bits
        if let depth { facts.append("\(depth)-bit") }
        if let raw { facts.append(raw.order.rawValue.uppercased()) }
        var lines = [
            "\(index) : \(camera.model) [\(facts.joined(separator: " "))] (\(camera.id))".onOneLine
        ]
        let format = raw.map { "'S\($0.order.rawValue.uppercased())\(depth ?? $0.bits)'" }
        let head = "    Modes: \(format ?? "") : "
        for (number, mode) in modes.sorted(by: { $0.size.width < $1.size.width }).enumerated() {
            let start = number == 0 ? head : String(repeating: " ", count: head.count)
            lines.append(start + line(mode))
        }
        return lines.joined(separator: "\n") + "\n\n"
    }

    private static func line(_ mode: SensorMode) -> String {
        let rate = mode.shortestFrame.map { nanoseconds -> String in
            let hundredths = (100_000_000_000 + nanoseconds / 2) / nanoseconds
            let rest = hundredths % 100
            return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest) fps"
        }
        let crop = mode.crop.map { "(\($0.x), \($0.y))/\($0.width)x\($0.height) crop" }
        let facts = [rate, crop].compactMap { $0 }.joined(separator: " - ")
        return "\(mode.size)" + (facts.isEmpty ? "" : " [\(facts)]")
    }
}
