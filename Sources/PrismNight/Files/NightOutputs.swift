// SPDX-License-Identifier: MIT
// Where the results of a burst go, and what became of each.

internal import Glibc
internal import PrismCore

/// The files that are to be written; all but the picture are optional.
public struct NightOutputs: Hashable, Sendable {
    /// The finished JPEG.
    public var picture: String
    /// The mean as DNG.
    public var merged: String?
    /// The denoised mean as DNG.
    public var denoised: String?
    /// How much each place rests on, as grey PNG: white where every frame counts, black where only one does.
    public var rejection: String?
    /// The report as JSON.
    public var report: String?
    /// Whether existing files are replaced.
    public var overwrites = false

    /// Makes a choice of files.
    public init(picture: String) { self.picture = picture }

    /// All paths, the picture first.
    public var paths: [String] {
        [picture, merged, denoised, rejection, report].compactMap(\.self)
    }
}

/// A file that was written, or not.
public struct OutputVerdict: Hashable, Codable, Sendable {
    /// Its path.
    public var file: String
    /// Bytes in it; nil where it could not be written.
    public var bytes: Int64?
    /// Why it could not be written: the error's code, as programs read it.
    public var error: String?
    /// The same for a person.
    public var note: String?
}

extension NightOutputs {
    /// Writes one file whole or not at all, and says what became of it.
    func write(
        _ path: String, probe: FileProbe, _ encode: (Int32) throws -> Int64
    ) -> (verdict: OutputVerdict, failure: PrismError?) {
        do throws(PrismError) {
            let bytes = try publish(path, probe, encode)
            return (OutputVerdict(file: path, bytes: bytes), nil)
        } catch {
            let verdict = OutputVerdict(
                file: path, error: error.code.rawValue, note: error.description)
            return (verdict, error)
        }
    }

    private func publish(
        _ path: String, _ probe: FileProbe, _ encode: (Int32) throws -> Int64
    ) throws(PrismError) -> Int64 {
        let file = try AtomicFile(
            path: path, collision: overwrites ? .replace : .refuse, probe: probe)
        let bytes: Int64
        do {
            try probe.before(.write, path)
            bytes = try encode(file.fileDescriptor)
        } catch {
            throw NightOutputs.naming(path, error)
        }
        try file.synchronise()
        try file.publish()
        try AtomicFile.synchroniseDirectory(of: path)
        return bytes
    }

    /// Writes all bytes to a descriptor, whose path belongs into the error.
    static func writeAll(
        _ bytes: [UInt8], to descriptor: Int32, _ path: String
    ) throws(PrismError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                throw .system("write \(path)", errno: count == 0 ? EIO : errno)
            }
            rest = rest.dropFirst(count)
        }
    }

    /// Encoders know a descriptor only; the path belongs into their errors.
    private static func naming(_ path: String, _ error: any Error) -> PrismError {
        guard let known = error as? PrismError else {
            return PrismError(.inputOutput, "cannot write \(path): \(error)")
        }
        let names = known.message.contains(path)
        return PrismError(
            known.code, names ? known.message : "\(path): \(known.message)", errno: known.errno)
    }
}
