// SPDX-License-Identifier: MIT
// One line, one status, whatever an error is made of.

import PrismCore
import Testing

@testable import prism

@Suite struct FailureTests {
    @Test(arguments: PrismError.Code.allCases)
    func everyCodeHasItsLineAndStatus(_ code: PrismError.Code) {
        let report = Failure.report(PrismError(code, "a\nb\u{1B}[31mc\u{9B}d"), signal: nil)
        #expect(report.line == "prism: a\\nb\\u{1b}[31mc\\u{9b}d")
        #expect(report.status == code.exitStatus)
        #expect(report.json.text.contains("\"code\":\"\(code.rawValue)\""))
    }

    @Test func aSignalBeforeTheEndIsItsStatus() {
        let report = Failure.report(CancellationError(), signal: 15)
        #expect(report.status == 143)
        #expect(report.line.contains("signal 15"))
        let disk = Failure.report(PrismError(.diskFull, "no room"), signal: 15)
        #expect(disk.status == 7)
    }

    @Test func jsonStaysOneLine() {
        let value: JSONValue = [
            "text": "a\"\\\n\t\u{1}é", "whole": 9_007_199_254_740_993, "half": .number(0.5),
            "none": nil, "yes": true, "list": [1, "two"], "broken": .number(.nan),
        ]
        let expected =
            #"{"text":"a\"\\\n\t\u0001é","whole":9007199254740993,"half":0.5,"none":null,"#
            + #""yes":true,"list":[1,"two"],"broken":null}"#
        #expect(value.text == expected)
    }
}
