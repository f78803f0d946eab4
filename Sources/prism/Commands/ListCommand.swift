// SPDX-License-Identifier: MIT
// prism list: the cameras there are.

import PrismCore

enum ListCommand {
    static let command = Command(
        name: "list", summary: "list the cameras",
        discussion: [
            "Prints one line for each camera: its index, model, the size of its sensor and its identifier."
                + " Each of index, model and identifier can follow --camera libcamera:."
        ],
        options: [CommonOptions.camera.spec, CommonOptions.json.spec, CommonOptions.help.spec],
        examples: [
            .init(line: "prism list", purpose: "Lists the cameras that libcamera drives."),
            .init(
                line: "prism list --camera mock:imx219 --json",
                purpose: "Describes a simulated camera in JSON."),
        ],
        run: run)

    private static func run(_ invocation: Invocation) async throws {
        let selection = try CommonOptions.camera(of: invocation.arguments)
        let access = try await CameraAccess(selection, work: invocation.work)
        let cameras = try await access.cameras()
        guard !cameras.isEmpty else {
            throw PrismError(.noCamera, "no camera was found; prism doctor looks for the cause")
        }
        for (index, camera) in cameras.enumerated() {
            let entry = CameraEntry(index, camera, await sensorSize(of: camera, access))
            await invocation.console.show(entry.text, entry.json)
        }
    }

    /// The size of the sensor, or nil where the camera cannot be opened just now.
    private static func sensorSize(
        of camera: CameraDescriptor, _ access: CameraAccess
    ) async -> PixelSize? {
        guard let session = try? await access.open(camera) else { return nil }
        let properties = try? await session.properties()
        await session.close()
        guard case .size(let width, let height)? = properties?["PixelArraySize"] else { return nil }
        return PixelSize(width: width, height: height)
    }
}

/// One camera of the list.
struct CameraEntry: Equatable {
    let text: String
    let json: JSONValue

    init(_ index: Int, _ camera: CameraDescriptor, _ size: PixelSize?) {
        let shownSize = size.map { " [\($0)]" } ?? ""
        text = "\(index) : \(camera.model)\(shownSize) (\(camera.id))".onOneLine + "\n"
        json = [
            "index": .integer(Int64(index)), "model": .string(camera.model),
            "id": .string(camera.id), "handler": .string(camera.handler),
            "width": size.map { .integer(Int64($0.width)) } ?? nil,
            "height": size.map { .integer(Int64($0.height)) } ?? nil,
        ]
    }
}
