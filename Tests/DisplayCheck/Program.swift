// SPDX-License-Identifier: MIT
// Runs in the emulated machine: `display-check [console] DRIVER`; the exit status counts failures.

import Glibc
import PrismCore
import PrismPreview

@main
struct Program {
    static func main() async {
        let check = Check()
        let words = Array(CommandLine.arguments.dropFirst())
        let driver = words.last ?? "vkms"
        if words.first == "console" {
            checkConsole(of: driver, check)
        } else if driver == "vkms" {
            await VkmsClaims(check: check).all()
        } else {
            await ConvertedClaims(check: check, driver: driver).all()
        }
        print("display-check \(driver): \(check.failures) failures")
        exit(Int32(min(99, check.failures)))
    }

    /// The kernel's console has the screen: its picture on the primary plane, and nothing else.
    private static func checkConsole(of driver: String, _ check: Check) {
        do {
            let bench = try Bench(driver: driver, mode: "preferred")
            let shown = bench.screen.card.planes.filter { $0.properties["FB_ID"]?.value != 0 }
            check.claim(
                shown.map(\.kind) == [.primary], "the console is shown: \(shown.map(\.kind))")
        } catch {
            check.claim(false, "\(error)")
        }
    }
}
