// SPDX-License-Identifier: MIT
// Does a plug-in fit the libcamera that is installed?

import PrismCore

enum PluginCheck {
    /// What lies on the disk.
    struct Facts: Equatable, Sendable {
        /// Versions in the sonames of the libraries, newest first.
        var libraries: [String]
        var plugins: [PluginFile]
        /// Folders of plug-ins that this user may not read.
        var unreadable: [String] = []

        init(libraries: [String], plugins: [PluginFile], unreadable: [String] = []) {
            self.libraries = libraries
            self.plugins = plugins
            self.unreadable = unreadable
        }

        init(_ catalog: PluginCatalog) {
            self.init(
                libraries: catalog.libraries(), plugins: catalog.plugins(),
                unreadable: catalog.unreadableFolders())
        }
    }

    static func findings(_ facts: Facts) -> [Finding] {
        fitting(facts)
            + facts.unreadable.map {
                Finding(
                    subject: "plug-ins", verdict: .warn, text: "\($0) cannot be read",
                    remedy: "sudo chmod a+rx \($0)")
            }
    }

    private static func fitting(_ facts: Facts) -> [Finding] {
        guard let newest = facts.libraries.first else {
            return [
                Finding(
                    subject: "libcamera", verdict: .fail(.unsupported), text: "is not installed",
                    remedy: "sudo apt install libcamera-dev g++ && prism bridge build")
            ]
        }
        let library = Finding(
            subject: "libcamera", verdict: .ok,
            text: facts.libraries.map { "libcamera.so.\($0)" }.joined(separator: ", "))
        if let plugin = facts.plugins.first(where: { facts.libraries.contains($0.version) }) {
            let isNewest = plugin.version == newest
            return [
                library,
                Finding(
                    subject: "plug-in", verdict: isNewest ? .ok : .warn,
                    text: isNewest
                        ? plugin.path
                        : "\(plugin.path) is used; there is none for libcamera \(newest)",
                    remedy: isNewest ? nil : "prism bridge build"),
            ]
        }
        let others = facts.plugins.map(\.version).joined(separator: ", ")
        return [
            library,
            Finding(
                subject: "plug-in", verdict: .fail(.unsupported),
                text: "there is none for libcamera \(newest)"
                    + (others.isEmpty ? "" : ", only for \(others)"), remedy: "prism bridge build"),
        ]
    }
}
