// SPDX-License-Identifier: MIT
// Every slot gives the reference's bytes on every path, whatever the width, strides and strips.

internal import CKernelCheck
internal import CPrismKernels
import Testing

@Suite struct SlotTests {
    @Test(arguments: Slot.all, Path.available)
    func everyPathGivesTheReferencesBytes(_ slot: Slot, _ path: Path) {
        #expect(slot.difference(on: path, seed: 1) == nil)
    }

    @Test func theCheckKnowsSlots() {
        #expect(Slot.all.count > 1)
        #expect(Set(Slot.all.map(\.name)).count == Slot.all.count)
    }

    @Test func theFastestPathIsChosen() {
        let best = prism_cpu_detect()
        let own = Slot.all.filter { check_has_path($0.index, best) != 0 }
        #expect(best == 0 || !own.isEmpty)
    }
}
