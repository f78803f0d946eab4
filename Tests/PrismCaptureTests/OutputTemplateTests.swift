// SPDX-License-Identifier: MIT
// File name templates: what they mean, what they refuse, and that they read back what they wrote.

import PrismTesting
import Testing

@testable import PrismCapture
@testable import PrismCore

@Suite struct OutputTemplateTests {
    private var date: OutputDate {
        var date = OutputDate()
        (date.year, date.month, date.day) = (2026, 3, 9)
        (date.hour, date.minute, date.second, date.dayOfYear) = (4, 5, 6, 68)
        return date
    }

    @Test(arguments: [
        ("%06d.jpg", "000042.jpg"), ("a%d.png", "a42.png"), ("%01d", "42"),
        ("n/%Y-%m-%d/%06d.jpg", "n/2026-03-09/000042.jpg"),
        ("%F-%H%M%S.jpg", "2026-03-09-040506.jpg"),
        ("%m%d", "0309"), ("%y%j", "26068"), ("100%%.jpg", "100%.jpg"), ("plain.jpg", "plain.jpg"),
        ("%d/%Y.jpg", "42/2026.jpg"),
    ])
    func templatesRender(_ source: String, _ path: String) throws {
        #expect(try OutputTemplate(source).path(index: 42, date: date) == path)
    }

    @Test(arguments: [
        "", "a/", "%", "a%", "%q", "%0d", "%00d", "%010d", "%06", "%06x", "%d-%d", "%06d%d", "%6d",
        "%-d", "..",
        "a/.", "a\0b", "%0٣d", "%é",
    ])
    func whatIsNotATemplateIsRefusedByName(_ source: String) {
        let error = prismError { try OutputTemplate(source) }
        #expect(error?.code == .usage)
        #expect(error?.message.contains("'\(source)'") == true)
    }

    @Test(arguments: ["%300d", "%6d", "%010d"])
    func aWidthThatCannotBeSaysHowItIsWritten(_ source: String) {
        let error = prismError { try OutputTemplate(source) }
        #expect(error?.message.contains("%06d") == true)
        #expect(error?.message.contains("unknown") == false)
    }

    @Test func anIndexWiderThanItsPlaceGrows() throws {
        let template = try OutputTemplate("%03d.jpg")
        #expect(template.path(index: 12345, date: date) == "12345.jpg")
        #expect(template.index(of: "12345.jpg") == 12345)
    }

    @Test(arguments: [
        "00042.jpg", "0000042.jpg", "000042.jpeg", "x000042.jpg", "00004a.jpg", "",
        "000042.jpg.part",
    ])
    func namesThatTheTemplateWouldNotMakeHaveNoIndex(_ name: String) throws {
        #expect(try OutputTemplate("%06d.jpg").index(of: name) == nil)
    }

    @Test(arguments: [
        ("a/b/%06d.jpg", "a/b", "%06d.jpg"), ("%06d.jpg", ".", "%06d.jpg"), ("/x%d", "/", "x%d"),
        ("a/n%Y/%06d.jpg", "a", "n%Y/%06d.jpg"), ("50%%/x-%d", "50%%", "x-%d"), ("./%d", ".", "%d"),
    ])
    func theRootIsAllThatCannotVary(_ source: String, _ root: String, _ relative: String) throws {
        let split = try OutputTemplate(source).split
        #expect(split.root == root.replacing("%%", with: "%"))
        #expect(try OutputTemplate(relative) == split.relative)
    }

    @Test(arguments: [
        ("a.JPG", "jpg"), ("%d.tar.png", "png"), ("a.b/c", ""), ("%d", ""), ("%d.", ""),
    ])
    func theExtensionIsFound(_ source: String, _ name: String) throws {
        #expect(try OutputTemplate(source).fileExtension == name)
    }

    @Test func whatIsRenderedReadsBack() throws {
        var random = SeededGenerator(seed: 1)
        let parts = [
            "%06d", "%d", "%03d", "%Y", "%m", "%H", "%M%S", "-", "/", "7", "x.y", "%%", "%F", "%j",
        ]
        var accepted = 0
        for _ in 0..<5000 {
            let source = (0..<Int.random(in: 1...5, using: &random))
                .map { _ in parts[Int.random(in: 0..<parts.count, using: &random)] }.joined()
            guard let template = try? OutputTemplate(source), template.hasIndex else { continue }
            accepted += 1
            let index = Int.random(in: 0...9_999_999, using: &random)
            #expect(template.index(of: template.path(index: index, date: date)) == index)
        }
        #expect(accepted > 1000)
    }

    @Test func anyTextIsAcceptedOrRefusedButNeverTraps() {
        var random = SeededGenerator(seed: 2)
        let alphabet = Array("%%%%0123456789dYmHMSjFqé/.-x\0")
        for _ in 0..<20000 {
            let source = String(
                (0..<Int.random(in: 0...12, using: &random)).map { _ in
                    alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
                })
            guard let template = try? OutputTemplate(source) else { continue }
            let path = template.path(index: 7, date: date)
            _ = template.split.relative.index(of: path)
            #expect(!path.isEmpty)
        }
    }
}
