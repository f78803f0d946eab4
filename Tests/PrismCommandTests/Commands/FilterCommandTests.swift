// SPDX-License-Identifier: MIT
// prism filter from the outside: files in, files out, and what it says of those it cannot take.

import Foundation
import Testing

@Suite struct FilterCommandTests {
    /// A folder with a photograph of the simulated camera.
    private func folder() throws -> Scratch {
        let scratch = try Scratch()
        let run = try Run.prism(
            ["still", "--immediate", "--size", "320x240", "--camera", "mock", "-o", "a.jpg"],
            directory: scratch.url)
        try #require(run.status == 0, "\(run.error)")
        return scratch
    }

    private func filter(_ scratch: Scratch, _ words: String...) throws -> Run {
        try Run.prism(["filter"] + words, directory: scratch.url)
    }

    @Test func aPictureBecomesAnother() throws {
        let scratch = try folder()
        let run = try filter(scratch, "a.jpg", "-o", "b.png", "--chain", "sepia@0.6,vignette=0.8")
        #expect(run.status == 0, "\(run.error)")
        #expect(run.output.hasPrefix("b.png: 320x240, "))
        let data = try Data(contentsOf: scratch.url.appendingPathComponent("b.png"))
        #expect(data.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    }

    @Test func aDirectoryGoesIntoADirectory() throws {
        let scratch = try folder()
        _ = try filter(scratch, "a.jpg", "-o", "in", "--chain", "invert")
        let again = try filter(scratch, "a.jpg", "a.jpg", "-o", "out", "--chain", "invert")
        #expect(again.status == 2 && again.error.contains("would both be out/a.jpg"))
        try FileManager.default.createDirectory(
            at: scratch.url.appendingPathComponent("many"), withIntermediateDirectories: false)
        for name in ["1.jpg", "2.jpeg"] {
            try FileManager.default.copyItem(
                atPath: scratch.path("a.jpg"), toPath: scratch.path("many/\(name)"))
        }
        let run = try filter(
            scratch, "many", "-o", "done", "--chain", "edges", "-e", "png", "--json")
        #expect(run.status == 0, "\(run.error)")
        #expect(run.outputLines.count == 2)
        #expect(FileManager.default.fileExists(atPath: scratch.path("done/2.png")))
    }

    @Test func aBadFileOfADirectoryDoesNotHideTheOthers() throws {
        let scratch = try folder()
        let many = scratch.url.appendingPathComponent("many")
        try FileManager.default.createDirectory(at: many, withIntermediateDirectories: false)
        try Data("no picture".utf8).write(to: many.appendingPathComponent("1.jpg"))
        try FileManager.default.copyItem(
            atPath: scratch.path("a.jpg"), toPath: scratch.path("many/2.jpg"))
        let run = try filter(scratch, "many", "-o", "done", "--chain", "invert")
        #expect(run.status == 12, "\(run.error)")
        #expect(run.errorLines.count == 2 && run.errorLines[0].contains("many/1.jpg"))
        #expect(run.error.hasSuffix("prism: 1 of 2 files are not filtered\n"))
        #expect(FileManager.default.fileExists(atPath: scratch.path("done/2.jpg")))
        #expect(!FileManager.default.fileExists(atPath: scratch.path("done/1.jpg")))
    }

    @Test func aNameThatIsNotUTF8IsReportedAndTheRestIsDone() throws {
        let scratch = try folder()
        let script = "mkdir in && cp a.jpg in && cp a.jpg \"in/$(printf 'q\\377').jpg\""
        try #require(Run("/bin/sh", ["-c", script], directory: scratch.url).status == 0)
        let run = try filter(scratch, "in", "-o", "done", "--chain", "invert")
        #expect(run.status == 6, "\(run.error)")
        #expect(run.error.contains("its name is not UTF-8"))
        let names = try FileManager.default.contentsOfDirectory(atPath: scratch.path("done"))
        #expect(names == ["a.jpg"])
    }

    @Test func aDashIsStandardOutput() throws {
        let scratch = try folder()
        let program = Run.prism
        let line = "'\(program)' filter a.jpg -o - -e png --chain sepia > b.png"
        let run = try Run("/bin/sh", ["-c", line], directory: scratch.url)
        #expect(run.status == 0 && run.error == "", "\(run.error)")
        let data = try Data(contentsOf: scratch.url.appendingPathComponent("b.png"))
        #expect(data.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        #expect(data.suffix(8).prefix(4) == Data("IEND".utf8))
        #expect(!FileManager.default.fileExists(atPath: scratch.path("-")))
        let two = try filter(scratch, "a.jpg", "a.jpg", "-o", "-", "-e", "png", "--chain", "sepia")
        #expect(two.status == 2 && two.error.contains("-o - takes one picture"))
    }

    @Test func aFullDiskIsNamedWithTheFile() throws {
        let scratch = try folder()
        let line = "'\(Run.prism)' filter a.jpg -o - -e png --chain sepia > /dev/full"
        let run = try Run("/bin/sh", ["-c", line], directory: scratch.url)
        #expect(run.status == 7 && run.error.contains("standard output"), "\(run.error)")
    }

    @Test func rawFramesStayRaw() throws {
        let scratch = try Scratch()
        let frame = 4 * 2 + 4
        try Data(repeating: 100, count: 3 * frame).write(
            to: scratch.url.appendingPathComponent("v.yuv"))
        let run = try filter(
            scratch, "v.yuv", "-o", "w.yuv", "--pixels", "yuv420", "--size", "4x2", "--chain",
            "brightness=0.2")
        #expect(run.status == 0, "\(run.error)")
        #expect(run.output.contains("3 frames"))
        let data = try Data(contentsOf: scratch.url.appendingPathComponent("w.yuv"))
        #expect(data.count == 3 * frame)
        #expect(data.prefix(8).allSatisfy { $0 == 151 } && data[8..<12].allSatisfy { $0 == 100 })
    }

    @Test func aCutRawFileIsRefusedAndLeavesNothing() throws {
        let scratch = try Scratch()
        try Data(repeating: 1, count: 13).write(to: scratch.url.appendingPathComponent("v.yuv"))
        let run = try filter(
            scratch, "v.yuv", "-o", "w.yuv", "--pixels", "nv12", "--size", "4x2", "--chain", "sepia"
        )
        #expect(run.status == 12)
        #expect(run.error.contains("v.yuv: frame 2 of NV12 4x2 has 1 bytes, expected 12"))
        #expect(!FileManager.default.fileExists(atPath: scratch.path("w.yuv")))
    }

    @Test func aTableIsLookedUpAndAWrongOneNamesItsLine() throws {
        let scratch = try folder()
        let cube = "LUT_1D_SIZE 2\n1 1 1\n0 0 0\n"
        try cube.write(toFile: scratch.path("n.cube"), atomically: true, encoding: .utf8)
        #expect(try filter(scratch, "a.jpg", "-o", "b.jpg", "--lut", "n.cube").status == 0)
        try "LUT_1D_SIZE 2\n1 1\n".write(
            toFile: scratch.path("bad.cube"), atomically: true, encoding: .utf8)
        let run = try filter(scratch, "a.jpg", "-o", "c.jpg", "--lut", "bad.cube")
        #expect(run.status == 12)
        #expect(run.error == "prism: bad.cube, line 2: expected 3 numbers\n")
    }

    @Test func theListAndThePlanArePrinted() throws {
        let scratch = try folder()
        #expect(try filter(scratch, "--list").output.contains("saturation: Moves colours"))
        let run = try filter(scratch, "a.jpg", "--explain", "--chain", "gaussian=2,sepia")
        #expect(run.output.contains("pass 2: gaussian, sepia"))
        #expect(!FileManager.default.fileExists(atPath: scratch.path("b.jpg")))
    }

    @Test func plansAreShownOfAllThatCanBeRead() throws {
        let scratch = try folder()
        for name in ["0.jpg", "z.png"] {
            try "no picture".write(toFile: scratch.path(name), atomically: true, encoding: .utf8)
        }
        let run = try filter(scratch, ".", "--explain", "--chain", "sepia", "--json")
        #expect(run.status == 12, "\(run.error)")
        #expect(run.outputLines.count { $0.contains("\"plan\":") } >= 1)
        #expect(run.outputLines.count { $0.contains("\"event\":\"failed\"") } == 2)
        #expect(run.errorLines.count == 3 && run.error.contains("files are not explained"))
        #expect(run.output.contains("./a.jpg"))
    }

    @Test(arguments: [
        (["a.jpg", "-o", "b.jpg", "--chain", "satuation=2"], 2, "did you mean saturation?"),
        (["a.jpg", "-o", "b.jpg", "--chain", "saturation=9"], 6, "expected 0 to 2"),
        (["a.jpg", "-o", "b.jpg", "--chain", "bokeh"], 2, "matte is missing"),
        (["a.jpg", "-o", "a.jpg", "--chain", "sepia"], 2, "--overwrite"),
        (["a.jpg", "-o", "b.jpg"], 2, "--chain CHAIN or --lut FILE"),
        (["a.jpg", "--chain", "sepia"], 2, "--output PATH"), ([], 2, "needs IN"),
        (["none.jpg", "-o", "b.jpg", "--chain", "sepia"], 8, "none.jpg"),
        (["a.jpg", "-o", "b.gif", "--chain", "sepia"], 2, "does not end in one of .jpg, .png"),
        (["a.jpg", "-o", "b.jpg", "--chain", "sepia", "--pixels", "nv12"], 2, "needs --size"),
    ])
    func whatCannotBeDoneIsOneClearLine(_ words: [String], _ status: Int32, _ text: String) throws {
        let scratch = try folder()
        let run = try Run.prism(["filter"] + words, directory: scratch.url)
        #expect(run.status == status, "\(run.error)")
        #expect(run.errorLines.count == 1 && run.error.contains(text), "\(run.error)")
    }

    @Test func aPhotographGoesThroughAChain() throws {
        let scratch = try Scratch()
        let base = ["still", "--immediate", "--size", "320x240", "--camera", "mock", "-o"]
        #expect(try Run.prism(base + ["a.png"], directory: scratch.url).status == 0)
        let run = try Run.prism(
            base + ["b.png", "--chain", "invert,gaussian=2"], directory: scratch.url)
        #expect(run.status == 0, "\(run.error)")
        let pictures = try ["a.png", "b.png"].map {
            try Data(contentsOf: scratch.url.appendingPathComponent($0))
        }
        #expect(pictures[0] != pictures[1])
        let wrong = try Run.prism(base + ["c.png", "--chain", "invrt"], directory: scratch.url)
        #expect(wrong.status == 2 && wrong.error.contains("did you mean invert?"))
    }
}
