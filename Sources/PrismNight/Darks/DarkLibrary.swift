// SPDX-License-Identifier: MIT
// A directory of master darks, and the one that fits a photograph best.

internal import FoundationEssentials
internal import Glibc
public import PrismCore
internal import PrismImage

/// Darks by sensor, mode, gain, exposure and temperature: a DNG of each mean, and a JSON file that says what it is of.
public struct DarkLibrary: Hashable, Sendable {
    /// The directory.
    public let directory: String

    /// What a master's JSON file says.
    struct Entry: Hashable, Codable {
        /// The version of this layout.
        var schema = 1
        var key: DarkFrame.Key
        /// Samples of the master per sample of a frame.
        var scale: Int
        var frames: Int
        /// The DNG beside it.
        var file: String
    }

    /// Degrees for which dark current doubles, as silicon sensors have it within a degree or two.
    static let doubling = 7.0

    /// Names a directory; it need not exist.
    public init(directory: String) { self.directory = directory }

    /// The best dark for a photograph, brought to its exposure and temperature.
    ///
    /// The sensor and the gain (within a third of a stop) must be the same, the exposure within a factor of two, the temperature
    /// within 5 degrees where both are known; the mode where the key names one.
    ///
    /// - Parameter key: What it is for.
    /// - Returns: The dark, nil where none fits, and a line that says what was found.
    /// - Throws: `invalidData` naming a file that is damaged; that none is there is no error.
    public func dark(
        for key: DarkFrame.Key
    ) throws(PrismError) -> (dark: DarkFrame?, note: String) {
        let entries = try entries()
        let fitting = entries.filter { $0.key.fits(key) }
        let best = fitting.min { $0.key.distance(to: key) < $1.key.distance(to: key) }
        guard let best else {
            return (nil, "no dark of \(entries.count) in \(directory) fits: none is taken off")
        }
        let image = try RawReader().read("\(directory)/\(best.file)")
        var dark = DarkFrame(key: best.key, image: image, scale: best.scale)
        dark.factor = best.key.factor(for: key)
        let factor = NightPlan.text(dark.factor)
        return (dark, "the dark \(best.file) is taken off, times \(factor)")
    }

    /// Keeps a master; one of the same conditions is replaced.
    ///
    /// - Returns: The paths of its two files.
    /// - Throws: What keeps the files from being written.
    @discardableResult
    public func keep(_ dark: DarkFrame, frames: Int) throws(PrismError) -> [String] {
        if mkdir(directory, 0o777) != 0, errno != EEXIST {
            throw .system("make \(directory)", errno: errno)
        }
        let stem = dark.key.name
        let entry = Entry(key: dark.key, scale: dark.scale, frames: frames, file: stem + ".dng")
        let paths = ["\(directory)/\(stem).dng", "\(directory)/\(stem).json"]
        let image = dark.image
        try DarkLibrary.write(paths[0]) { descriptor in
            _ = try DNGEncoder().encode(image, to: descriptor)
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        guard let text = try? encoder.encode(entry) else {
            throw PrismError(.invalidData, "a dark with a number that JSON has not")
        }
        try DarkLibrary.write(paths[1]) { descriptor in
            try NightOutputs.writeAll(Array(text), to: descriptor, paths[1])
        }
        return paths
    }

    private static func write(
        _ path: String, _ body: (Int32) throws -> Void
    ) throws(PrismError) {
        let file = try AtomicFile(path: path, collision: .replace)
        do { try body(file.fileDescriptor) } catch {
            throw (error as? PrismError).map {
                PrismError($0.code, "\(path): \($0.message)", errno: $0.errno)
            } ?? PrismError(.inputOutput, "cannot write \(path): \(error)")
        }
        try file.synchronise()
        try file.publish()
    }

    func entries() throws(PrismError) -> [Entry] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        var entries: [Entry] = []
        for name in names.sorted() where name.hasPrefix("dark-") && name.hasSuffix(".json") {
            let path = "\(directory)/\(name)"
            guard let data = FileManager.default.contents(atPath: path),
                let entry = try? JSONDecoder().decode(Entry.self, from: data), entry.schema == 1,
                (1...256).contains(entry.scale), !entry.file.contains("/"), entry.key.isSane
            else {
                throw PrismError(.invalidData, "\(path): expected the description of a dark")
            }
            entries.append(entry)
        }
        return entries
    }
}

extension DarkFrame.Key {
    fileprivate var isSane: Bool {
        gain > 0 && gain.isFinite && exposureTime > 0 && (temperature ?? 0).isFinite
    }

    /// The name of its files: conditions in buckets of a third of a stop, a factor of two and five degrees.
    var name: String {
        let gainStep = Int((3 * log2(gain)).rounded())
        let timeStep = Int(log2(Double(exposureTime) / 1e6).rounded())
        let warmth = temperature.map { "-t\(Int(($0 / 5).rounded()) * 5)" } ?? ""
        let plain = sensor.map { $0.isLetter || $0.isNumber ? String($0) : "_" }.joined()
        return "dark-\(plain)-\(width)x\(height)-g\(gainStep)-e\(timeStep)\(warmth)"
    }

    fileprivate func fits(_ other: DarkFrame.Key) -> Bool {
        let isSameMode = other.width == 0 || (width == other.width && height == other.height)
        guard sensor == other.sensor, isSameMode, abs(log2(gain / other.gain)) <= 0.34,
            abs(log2(Double(exposureTime) / Double(other.exposureTime))) <= 1.01
        else { return false }
        guard let temperature, let theirs = other.temperature else { return true }
        return abs(temperature - theirs) <= 5
    }

    fileprivate func distance(to other: DarkFrame.Key) -> Double {
        let warmth = abs((temperature ?? 0) - (other.temperature ?? temperature ?? 0))
        return abs(log2(gain / other.gain)) * 3
            + abs(log2(Double(exposureTime) / Double(other.exposureTime)))
            + warmth / DarkLibrary.doubling
    }

    /// What dark current is multiplied by to be that of other conditions.
    fileprivate func factor(for other: DarkFrame.Key) -> Double {
        let time = Double(other.exposureTime) / Double(exposureTime)
        guard let temperature, let theirs = other.temperature else {
            return time * other.gain / gain
        }
        return time * other.gain / gain * exp2((theirs - temperature) / DarkLibrary.doubling)
    }
}
