// SPDX-License-Identifier: MIT
// Which camera to open, and the list of those there are.

/// A camera, by handler and name.
public struct CameraReference: Hashable, Sendable {
    /// The plug-in's path; nil for the mock.
    package let pluginPath: String?
    /// Index, identifier or model among the handler's cameras; nil: the first.
    public let selector: String?

    /// A camera that libcamera drives.
    ///
    /// - Parameter selector: Index (from 0), identifier or model; nil: the first.
    /// - Returns: The reference; whether there is such a camera is found out when it is opened.
    /// - Throws: `unsupported` where no plug-in for the installed libcamera is found.
    public static func libcamera(_ selector: String? = nil) throws(PrismError) -> CameraReference {
        CameraReference(pluginPath: try PluginCatalog.standard.best().path, selector: selector)
    }

    /// A simulated camera that ``MockCamera`` defined.
    public static func mock(_ camera: MockCamera) -> CameraReference {
        CameraReference(pluginPath: nil, selector: camera.id)
    }

    /// Every camera that this reference's handler knows.
    public func siblings() throws(PrismError) -> [CameraDescriptor] {
        try BridgeManager.shared(pluginPath: pluginPath).cameras()
    }

    /// The camera that the selector means.
    package func resolve(in cameras: [CameraDescriptor]) throws(PrismError) -> CameraDescriptor {
        guard let first = cameras.first else {
            throw PrismError(.noCamera, "no camera was found")
        }
        guard let selector else { return first }
        if let index = Int(selector), cameras.indices.contains(index) { return cameras[index] }
        let matches = cameras.filter { $0.id == selector || $0.model == selector }
        guard let match = matches.first else {
            let known = cameras.enumerated().map { "\($0.offset): \($0.element.model)" }
            throw PrismError(
                .noCamera, "no camera \(selector); there is \(known.joined(separator: ", "))")
        }
        return match
    }
}
