// SPDX-License-Identifier: MIT
// Finds the plug-in that fits the libcamera installed: the plug-in's name carries the soname's version.

internal import Foundation
internal import Glibc

/// A plug-in file and the soname version in its name.
public struct PluginFile: Hashable, Sendable {
    /// Path of the shared object.
    public let path: String
    /// Version of libcamera's soname it was built for, for example "0.7".
    public let version: String

    package init(path: String, version: String) {
        self.path = path
        self.version = version
    }
}

/// Where plug-ins and libraries are looked for.
public struct PluginCatalog: Sendable {
    /// Folders searched for plug-ins, first hit first.
    public let pluginFolders: [String]
    /// Folders searched for libcamera itself.
    public let libraryFolders: [String]

    /// Makes a catalogue.
    public init(pluginFolders: [String], libraryFolders: [String]) {
        self.pluginFolders = pluginFolders
        self.libraryFolders = libraryFolders
    }

    /// PRISM_PLUGIN_PATH, the user's folder, then the system's.
    public static var standard: PluginCatalog {
        let environment = ProcessInfo.processInfo.environment
        let home = environment["HOME"] ?? "/"
        let data = environment["XDG_DATA_HOME"] ?? home + "/.local/share"
        let listed = environment["PRISM_PLUGIN_PATH"]?.split(separator: ":").map(String.init) ?? []
        return PluginCatalog(
            pluginFolders: listed + [
                data + "/prism/plugins", "/usr/local/lib/prism", "/usr/lib/prism",
            ],
            libraryFolders: [
                "/usr/local/lib/\(Self.machine)-linux-gnu", "/usr/local/lib",
                "/usr/lib/\(Self.machine)-linux-gnu", "/usr/lib",
            ])
    }

    private static var machine: String {
        #if arch(arm64)
            "aarch64"
        #elseif arch(arm)
            "arm"
        #else
            "x86_64"
        #endif
    }

    /// Every plug-in found, newest version first.
    public func plugins() -> [PluginFile] {
        var seen: Set<String> = []
        let files = pluginFolders.flatMap { folder in
            versions(in: folder, prefix: "prism-libcamera-", suffix: ".so").map { name, version in
                PluginFile(path: folder + "/" + name, version: version)
            }
        }
        return files.filter { seen.insert($0.version).inserted }
            .sorted { Self.isOlder($1.version, $0.version) }
    }

    /// Versions of libcamera's soname that are installed, newest first.
    public func libraries() -> [String] {
        let all = libraryFolders.flatMap { folder in
            versions(in: folder, prefix: "libcamera.so.", suffix: "").map(\.version)
        }
        // The soname link ("0.7") and the file behind it ("0.7.1") both show; the link is the shorter.
        let unique = Set(all)
        return unique.filter { version in !unique.contains { version.hasPrefix($0 + ".") } }
            .sorted { Self.isOlder($1, $0) }
    }

    /// Folders of plug-ins that are there and may not be read by this user.
    public func unreadableFolders() -> [String] {
        pluginFolders.filter { access($0, F_OK) == 0 && access($0, R_OK | X_OK) != 0 }
    }

    /// The newest plug-in whose libcamera is installed.
    ///
    /// - Throws: `unsupported` saying what is installed and what to do; `permission` where none was found and a
    ///   folder cannot be read.
    public func best() throws(PrismError) -> PluginFile {
        let installed = libraries()
        let there = plugins()
        if let match = there.first(where: { installed.contains($0.version) }) { return match }
        if let folder = unreadableFolders().first, !installed.isEmpty {
            throw PrismError(
                .permission,
                "the plug-ins in \(folder) cannot be read: give this user the right to, or run"
                    + " prism bridge build", errno: EACCES)
        }
        let names = there.map(\.version).joined(separator: ", ")
        guard let newest = installed.first else {
            throw PrismError(
                .unsupported,
                "libcamera is not installed (apt install libcamera-dev, then prism bridge build)")
        }
        let have = there.isEmpty ? "there is no plug-in" : "there are only plug-ins for \(names)"
        throw PrismError(
            .unsupported,
            "libcamera \(newest) is installed, but \(have): run prism bridge build")
    }

    private func versions(
        in folder: String, prefix: String, suffix: String
    ) -> [(name: String, version: String)] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.sorted().compactMap { name in
            guard name.hasPrefix(prefix), name.hasSuffix(suffix) else { return nil }
            let version = name.dropFirst(prefix.count).dropLast(suffix.count)
            guard version.first?.isNumber == true else { return nil }
            return (name, String(version))
        }
    }

    private static func isOlder(_ left: String, _ right: String) -> Bool {
        let numbers = { (text: String) in text.split(separator: ".").map { Int($0) ?? 0 } }
        return numbers(left).lexicographicallyPrecedes(numbers(right))
    }
}
