// SPDX-License-Identifier: MIT
// The mask forces a path.

internal import CPrismKernels
import Testing

@Suite(.serialized) struct MaskTests {
    @Test func anEmptyMaskForcesTheReference() {
        defer { prism_cpu_set_mask(.max) }
        prism_cpu_set_mask(0)
        #expect(prism_cpu_flags() == 0)
    }

    @Test func aMaskNeverAddsWhatTheCPULacks() {
        defer { prism_cpu_set_mask(.max) }
        prism_cpu_set_mask(.max)
        #expect(prism_cpu_flags() == prism_cpu_detect())
    }
}
