// SPDX-License-Identifier: MIT
// Board profiles: every file decodes, machines find theirs, mistakes are named.

import Foundation
import PrismTesting
import Testing

@testable import PrismCore

@Suite struct BoardCatalogTests {
    @Test func everyFileDecodesAndNoTwoBoardsShareAString() throws {
        let catalog = BoardCatalog.standard
        let boards = try catalog.names().map { try catalog.profile(named: $0) }
        #expect(boards.count >= 7)
        let strings = boards.flatMap(\.compatible) + boards.flatMap(\.machines)
        #expect(Set(strings).count == strings.count)
        for board in boards {
            #expect(
                board.processor.cores > 0 && !board.connectors.isEmpty && !board.sources.isEmpty)
            #expect(!board.compatible.isEmpty || !board.machines.isEmpty)
        }
    }

    @Test(
        arguments: [
            (["raspberrypi,model-zero-2-w", "brcm,bcm2837"], "aarch64", "raspberry-pi-zero-2-w"),
            (["raspberrypi,3-model-b-plus", "brcm,bcm2837"], "aarch64", "raspberry-pi-3"),
            (["raspberrypi,400", "brcm,bcm2711"], "aarch64", "raspberry-pi-4"),
            (["raspberrypi,5-model-b", "brcm,bcm2712"], "aarch64", "raspberry-pi-5"),
            (["radxa,rock-5b", "rockchip,rk3588"], "aarch64", "generic-arm64"),
            ([], "x86_64", "pc"), (["prism,mock"], "x86_64", "mock"),
        ] as [([String], String, String)])
    func aMachineFindsItsBoard(compatible: [String], architecture: String, id: String) throws {
        let machine = BoardCatalog.Machine(compatible: compatible, architecture: architecture)
        #expect(try BoardCatalog.standard.profile(of: machine)?.id == id)
    }

    @Test func anUnknownMachineHasNone() throws {
        let machine = BoardCatalog.Machine(compatible: ["x,y"], architecture: "riscv64")
        #expect(try BoardCatalog.standard.profile(of: machine) == nil)
    }

    @Test func theDeviceTreesStringsAreRead() throws {
        let scratch = try TemporaryDirectory()
        let folder = scratch.file("proc/device-tree")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data("raspberrypi,5-model-b\0brcm,bcm2712\0".utf8)
            .write(to: URL(fileURLWithPath: folder + "/compatible"))
        let machine = BoardCatalog.Machine.present(root: scratch.path)
        #expect(machine.compatible == ["raspberrypi,5-model-b", "brcm,bcm2712"])
        #expect(!machine.architecture.isEmpty)
    }

    @Test func theHeaderOfABoardMapsPinsToLines() throws {
        let board = try BoardCatalog.standard.profile(named: "raspberry-pi-5")
        #expect(board.header?.chip == "pinctrl-rp1")
        #expect(board.header?.lines.count == 28 && board.header?.lines[11] == 17)
        #expect(board.cameras.count == 2 && board.encoders.isEmpty)
    }

    @Test(arguments: [
        ("{\n mountRotation: 45 }", 2, "mountRotation: expected 0, 90, 180 or 270"),
        ("{ lights: [\n {name: 'x',\n use: 'disco'}] }", 3, "lights[0].use: expected one of"),
        ("{ memory: { sizes: [\n'512'] } }", 2, "memory.sizes[0]: expected MiB"),
        ("{ header: { chip: 'c', lines: {\n'0': 3 } } }", 1, "header.lines: expected pins"),
        ("{ colour: 'green' }", 1, "colour: unknown; known are"),
    ])
    func aMistakeIsNamedWithFileLineAndKey(change: String, line: Int, text: String) throws {
        let scratch = try TemporaryDirectory()
        try change.write(
            toFile: scratch.file("raspberry-pi-5.json5"), atomically: true, encoding: .utf8)
        let shared = try #require(ProfileStore.standard("Boards").folders.first)
        let catalog = BoardCatalog(store: ProfileStore(folders: [shared, scratch.path]))
        let error = prismError { _ = try catalog.profile(named: "raspberry-pi-5") }
        let expected = "\(scratch.file("raspberry-pi-5.json5")):\(line): \(text)"
        #expect(error?.message.hasPrefix(expected) == true, "\(error?.message ?? "none")")
        #expect(prismError { _ = try catalog.profile(named: "toaster") }?.code == .unsupported)
    }
}
