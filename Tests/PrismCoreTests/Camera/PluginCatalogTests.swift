// SPDX-License-Identifier: MIT
// Which plug-in is chosen, by folders of empty files.

import Glibc
import PrismTesting
import Testing

@testable import PrismCore

@Suite struct PluginCatalogTests {
    private let first: TemporaryDirectory
    private let second: TemporaryDirectory
    private let libraries: TemporaryDirectory

    init() throws {
        first = try TemporaryDirectory()
        second = try TemporaryDirectory()
        libraries = try TemporaryDirectory()
    }

    private var catalog: PluginCatalog {
        PluginCatalog(
            pluginFolders: [first.path, second.path, "/nowhere"],
            libraryFolders: [libraries.path, "/nowhere"])
    }

    private func install(_ names: [String], in folder: TemporaryDirectory) throws {
        for name in names { try folder.write([], to: name) }
    }

    @Test func theNewestPluginWhoseLibraryIsThereIsTaken() throws {
        let plugins = ["0.4", "0.7", "0.10"].map { "prism-libcamera-\($0).so" }
        try install(plugins, in: first)
        try install(["libcamera.so.0.4", "libcamera.so.0.7", "libcamera.so.0.7.1"], in: libraries)
        #expect(catalog.plugins().map(\.version) == ["0.10", "0.7", "0.4"])
        #expect(catalog.libraries() == ["0.7", "0.4"])
        #expect(try catalog.best().version == "0.7")
    }

    @Test func theEarlierFolderWins() throws {
        try install(["prism-libcamera-0.7.so"], in: first)
        try install(["prism-libcamera-0.7.so"], in: second)
        #expect(catalog.plugins().map(\.path) == [first.file("prism-libcamera-0.7.so")])
    }

    @Test func otherFilesAreNoPlugins() throws {
        let names = [
            "prism-libcamera-.so", "prism-libcamera-0.7.so.old", "prism-libcamera-x.so",
            "libprism-libcamera-0.7.so", "README",
        ]
        try install(names, in: first)
        try install(["libcamera.so", "libcamera-base.so.0.7", "libcamera.so.old"], in: libraries)
        #expect(catalog.plugins().isEmpty)
        #expect(catalog.libraries().isEmpty)
    }

    @Test(
        arguments: [
            ([], [], "libcamera is not installed"), (["0.4"], [], "libcamera is not installed"),
            ([], ["0.7"], "there is no plug-in"),
            (["0.4", "0.5"], ["0.7"], "plug-ins for 0.5, 0.4"),
        ] as [([String], [String], String)])
    func aMissingMatchSaysWhatToDo(plugins: [String], sonames: [String], part: String) throws {
        try install(plugins.map { "prism-libcamera-\($0).so" }, in: first)
        try install(sonames.map { "libcamera.so.\($0)" }, in: libraries)
        let error = prismError { try catalog.best() }
        #expect(error?.code == .unsupported)
        #expect(error?.message.contains(part) == true, "\(error?.message ?? "")")
        #expect(error?.message.contains("prism bridge build") == true)
    }

    /// Root reads everything, so there the folder counts as readable and nothing is found in it.
    @Test func aFolderThatCannotBeReadIsNamed() throws {
        try install(["libcamera.so.0.7"], in: libraries)
        chmod(first.path, 0)
        defer { chmod(first.path, 0o700) }
        let isRoot = geteuid() == 0
        #expect(catalog.unreadableFolders() == (isRoot ? [] : [first.path]))
        let error = prismError { try catalog.best() }
        #expect(error?.code == (isRoot ? .unsupported : .permission))
        #expect(isRoot || error?.message.contains(first.path) == true)
        // One that can be read and holds what fits is enough.
        try install(["prism-libcamera-0.7.so"], in: second)
        #expect(try catalog.best().path == second.file("prism-libcamera-0.7.so"))
    }
}
