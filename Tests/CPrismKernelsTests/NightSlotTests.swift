// SPDX-License-Identifier: MIT
// Every row function of the night stack gives the reference's results on every path.

internal import CKernelCheck
internal import CPrismKernels
import Testing

@Suite struct NightSlotTests {
    @Test(arguments: 0..<night_check_count(), Path.available)
    func everyPathGivesTheReferencesRows(_ index: Int32, _ path: Path) {
        let width = night_check_run(index, path.flags, 7)
        #expect(width == 0, "\(String(cString: night_check_name(index))) at width \(width)")
    }

    @Test func thereAreNamesForAllRowFunctions() {
        let names = (0..<night_check_count()).map { String(cString: night_check_name($0)) }
        #expect(Set(names).count == names.count)
        #expect(names.contains("columns"))
    }
}
