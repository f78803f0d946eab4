// SPDX-License-Identifier: MIT
// What doctor says of the system: each shortcoming with its remedy, and nothing where all is well.

import Foundation
import PrismTesting
import Testing

@testable import prism

@Suite struct SystemCheckTests {
    private func facts(_ change: (inout SystemCheck.Facts) -> Void) -> [Finding] {
        var facts = SystemCheck.Facts()
        facts.bits = 64
        facts.heaps = ["linux,cma"]
        facts.modules = ["ipa_rpi_vc4.so"]
        facts.contiguous = [256_000_000, 200_000_000]
        change(&facts)
        return SystemCheck.findings(facts, needsLibcamera: true)
    }

    @Test func allWellIsSaidSo() {
        let findings = facts { $0.screens = ["card1-HDMI-A-1"] }
        #expect(findings.allSatisfy { $0.verdict == .ok && $0.remedy == nil })
        #expect(findings.map(\.subject) == ["system", "dma-heap", "tuning", "cma", "screen"])
        #expect(findings[4].text == "card1-HDMI-A-1")
    }

    @Test func eachShortcomingHasARemedy() {
        let cases: [(String, [Finding])] = [
            ("system", facts { $0.bits = 32 }), ("dma-heap", facts { $0.heaps = [] }),
            ("tuning", facts { $0.modules = [] }),
            ("cma", facts { $0.contiguous = [64_000_000, 1_000_000] }),
        ]
        for (subject, findings) in cases {
            let warned = findings.filter { $0.verdict == .warn }
            #expect(warned.map(\.subject) == [subject])
            #expect(warned.first?.remedy != nil)
        }
    }

    @Test func aSimulatedCameraNeedsNoHeap() {
        let findings = SystemCheck.findings(SystemCheck.Facts(), needsLibcamera: false)
        #expect(!findings.contains { ["dma-heap", "tuning"].contains($0.subject) })
    }

    @Test func aSlowDiskIsToldAndNothingIsLeft() throws {
        #expect(DiskSpeedCheck.findings(nil).isEmpty)
        #expect(DiskSpeedCheck.findings(1_000_000).first?.remedy?.contains("--durability") == true)
        #expect(DiskSpeedCheck.findings(50_000_000).first?.verdict == .ok)
        let scratch = try Scratch()
        #expect(try #require(DiskSpeedCheck.measure(scratch.url.path)) > 0)
        #expect(DiskSpeedCheck.measure(scratch.path("none")) == nil)
        let left = try Run("/bin/ls", ["-A", scratch.url.path])
        #expect(left.output == "")
    }
}
