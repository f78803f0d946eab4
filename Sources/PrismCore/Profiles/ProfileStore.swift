// SPDX-License-Identifier: MIT
// Where profiles lie: what came with the program, then the machine's own changes, then the user's.

internal import Glibc

/// Profiles of one kind, in folders of rising importance.
package struct ProfileStore: Sendable {
    /// The folders, the least important first.
    package let folders: [String]

    package init(folders: [String]) { self.folders = folders }

    /// Larger files are no profiles.
    private static let largest = 1 << 20

    /// The standard folders of a kind, "Tuning" or "Boards".
    package static func standard(_ kind: String) -> ProfileStore {
        let home = EnvironmentVariable.value("HOME") ?? "/"
        let user = EnvironmentVariable.value("XDG_CONFIG_HOME").flatMap { $0.isEmpty ? nil : $0 }
        let own = (user ?? home + "/.config") + "/prism/"
        let shared = EnvironmentVariable.value("PRISM_DATA") ?? dataFolder(program: program)
        return ProfileStore(
            folders: (shared.map { [$0 + "/" + kind] } ?? []) + ["/etc/prism/" + kind, own + kind])
    }

    /// Where the data lies, seen from the program: installed beside it, or in its checkout.
    package static func dataFolder(program: String) -> String? {
        candidates(program: program).first { folder in
            ["Tuning", "Boards"].allSatisfy { access(folder + "/" + $0, R_OK | X_OK) == 0 }
        }
    }

    package static func candidates(program: String) -> [String] {
        let parts = program.split(separator: "/").dropLast().map(String.init)
        let parents = (0...min(parts.count, 6)).map {
            "/" + parts.dropLast($0).joined(separator: "/")
        }
        let installed = parents.count > 1 ? [parents[1] + "/share/prism"] : []
        return installed + parents.filter { $0 != "/" } + [
            "/usr/local/share/prism", "/usr/share/prism",
        ]
    }

    private static var program: String {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        let bytes = buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Names of the profiles that there are, without ending, sorted.
    ///
    /// - Throws: `inputOutput` where a folder is there but cannot be read.
    package func names() throws(PrismError) -> [String] {
        var names: Set<String> = []
        for folder in folders {
            do throws(PrismError) {
                for file in try DirectoryListing.names(in: folder) where file.hasSuffix(".json5") {
                    names.insert(String(file.dropLast(6)))
                }
            } catch {
                guard error.errno == ENOENT || error.errno == ENOTDIR else { throw error }
            }
        }
        return names.sorted()
    }

    /// A profile with all changes laid over it; nil where there is none.
    ///
    /// - Throws: `invalidData` naming file and line.
    package func document(_ name: String) throws(PrismError) -> JSON5Node? {
        var document: JSON5Node?
        for folder in folders {
            guard let next = try ProfileStore.read(folder + "/" + name + ".json5") else { continue }
            document = document.map { $0.merged(with: next) } ?? next
        }
        return document
    }

    /// The tree of one file; nil where there is none.
    ///
    /// - Throws: `invalidData` naming file and line, or what kept it from being read.
    package static func read(_ path: String) throws(PrismError) -> JSON5Node? {
        // A pipe in the place of the file must not be waited for.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw .system("open \(path)", errno: errno)
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .system("read \(path)", errno: errno) }
        guard status.st_mode & S_IFMT == S_IFREG, status.st_size <= largest else {
            throw PrismError(.invalidData, "\(path): expected a file of at most 1 MiB")
        }
        var bytes = [UInt8](repeating: 0, count: largest)
        var used = 0
        while used < bytes.count {
            let count = bytes.withUnsafeMutableBytes {
                Glibc.read(descriptor, $0.baseAddress.map { $0 + used }, $0.count - used)
            }
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw .system("read \(path)", errno: errno) }
            if count == 0 { break }
            used += count
        }
        guard let text = String(validating: bytes[..<used], as: UTF8.self) else {
            throw PrismError(.invalidData, "\(path): this is not UTF-8")
        }
        return try JSON5Parser.parse(text, file: path)
    }
}
