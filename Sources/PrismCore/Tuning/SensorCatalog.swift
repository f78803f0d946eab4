// SPDX-License-Identifier: MIT
// All sensor profiles of this machine, with what it or its user changed.

/// Finds sensor profiles by the sensor's name.
public struct SensorCatalog: Sendable {
    private let store: ProfileStore

    package init(store: ProfileStore) { self.store = store }

    /// The profiles that came with the program, changed by those in /etc/prism/Tuning and
    /// ~/.config/prism/Tuning (there only the keys that differ need to be given).
    public static var standard: SensorCatalog {
        SensorCatalog(store: ProfileStore.standard("Tuning"))
    }

    /// Names of the sensors that have a profile, sorted.
    ///
    /// - Throws: `inputOutput` where a folder is there but cannot be read.
    public func names() throws(PrismError) -> [String] { try store.names() }

    /// The profile of a sensor.
    ///
    /// - Parameter sensor: Its model, for example "imx708"; what follows an underscore (`imx708_wide`) or a
    ///   space is dropped where there is no profile of the whole name.
    /// - Returns: The profile.
    /// - Throws: `unsupported` where there is none (lists those that there are), `invalidData` naming
    ///   file, line and key.
    public func profile(of sensor: String) throws(PrismError) -> SensorProfile {
        let plain = sensor.split(whereSeparator: { $0 == "_" || $0 == " " }).first.map(String.init)
        for name in [sensor, plain ?? sensor] where !name.contains("/") && !name.isEmpty {
            if let document = try store.document(name) {
                return try SensorProfile(document, expected: name)
            }
        }
        let known = try names().joined(separator: ", ")
        throw PrismError(
            .unsupported, "there is no profile of the sensor \"\(sensor)\"; known are \(known)")
    }

    /// Reads a profile from a file of its own.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - sensor: The sensor that it must be of; nil takes any.
    /// - Returns: The profile.
    /// - Throws: `inputOutput` where it cannot be read, `invalidData` naming file, line and key,
    ///   `unsupported` where it is of another sensor.
    public static func profile(
        file path: String, of sensor: String? = nil
    ) throws(PrismError) -> SensorProfile {
        guard let document = try ProfileStore.read(path) else {
            throw PrismError(.inputOutput, "\(path): there is no such file")
        }
        return try SensorProfile(document, expected: sensor)
    }
}
