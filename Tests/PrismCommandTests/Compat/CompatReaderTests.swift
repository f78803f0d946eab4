// SPDX-License-Identifier: MIT
// Command lines and files of the other suites: read as they read them, refused in one line, never a crash.

import PrismCore
import PrismTesting
import Testing

@testable import prism

@Suite struct CompatReaderTests {
    private func read(
        _ words: [String], _ app: CompatApp = .still, file: String = ""
    ) throws(PrismError) -> CompatArguments {
        try CompatReader.read(words, for: app) { (_: String) throws(PrismError) in file }
    }

    @Test(arguments: [
        ["-o", "a.jpg"], ["-oa.jpg"], ["-o=a.jpg"], ["--output", "a.jpg"], ["--output=a.jpg"],
        ["--outp", "a.jpg"],
    ])
    func aValueIsReadInEveryForm(words: [String]) throws {
        #expect(try read(words)["output"] == "a.jpg")
    }

    @Test func flagsJoinAndSwitchOff() throws {
        let arguments = try read(["-nkv", "--hflip=0", "--vflip=true"])
        #expect(arguments.has("nopreview") && arguments.has("keypress") && arguments.has("vflip"))
        #expect(!arguments.has("hflip"))
        #expect(arguments["verbose"] == "2")
    }

    @Test func anImplicitValueHoldsOnlyWithoutAnother() throws {
        #expect(try read(["--hdr"])["hdr"] == "auto")
        #expect(try read(["--hdr", "off"])["hdr"] == "off")
        #expect(try read(["--hdr", "-n"])["hdr"] == "auto")
        #expect(try read(["--ev", "-0.5"])["ev"] == "-0.5")
    }

    @Test func theCommandLineGoesBeforeTheFile() throws {
        let file = "# camera\nshutter=1000\n gain = 2 # twice\n\nhflip\nhdr\n"
        let arguments = try read(["-c", "--gain", "4"], file: file)
        #expect(arguments["shutter"] == "1000" && arguments["gain"] == "4")
        #expect(arguments.has("hflip") && arguments["hdr"] == "auto")
        #expect(arguments["config"] == "config.txt")
    }

    @Test(
        arguments: [
            (["--shuter", "1"], "did you mean --shutter"), (["--l"], "may be"), (["-z"], "unknown"),
            (["picture.jpg"], "no option"), (["-o"], "needs a value"),
            (["-n", "-n"], "given twice"),
            (["--nopreview=maybe"], "0 or 1"), (["--codec", "mjpeg"], "unknown option"),
        ] as [([String], String)])
    func whatIsNotUnderstoodIsOneLine(words: [String], part: String) {
        let error = prismError { try read(words) }
        #expect(error?.code == .usage)
        #expect(error?.message.contains(part) == true, "\(error?.message ?? "")")
    }

    @Test func aFilesFaultNamesItsLine() {
        let error = prismError { try read(["-c", "my.txt"], file: "gain=1\nsuhtter=2\n") }
        #expect(error?.message.hasPrefix("my.txt:2: unknown option --suhtter") == true)
    }

    @Test func everyOptionHasAVerdictInEveryProgramThatHasIt() {
        let counts = CompatApp.Family.allCases.map { family in
            CompatTable.all.filter { $0.verdicts[family] != nil }.count
        }
        #expect(counts == [60, 76, 90])
        #expect(Set(CompatTable.all.map(\.name)).count == CompatTable.all.count)
        for app in CompatApp.allCases {
            let shorts = CompatTable.options(of: app).compactMap(\.short)
            #expect(Set(shorts).count == shorts.count)
        }
    }

    @Test func randomLinesAndFilesAreReadOrRefused() throws {
        let names = CompatTable.all.map { "--\($0.name)" }
        var random = RandomText(
            seed: 41,
            pieces: names + ["=", " ", "1", "-", "--", "o", "\n", "#", "0.5", "é", "\0", "%d", ","])
        for _ in 0..<1_500 {
            let words = (0..<random.number(below: 6)).map { _ in random.text(upTo: 3) }
            let file = random.text(upTo: 8)
            for app in CompatApp.allCases {
                guard let arguments = try? read(words + ["-c"], app, file: file) else { continue }
                let request = try? CompatRequest(arguments, app: app, environment: "mock")
                #expect(request?.verbosity ?? 0 >= 0)
            }
        }
    }
}
