// SPDX-License-Identifier: MIT
// prism tuning and prism boards: lists, sheets, JSON, and files that are refused.

import Foundation
import Testing

@testable import prism

@Suite struct ProfileCommandTests {
    private func objects(_ run: Run) throws -> [[String: Any]] {
        try run.outputLines.map { line in
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
            return try #require(object as? [String: Any])
        }
    }

    @Test func theSensorsAreListedAndShown() throws {
        let list = try Run.prism(["tuning"])
        #expect(list.status == 0 && list.outputLines.count == 6)
        #expect(list.output.contains("imx708   4608x2592  Raspberry Pi Camera Module 3"))
        let sheet = try Run.prism(["tuning", "imx477"])
        #expect(sheet.output.contains("gain 1: 1.25e-4 x + "))
        let json = try #require(try objects(Run.prism(["tuning", "imx477", "--json"])).first)
        #expect(json["sensor"] as? String == "imx477" && json["bits"] as? Int == 12)
        #expect((json["modes"] as? [Any])?.count == 4)
    }

    @Test func theBoardsAreListedAndOneIsMarked() throws {
        let json = try objects(Run.prism(["boards", "--json"]))
        #expect(json.count == 7)
        #expect(json.filter { $0["present"] as? Bool == true }.count <= 1)
        let sheet = try Run.prism(["boards", "raspberry-pi-5"])
        #expect(sheet.output.contains("socket CAM/DISP 0: 4 lanes, 22 contacts"))
    }

    @Test(
        arguments: [
            (["tuning", "imx999"], 6, "known are imx219"), (["boards", "toaster"], 6, "known are"),
            (["tuning", "--file", "none.json5"], 8, "no such file"),
        ] as [([String], Int32, String)])
    func whatIsNotThereIsSaid(words: [String], status: Int32, part: String) throws {
        let run = try Run.prism(words)
        #expect(run.status == status && run.errorLines.count == 1)
        #expect(run.error.contains(part), "\(run.error)")
    }

    @Test(arguments: [
        ("tuning", "Tuning/imx219.json5", "imx708 "),
        ("boards", "Boards/raspberry-pi-4.json5", "pi-5"),
    ])
    func aBadProfileDoesNotHideTheOthers(command: String, name: String, other: String) throws {
        let scratch = try Scratch()
        let file = scratch.url.appendingPathComponent("prism/\(name)")
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data("{ colour: 'green' }".utf8).write(to: file)
        let run = try Run.prism([command], environment: ["XDG_CONFIG_HOME": scratch.url.path])
        #expect(run.status == 12 && run.errorLines.count == 1, "\(run.error)")
        #expect(run.error.contains("\(file.path):1: colour: unknown"))
        #expect(run.output.contains(other))
    }

    @Test func aFileIsCheckedAndTheUsersChangesAreLaidOver() throws {
        let scratch = try Scratch()
        let folder = scratch.url.appendingPathComponent("prism/Tuning")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appendingPathComponent("imx219.json5")
        try Data("{\n  night: { stars: 'all' } }".utf8).write(to: file)
        let environment = ["XDG_CONFIG_HOME": scratch.url.path]
        let wrong = try Run.prism(["tuning", "imx219"], environment: environment)
        #expect(wrong.status == 12)
        #expect(wrong.error.contains("\(file.path):2: night.stars: expected a number"))
        try Data("{ night: { stars: 12.5 } }".utf8).write(to: file)
        let run = try Run.prism(["tuning", "imx219", "--json"], environment: environment)
        let night = try #require(try objects(run).first?["night"] as? [String: Any])
        #expect(night["stars"] as? Double == 12.5 && night["stand"] as? Double == 1)
        let other = try Run.prism(["tuning", "imx708", "--file", file.path])
        #expect(other.status == 12 && other.error.contains("version: is missing"))
    }
}
