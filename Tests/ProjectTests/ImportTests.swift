// SPDX-License-Identifier: MIT
// The arrows of ARCHITECTURE.md: who may import whom, and through which folder a C room is reached.

import Testing

/// What a Prism module may import beside the system's own modules.
private struct Arrows {
    var modules: [String] = []
    /// C room → the only folders of this module that may import it.
    var rooms: [String: [String]] = [:]
}

private let every = [
    "PrismCore", "PrismImage", "PrismFilters", "PrismPreview", "PrismNight", "PrismCapture",
    "PrismUI",
]

private let table: [String: Arrows] = [
    "PrismCore": Arrows(rooms: [
        "CPrismCamera": ["Bridge"],
        "CPrismLinux": ["Bridge", "Execution", "Frames", "Support"],
    ]),
    "PrismImage": Arrows(modules: ["PrismCore"], rooms: ["CPrismImage": ["Codec"]]),
    "PrismFilters": Arrows(modules: ["PrismCore"], rooms: ["CPrismKernels": ["Kernels"]]),
    "PrismPreview": Arrows(
        modules: ["PrismCore", "PrismFilters"], rooms: ["CPrismDisplay": ["KMS"]]),
    "PrismNight": Arrows(modules: ["PrismCore", "PrismFilters", "PrismImage"]),
    "PrismCapture": Arrows(modules: ["PrismCore", "PrismFilters", "PrismImage", "PrismNight"]),
    "PrismUI": Arrows(
        modules: ["PrismCore", "PrismPreview", "PrismCapture", "PrismImage"],
        rooms: ["CPrismDraw": ["Drawing"], "CPrismInput": ["Input"]]),
    "PrismTesting": Arrows(modules: every),
    "prism": Arrows(modules: every),
    "prism-screen": Arrows(modules: every),
    "prism-bench": Arrows(
        modules: every + ["PrismTesting"], rooms: ["CPrismBench": ["Counting", "Codec"]]),
]

private let system: Set = [
    "Foundation", "FoundationEssentials", "Glibc", "Synchronization", "Dispatch", "Testing",
    "PackageDescription",
]

@Suite struct ImportTests {
    @Test(arguments: SourceTree.swiftSources)
    func aSwiftFileImportsOnlyWhatItsModuleMay(_ file: SourceFile) throws {
        let arrows = try #require(table[file.target], "no row for the module \(file.target)")
        for module in imports(of: file) where !system.contains(module) {
            if let folders = arrows.rooms[module] {
                #expect(folders.contains(file.room ?? ""), "\(module) belongs to \(folders)")
            } else {
                #expect(arrows.modules.contains(module), "\(file.target) may not import \(module)")
            }
        }
    }

    /// All of Foundation brings tables of every language with it, which cost each start of `prism` a third of its
    /// time; its essential part has what is needed here.
    private static let lightSources: [SourceFile] = {
        let light: Set = [
            "PrismCore", "PrismImage", "PrismFilters", "PrismPreview", "PrismNight",
            "PrismCapture", "PrismUI", "prism", "prism-screen",
        ]
        return SourceTree.swiftSources.filter { light.contains($0.target) }
    }()

    @Test(arguments: lightSources)
    func whatIsInstalledLoadsNoTablesOfLanguages(_ file: SourceFile) {
        #expect(!imports(of: file).contains("Foundation"), "use FoundationEssentials")
    }

    @Test func aCRoomHasOneSwiftDoor() {
        let rooms = table.flatMap { $0.value.rooms.keys }
        #expect(Set(rooms).count == rooms.count, "\(rooms.sorted())")
    }

    @Test(arguments: SourceTree.cSources)
    func aCFileIncludesOnlyItsOwnRoom(_ file: SourceFile) {
        var own = Set(SourceTree.c.filter { $0.target == file.target }.map(\.name))
        if file.target.hasPrefix("prism-") { own.formUnion(pluginHeaders) }
        if file.target == "CPrismBench" { own.formUnion(bridgeHeaders) }
        for line in file.lines where line.hasPrefix("#include \"") {
            let path = line.split(separator: "\"").dropFirst().first.map(String.init) ?? ""
            let name = path.split(separator: "/").last.map(String.init) ?? ""
            #expect(own.contains(name), "\(path) is not of \(file.target)")
        }
    }

    @Test func theManifestHasTheSameArrows() throws {
        let manifest = try #require(SourceTree.file("Package.swift"))
        let targets = Set(SourceTree.swiftSources.map(\.target))
        for target in targets {
            #expect(manifest.text.contains("\"\(target)\""), "\(target) is not in Package.swift")
        }
    }

    /// All that a plug-in needs of Prism.
    private let pluginHeaders: Set = ["prism_pipeline.h", "prism_camera_types.h", "Guard.hpp"]

    /// What measures the bare bridge calls it as Swift does.
    private let bridgeHeaders: Set = ["prism_camera.h", "prism_mock.h"]

    private func imports(of file: SourceFile) -> [String] {
        file.code.compactMap { line in
            let words = line.split(separator: " ").map(String.init)
            guard let at = words.firstIndex(of: "import"), at + 1 < words.count,
                words[..<at].allSatisfy({ $0.hasPrefix("@") || accessLevels.contains($0) })
            else { return nil }
            // `import struct Foundation.URL` names the kind first.
            let name = at + 2 < words.count ? words[at + 2] : words[at + 1]
            return name.split(separator: ".").first.map(String.init)
        }
    }

    private let accessLevels: Set = ["public", "package", "internal", "fileprivate", "private"]
}
